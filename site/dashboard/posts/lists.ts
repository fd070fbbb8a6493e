import { POST_TABS, type Post, type PostTab } from '#shared/posts/posts.ts'
import { selectedDomainId } from '#site/dashboard/shared/domains/selected-id.ts'
import { $selectedDomain, $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { registerPostScreen } from '#site/dashboard/shared/post-dialogs/shown-posts.ts'
import { messageOf } from '#site/lib/api-error.ts'
import { api } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'
import { toast } from '#site/lib/toasts.ts'
import { TABS } from './url.ts'

export const PAGE_SIZE = 10
/** Maximum length of a page when new posts arrive. */
const MAX_SHOWN = 2 * PAGE_SIZE

type Page = {
  posts: Post[]
  nextCursor: string | null
  /** Cursors up to this page; the first has none. */
  cursors: readonly (string | undefined)[]
}

const FIRST = [undefined]

async function readPage(tab: PostTab, cursors: Page['cursors']): Promise<Page> {
  const domainId = await selectedDomainId()
  const cursor = cursors.at(-1)
  const query = { tab, limit: String(PAGE_SIZE), ...(domainId && { domainId }), ...(cursor && { cursor }) }
  const { data, nextCursor } = await (await api.posts.$get({ query })).json()
  return data.length === 0 && cursors.length > 1 ? readPage(tab, FIRST) : { posts: data, nextCursor, cursors }
}

/** Creates a list that stays on its page while it reloads. */
const postList = (tab: PostTab) => remote(() => readPage(tab, shownIn(tab)?.cursors ?? FIRST))

export const lists = {
  scheduled: postList('scheduled'),
  progress: postList('progress'),
  attention: postList('attention'),
  published: postList('published'),
} satisfies Record<PostTab, ReturnType<typeof postList>>

/** Number of posts in each tab. */
export const $counts = remote(async () => {
  const domainId = await selectedDomainId()
  return (await (await api.posts.counts.$get({ query: domainId ? { domainId } : {} })).json()).data
})

$selectionVersion.listen(() => {
  for (const $store of [...Object.values(lists), $counts]) $store.resetAndRefetch()
})

/** Shows the next or previous page. @returns true once it is shown */
export async function turnPage(tab: PostTab, by: 1 | -1): Promise<boolean> {
  const shown = shownIn(tab)
  const cursors = shown && cursorsOf(shown, by)
  if (!cursors) return false
  try {
    const page = await readPage(tab, cursors)
    if (shownIn(tab)?.cursors !== shown.cursors) return false
    lists[tab].set({ state: 'ready', data: page })
    return true
  } catch (error) {
    toast('error', messageOf(error, 'The next posts didn’t load. Try again.'))
    return false
  }
}

function cursorsOf({ cursors, nextCursor }: Page, by: 1 | -1): Page['cursors'] | undefined {
  if (by === 1) return nextCursor === null ? undefined : [...cursors, nextCursor]
  return cursors.length === 1 ? undefined : cursors.slice(0, -1)
}

const isIn = (tab: PostTab, { deliveries, domainId }: Post) =>
  domainId === $selectedDomain.get()?._id &&
  deliveries.some(({ state }) => (POST_TABS[tab] as readonly string[]).includes(state))

/** Returns the time of the post's first delivery in this tab, which sorts it, as in the api's list. */
const timeIn = (tab: PostTab, { deliveries }: Post, direction: 1 | -1): string =>
  deliveries
    .filter(({ state }) => (POST_TABS[tab] as readonly string[]).includes(state))
    .map(({ publishAt }) => publishAt)
    .toSorted((a, b) => direction * a.localeCompare(b))[0] ?? ''

const byTime = (tab: PostTab) => {
  const direction = tab === 'scheduled' || tab === 'progress' ? 1 : -1
  return (a: Post, b: Post) =>
    direction *
    (timeIn(tab, a, direction).localeCompare(timeIn(tab, b, direction)) || a._id.localeCompare(b._id))
}

/** Returns a tab's page without loading it: a listener would. */
function shownIn(tab: PostTab): Page | undefined {
  const list = lists[tab].value
  return list?.state === 'ready' ? list.data : undefined
}

/** Returns true if a new post at an end of the page belongs to an adjacent page. */
function isElsewhere(post: Post, sorted: Post[], { posts, nextCursor, cursors }: Page): boolean {
  const isNewAt = (end: 0 | -1) => sorted.at(end) === post && posts.at(end)?._id !== post._id
  return (cursors.length > 1 && isNewAt(0)) || (nextCursor !== null && isNewAt(-1))
}

/** Moves a post into the lists of its states, and out of the others. */
export function placePost(post: Post) {
  for (const tab of TABS) {
    const shown = shownIn(tab)
    if (!shown) {
      lists[tab].invalidate()
      continue
    }
    const { posts } = shown
    const others = posts.filter(({ _id }) => _id !== post._id)
    const sorted = isIn(tab, post) ? [...others, post].toSorted(byTime(tab)) : others
    lists[tab].set({
      state: 'ready',
      data: { ...shown, posts: isElsewhere(post, sorted, shown) ? others : sorted },
    })
    if (sorted.length > MAX_SHOWN) void lists[tab].reload()
  }
}

export function removePost(id: string) {
  for (const tab of TABS) {
    const shown = shownIn(tab)
    if (!shown) {
      lists[tab].invalidate()
      continue
    }
    const posts = shown.posts.filter(({ _id }) => _id !== id)
    lists[tab].set({ state: 'ready', data: { ...shown, posts } })
  }
}

/** Returns the post as last loaded. */
export const findPost = (id: string): Post | undefined =>
  TABS.flatMap(tab => shownIn(tab)?.posts ?? []).find(({ _id }) => _id === id)

registerPostScreen({
  find: findPost,
  place(post) {
    placePost(post)
    if ($counts.lc > 0) void $counts.reload()
  },
  remove: removePost,
})
