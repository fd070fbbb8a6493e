import { onMount } from 'nanostores'

import { DAY_MS } from '#shared/durations.ts'
import { awaitsApproval } from '#shared/posts/changes.ts'
import { type Delivery, POST_TABS, type Post, type PostListName, type PostTab } from '#shared/posts/posts.ts'
import { waitsForUser } from '#site/dashboard/shared/approvals/decide.ts'
import { selectedDomainId, $selectedDomain, $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { $can } from '#site/dashboard/shared/permissions.tsx'
import { registerPostScreen } from '#site/dashboard/shared/post-dialogs/shown-posts.ts'
import { api, bodyOf, dataOf } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'
import { $filters, $isAll, $tab, type Filters, isFiltered, TABS, WINDOWS } from './url.ts'

export const PAGE_SIZE = 25
const MAX_PAGE = 100

type Page = {
  posts: Post[]
  page: number
  pages: number
  total: number
  filtered: boolean
  /** True if posts aren't in the order of their times. */
  isRanked: boolean
}

const windowOf = ({ when }: Filters) =>
  when && {
    from: new Date(Date.now() + WINDOWS[when].from * DAY_MS).toISOString(),
    to: new Date(Date.now() + WINDOWS[when].to * DAY_MS).toISOString(),
  }

/** Undefined for all businesses. */
const domainIdFor = async ({ businesses }: Filters) =>
  businesses === 'all' ? undefined : await selectedDomainId()

async function queryOf(tab: PostListName, filters: Filters) {
  const domainId = await domainIdFor(filters)
  const { search, network, label, state } = filters
  return {
    tab,
    ...(domainId && { domainId }),
    ...(search && { search }),
    ...(network && { network }),
    ...(label && { label }),
    ...(state && { state }),
    ...windowOf(filters),
  }
}

async function readPage(tab: PostListName, filters: Filters): Promise<Page> {
  const { page } = filters
  const isRanked = tab === 'published' && filters.sort !== ''
  const query = {
    ...(await queryOf(tab, filters)),
    ...(isRanked && { sort: 'reactions' as const }),
    limit: String(PAGE_SIZE),
    page: String(page),
  }
  const { data, total = 0 } = await bodyOf(api.posts.$get({ query }))
  if (data.length === 0 && page > 1) return readPage(tab, { ...filters, page: 1 })
  return {
    posts: data,
    page,
    pages: Math.ceil(total / PAGE_SIZE),
    total,
    filtered: isFiltered(filters),
    isRanked,
  }
}

/** Reads the post at this position in a tab, counted from 0 over all pages. */
export async function postAt(tab: PostListName, position: number): Promise<Post | undefined> {
  const query = { ...(await queryOf(tab, $filters.get())), limit: '1', page: String(position + 1) }
  return (await dataOf(api.posts.$get({ query })))[0]
}

/** Reads the first `max` posts that match the filters, from all pages. */
export async function readMatching(tab: PostListName, max: number): Promise<Post[]> {
  const query = { ...(await queryOf(tab, $filters.get())), limit: String(MAX_PAGE) }
  const posts: Post[] = []
  for (let cursor: string | null | undefined; cursor !== null && posts.length < max;) {
    const page = await bodyOf(api.posts.$get({ query: { ...query, ...(cursor && { cursor }) } }))
    posts.push(...page.data)
    cursor = page.nextCursor
  }
  return posts.slice(0, max)
}

const UNFILTERED = { search: '', network: '', when: '', label: '', state: '', sort: '', page: 1 } as const

/** Returns the filters of a tab. Only the open one has other filters than businesses. */
const filtersOf = (tab: PostListName): Filters =>
  $tab.get() === tab ? $filters.get() : { ...UNFILTERED, businesses: $filters.get().businesses }

const postList = (tab: PostListName) => remote(() => readPage(tab, filtersOf(tab)))

export const lists = Object.fromEntries(TABS.map(tab => [tab, postList(tab)])) as Record<
  PostListName,
  ReturnType<typeof postList>
>

export const $counts = remote(async () => {
  const domainId = await domainIdFor($filters.get())
  return await dataOf(api.posts.counts.$get({ query: domainId ? { domainId } : {} }))
})

/** The tabs with posts or drafts that contain the searched text, and how many. */
export const $searchCounts = remote(async () => {
  const { search, businesses } = $filters.get()
  if (!search) return { search, found: [] }
  const domainId = await domainIdFor($filters.get())
  const all = { search, limit: '1', page: '1', ...(domainId && { domainId }) }
  const counted = await Promise.all(
    TABS.filter(tab => tab !== 'review' || businesses === 'all' || $can.get()('approve')).map(async tab => {
      const { total = 0 } = await bodyOf(api.posts.$get({ query: { ...all, tab } }))
      return { tab, total }
    }),
  )
  return { search, found: counted.filter(({ total }) => total > 0) }
})
onMount($searchCounts, () =>
  $filters.listen(({ search, businesses }, before) => {
    if (search !== before?.search || businesses !== before.businesses) void $searchCounts.reload()
  }),
)

function resetAll() {
  for (const $store of [...Object.values(lists), $counts]) $store.resetAndRefetch()
}
$selectionVersion.listen(resetAll)

/** Reloads the open tab whenever its filters change. Returns the function that stops it. */
export const followFilters = () =>
  $filters.listen((now, before) => {
    if (before && now.businesses !== before.businesses) return resetAll()
    const tab = TABS.find(each => each === $tab.get())
    if (tab && JSON.stringify(now) !== JSON.stringify(before)) void lists[tab].reload()
  })

/** Returns the condition of a list, which one of a post's deliveries meets. */
const belongsIn = (tab: PostListName) =>
  tab === 'review' ? awaitsApproval : ({ state }: Delivery) => statesShownIn(tab).includes(state)

function statesShownIn(tab: PostTab): readonly string[] {
  const { state } = filtersOf(tab)
  return state ? [state] : POST_TABS[tab]
}

const isIn = (tab: PostListName, post: Post) =>
  ($isAll.get() || post.domainId === $selectedDomain.get()?._id) &&
  (tab === 'review' ? waitsForUser(post) : post.deliveries.some(belongsIn(tab)))

/** Returns the time by which the api sorts the post: that of its first delivery in this tab. */
const timeIn = (tab: PostListName, { deliveries }: Post, direction: 1 | -1): string =>
  deliveries
    .filter(belongsIn(tab))
    .map(({ publishAt }) => publishAt)
    .toSorted((a, b) => direction * a.localeCompare(b))[0] ?? ''

const byTime = (tab: PostListName) => {
  const direction = tab === 'published' ? -1 : 1
  return (a: Post, b: Post) =>
    direction *
    (timeIn(tab, a, direction).localeCompare(timeIn(tab, b, direction)) || a._id.localeCompare(b._id))
}

function shownIn(tab: PostListName): Page | undefined {
  const list = lists[tab].value
  return list?.state === 'ready' ? list.data : undefined
}

/** Changes the posts of each loaded tab. The others load when they are shown. */
function changeShown(change: (tab: PostListName, shown: Page) => Post[]) {
  for (const tab of TABS) {
    const shown = shownIn(tab)
    if (!shown) {
      lists[tab].refresh()
      continue
    }
    const posts = change(tab, shown)
    const isSame = posts.length === shown.posts.length && posts.every((post, at) => post === shown.posts[at])
    if (isSame) continue
    const total = shown.total + posts.length - shown.posts.length
    lists[tab].set({ state: 'ready', data: { ...shown, posts, total } })
    // A post that comes or goes also moves others across the ends of a page.
    if (Math.max(shown.pages, posts.length / PAGE_SIZE) > 1 && lists[tab].lc > 0)
      if (posts.length > 0) lists[tab].refresh()
      else lists[tab].resetAndRefetch()
  }
}

/** Moves a post into the lists of its states, and out of the others. */
export const placePost = (post: Post) =>
  changeShown((tab, { posts, filtered, isRanked }) => {
    const others = posts.filter(({ _id }) => _id !== post._id)
    const isNew = others.length === posts.length
    if (!isIn(tab, post) || (filtered && isNew)) return others
    if (isRanked) return posts.map(each => (each._id === post._id ? post : each))
    return [...others, post].toSorted(byTime(tab))
  })

export const removePost = (id: string) =>
  changeShown((_tab, { posts }) => posts.filter(({ _id }) => _id !== id))

export const findPost = (id: string): Post | undefined =>
  TABS.flatMap(tab => shownIn(tab)?.posts ?? []).find(({ _id }) => _id === id)

registerPostScreen({
  find: findPost,
  place(post) {
    placePost(post)
    if ($counts.lc > 0) void $counts.reload()
  },
  remove: removePost,
  refresh() {
    for (const tab of TABS) if (lists[tab].lc > 0) lists[tab].refresh()
  },
})
