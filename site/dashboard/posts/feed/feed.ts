import { atom, computed } from 'nanostores'

import { NETWORK_IDS, type NetworkId, networks } from '#shared/networks.ts'
import { POST_MESSAGES } from '#shared/posts/posts.ts'
import {
  PROVIDER_POST_MESSAGES,
  PROVIDER_POSTS_PAGE_SIZE,
  type ProviderPost,
} from '#shared/posts/provider-posts.ts'
import { $filters, $tab, setFilters } from '#site/dashboard/posts/url.ts'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { ApiError, messageOf, withReason } from '#site/lib/api/error.ts'
import { remote, settled, whileShown } from '#site/lib/remote.ts'
import { toast } from '#site/lib/toasts.ts'

/** Ten pages in one call, because networks limit the number of calls. */
const READ_AT_ONCE = 50
/** A network may return an empty page that has a next one. */
const MAX_EMPTY_PAGES = 5
/** Maximum number of calls for a page that a link names. */
const MAX_READS = 5

type Loaded = { posts: ProviderPost[]; nextCursor: string | null }

/** The network whose posts are on screen. */
export const $network = computed(
  $tab,
  (tab): NetworkId => NETWORK_IDS.find(id => id === tab) ?? NETWORK_IDS[0],
)

async function readPosts(network: NetworkId, after?: string): Promise<Loaded> {
  for (let page = 1; ; page++) {
    const query = { limit: String(READ_AT_ONCE), ...(after && { after }) }
    const call = api.accounts[':network'].posts.$get({ param: { network }, query })
    const { data: posts, nextCursor } = await bodyOf(call)
    if (posts.length > 0 || !nextCursor || page === MAX_EMPTY_PAGES) return { posts, nextCursor }
    after = nextCursor
  }
}

export const $feed = remote(async () => {
  const network = $network.get()
  const account = await settled($accounts[network])
  if (account.state === 'ready' && !account.data.accountConnected)
    throw new ApiError('not_found', PROVIDER_POST_MESSAGES.choose)
  let { posts, nextCursor } = await readPosts(network)
  for (let reads = 1; nextCursor && reads < MAX_READS && isBeyond(posts); reads++) {
    const next = await readPosts(network, nextCursor)
    posts = posts.concat(next.posts)
    nextCursor = next.nextCursor
  }
  return { posts, nextCursor }
})

/** The page in the URL, counted from 0. */
const $page = computed($filters, ({ page }) => page - 1)

/** Returns true if the page in the URL is beyond these posts. */
const isBeyond = (posts: readonly ProviderPost[]) => posts.length <= $page.get() * PROVIDER_POSTS_PAGE_SIZE

export const $turning = atom(false)

whileShown($feed, () => {
  const onAccount = (network: NetworkId) => {
    const feed = $feed.value
    const wasMissing =
      feed?.state === 'failed' && feed.error instanceof ApiError && feed.error.code === 'not_found'
    const isConnected = $accounts[network].get().data?.accountConnected
    if (wasMissing && isConnected && network === $network.get()) $feed.resetAndRefetch()
  }
  return [
    $network.listen($feed.resetAndRefetch),
    ...NETWORK_IDS.map(network => $accounts[network].listen(() => onAccount(network))),
  ]
})

$selectionVersion.listen($feed.resetAndRefetch)

/** The current page, or the last one with posts if that was emptied. */
export const $view = computed([$feed, $page], (feed, requested) => {
  const { posts, nextCursor } = feed.state === 'ready' ? feed.data : { posts: [], nextCursor: null }
  const pages = Math.max(1, Math.ceil(posts.length / PROVIDER_POSTS_PAGE_SIZE))
  const page = Math.min(requested, pages - 1)
  const from = page * PROVIDER_POSTS_PAGE_SIZE
  return {
    posts: posts.slice(from, from + PROVIDER_POSTS_PAGE_SIZE),
    page,
    pages,
    /** The network has more posts than are loaded. */
    hasMore: nextCursor !== null,
  }
})

/** Shows another page, and loads more posts if it is beyond the loaded ones. */
export async function turnTo(page: number) {
  const { pages, hasMore } = $view.get()
  if (page < 0 || $turning.get()) return
  if (page >= pages && !(hasMore && (await loadMore()))) return
  setFilters({ page: page + 1 })
}

/** Returns true if there were more posts. */
async function loadMore(): Promise<boolean> {
  const feed = $feed.get()
  if (feed.state !== 'ready' || feed.data.nextCursor === null) return false
  const network = $network.get()
  $turning.set(true)
  try {
    const { posts, nextCursor } = await readPosts(network, feed.data.nextCursor)
    const now = $feed.get()
    if (now.state !== 'ready' || $network.get() !== network) return false
    const known = new Set(now.data.posts.map(({ id }) => id))
    const data = { posts: [...now.data.posts, ...posts.filter(({ id }) => !known.has(id))], nextCursor }
    $feed.set({ state: 'ready', data })
    return posts.length > 0
  } catch (error) {
    toast('error', messageOf(error, 'The next posts didn’t load. Try again.'))
    return false
  } finally {
    $turning.set(false)
  }
}

/** Changes a post in the list, or removes it if `to` returns undefined. */
const change = (id: string, to: (post: ProviderPost) => ProviderPost | undefined) =>
  $feed.change(({ posts, nextCursor }) => ({
    posts: posts.flatMap(post => (post.id === id ? (to(post) ?? []) : [post])),
    nextCursor,
  }))

export const $opened = atom<ProviderPost | undefined>()

/** Changes the text of a post on its network. @returns an error message, if any */
export async function saveText({ id, network }: ProviderPost, message: string): Promise<string | undefined> {
  if (message.trim() === '') return POST_MESSAGES.noMessage
  try {
    const { message: saved } = await reloadIfGone(() =>
      bodyOf(api.accounts[':network'].posts[':id'].$patch({ param: { network, id }, json: { message } })),
    )
    change(id, post => ({ ...post, message }))
    toast('success', saved)
    return undefined
  } catch (error) {
    const problem = error instanceof ApiError ? error.fields.message : undefined
    return problem ?? withReason(PROVIDER_POST_MESSAGES.editFailed(networks[network].name), error)
  }
}

/** @throws {ApiError} which the dialog shows */
export async function deletePost({ id, network }: ProviderPost) {
  const { message } = await reloadIfGone(() =>
    bodyOf(api.accounts[':network'].posts[':id'].$delete({ param: { network, id } })),
  )
  change(id, () => undefined)
  toast('success', message)
}

/** Reloads the list if the network no longer has the post. */
async function reloadIfGone<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') void $feed.reload()
    throw error
  }
}
