import type { NetworkId } from '#shared/networks.ts'
import { type DeliveryState, type Post, POST_TABS } from '#shared/posts/posts.ts'
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
  const failed = deliveries.filter(({ state }) => FAILED.includes(state)).map(networkOf)
  if (failed.length > 0)
    return {
      tab: 'attention',
      line: `Not published on ${namesOf(failed)}. Choose View to see why.`,
      message: undefined,
    }
  if (!deliveries.every(({ state }) => state === 'published')) return {}
  return { tab: 'published', line: `Published on ${namesOf(deliveries.map(networkOf))}` }
}

const networkOf = ({ network }: { network: NetworkId }) => network
