import { type DeliveryState, NEVER_CONFIRMED, type Post, POST_TABS } from '#shared/posts/posts.ts'
import { api } from '#site/lib/api/api.ts'
import { debounced } from '#site/lib/debounced.ts'
import { onLive } from '#site/lib/live/live.ts'
import { $sent, type SentPost } from './sent.ts'
import { namesOf } from './summary.ts'

/** Each network of a post sends an event, and one read answers those that come together. */
const EVENT_BATCH_MS = 300
const FAILED: readonly DeliveryState[] = POST_TABS.attention

/** Updates the line of a post that was sent at once, as networks publish or reject it. Returns the function that stops it. */
export function followSent(postId: string): () => void {
  const readSoon = debounced(() => void showOutcome(postId).catch(() => undefined), EVENT_BATCH_MS)
  const stop = onLive('delivery', event => event.postId === postId && readSoon())
  // It may have been published before this began.
  readSoon()
  return () => {
    readSoon.cancel()
    stop()
  }
}

async function showOutcome(id: string) {
  const { data } = await (await api.posts[':id'].$get({ param: { id } })).json()
  const sent = $sent.get()
  if (sent?.postId === id) $sent.set({ ...sent, ...outcomeOf(data) })
}

/** Returns 'Published on …' once every network has the post, and 'Not published on …' as soon as one has failed or is held. */
export function outcomeOf({ deliveries }: Pick<Post, 'deliveries'>): Partial<SentPost> {
  const failed = deliveries.filter(({ state }) => FAILED.includes(state))
  const names = namesOf((failed.length > 0 ? failed : deliveries).map(({ network }) => network))
  const after = { message: undefined }
  if (failed.some(({ reasonCode }) => reasonCode === NEVER_CONFIRMED))
    return { ...after, tab: 'attention', line: `Possibly not published on ${names}. Choose View to check.` }
  if (failed.length > 0)
    return { ...after, tab: 'attention', line: `Not published on ${names}. Choose View to see why.` }
  if (deliveries.every(({ state }) => state === 'published'))
    return { ...after, tab: 'published', line: `Published on ${names}` }
  return { tab: 'progress', line: `On its way to ${names}` }
}
