import { onMount } from 'nanostores'

import { type Delivery, HELD_UNAPPROVED, type Post } from '#shared/posts/posts.ts'
import { $may } from '#site/dashboard/shared/permissions.tsx'
import { registerPostScreen } from '#site/dashboard/shared/post-dialogs/shown-posts.ts'
import { api } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'

const QUERY = { tab: 'review', limit: '100' } as const

/** Returns true if the delivery waits for an approval, or was held for lack of one. */
export const isWaiting = ({ state, reasonCode }: Delivery) =>
  state === 'in_review' || (state === 'held' && HELD_UNAPPROVED.includes(reasonCode))

/** Returns true if the post waits for an approval that the user may give. */
export const waitsForUser = ({ domainId, approval, deliveries }: Post) =>
  approval?.state === 'in_review' &&
  !approval.byOthers &&
  $may.get()(domainId, 'approve') &&
  deliveries.some(isWaiting)

/** Posts of all businesses that wait for the user's decision, soonest first. */
export const $waiting = remote(async () => {
  const { data: posts, nextCursor } = await (await api.posts.$get({ query: QUERY })).json()
  return { posts, hasMore: nextCursor !== null }
})

/** Lets the details dialog show the next post at once. */
onMount($waiting, () =>
  registerPostScreen({
    find(id) {
      const waiting = $waiting.get()
      return waiting.state === 'ready' ? waiting.data.posts.find(({ _id }) => _id === id) : undefined
    },
    place() {},
    remove() {},
  }),
)
