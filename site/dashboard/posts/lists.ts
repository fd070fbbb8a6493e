import { onMount } from 'nanostores'

import { POST_TABS, type Post, type PostTab } from '#shared/posts.ts'
import { api } from '#site/lib/api.ts'
import { messageOf } from '#site/lib/api-error.ts'
import { remote } from '#site/lib/remote.ts'
import { toast } from '#site/lib/toasts.ts'
import { showsPosts } from '../post-dialogs/shown.ts'
import { selectedDomainId } from '../domains/selected-id.ts'
import { $selectedDomain, $selectionVersion } from '../domains/store.ts'
import { TABS } from './address.ts'

const PAGE_SIZE = 10

type Page = { posts: Post[]; nextCursor: string | null }

async function readPage(tab: PostTab, cursor?: string): Promise<Page> {
  const domainId = await selectedDomainId()
  const query = { tab, limit: String(PAGE_SIZE), ...(domainId && { domainId }), ...(cursor && { cursor }) }
  const { data, nextCursor } = await (await api.posts.$get({ query })).json()
  return { posts: data, nextCursor }
}

const postList = (tab: PostTab) => remote(() => readPage(tab))

export const lists = {
  scheduled: postList('scheduled'),
  progress: postList('progress'),
  attention: postList('attention'),
  published: postList('published'),
} satisfies Record<PostTab, ReturnType<typeof postList>>

/** How many posts each tab holds. */
export const $counts = remote(async () => {
  const domainId = await selectedDomainId()
  return (await (await api.posts.counts.$get({ query: domainId ? { domainId } : {} })).json()).data
})

for (const $store of [...Object.values(lists), $counts]) {
  onMount($store, () =>
    $selectionVersion.listen(() => {
      $store.reset()
      void $store.reload()
    }),
  )
}

/** Adds the next page to what is shown. */
export async function showMore(tab: PostTab) {
  const shown = lists[tab].get()
  if (shown.state !== 'ready' || !shown.data.nextCursor) return
  try {
    const next = await readPage(tab, shown.data.nextCursor)
    const known = new Set(shown.data.posts.map(({ _id }) => _id))
    const posts = [...shown.data.posts, ...next.posts.filter(({ _id }) => !known.has(_id))]
    lists[tab].set({ state: 'ready', data: { posts, nextCursor: next.nextCursor } })
  } catch (error) {
    toast('error', messageOf(error, 'The next posts didn’t load. Try again.'))
  }
}

const isIn = (tab: PostTab, { deliveries, domainId }: Post) =>
  domainId === $selectedDomain.get()?._id &&
  deliveries.some(({ state }) => (POST_TABS[tab] as readonly string[]).includes(state))

/** A post stands in a tab where the first of its deliveries there does, as in the api's list. */
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

/** What a tab shows. Reading the value alone loads nothing for a tab that isn't open. */
function shownIn(tab: PostTab): Page | undefined {
  const list = lists[tab].value
  return list?.state === 'ready' ? list.data : undefined
}

/** Puts a post where it now belongs: into the lists of its states, and out of the others. */
export function placePost(post: Post) {
  for (const tab of TABS) {
    const shown = shownIn(tab)
    if (!shown) continue
    const { posts, nextCursor } = shown
    const others = posts.filter(({ _id }) => _id !== post._id)
    const sorted = isIn(tab, post) ? [...others, post].toSorted(byTime(tab)) : others
    const comesLater = nextCursor !== null && sorted.length > others.length && sorted.at(-1) === post
    lists[tab].set({ state: 'ready', data: { posts: comesLater ? others : sorted, nextCursor } })
  }
}

export function removePost(id: string) {
  for (const tab of TABS) {
    const shown = shownIn(tab)
    if (!shown) continue
    const posts = shown.posts.filter(({ _id }) => _id !== id)
    lists[tab].set({ state: 'ready', data: { ...shown, posts } })
  }
}

/** The post as it was last seen. */
export const findPost = (id: string): Post | undefined =>
  TABS.flatMap(tab => shownIn(tab)?.posts ?? []).find(({ _id }) => _id === id)

showsPosts({
  find: findPost,
  place(post) {
    placePost(post)
    if ($counts.lc > 0) void $counts.reload()
  },
  remove: removePost,
})
