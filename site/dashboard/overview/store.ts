import type { Post } from '#shared/posts/posts.ts'
import { registerPostScreen } from '#site/dashboard/shared/post-dialogs/shown-posts.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { $streamOpens, onLive } from '#site/lib/live/live.ts'
import { remote, whileShown } from '#site/lib/remote.ts'

/**
 * Everything about posts and accounts, over all the user's businesses, in one response. Days are those of the selected
 * business's time zone.
 */
export const $overview = remote(() => dataOf(api.overview.$get({ query: { timeZone: $businessZone.get() } })))

whileShown($overview, reloadSoon => [
  onLive('delivery', reloadSoon),
  onLive('insights', reloadSoon),
  onLive('notification', reloadSoon),
  $streamOpens.listen(reloadSoon),
  $businessZone.listen(reloadSoon),
  registerPostScreen({ find: findPost, place: reloadSoon, remove: reloadSoon }),
])

function findPost(id: string): Post | undefined {
  const { attention = [], reviews = [], next = [] } = $overview.get().data ?? {}
  return [...attention, ...reviews, ...next].find(({ _id }) => _id === id)
}
