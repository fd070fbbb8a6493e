import type { LiveType } from '#shared/live.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { $streamOpens, onLive } from '#site/lib/live/live.ts'
import { remote, whileShown } from '#site/lib/remote.ts'

/** Creates a store that live events update. It catches up on those it missed while the stream was closed. */
function live<Counts>(load: () => Promise<Counts>, ...events: LiveType[]) {
  const $counts = remote(load)
  whileShown($counts, reloadSoon => [
    ...events.map(event => onLive(event, reloadSoon)),
    $streamOpens.listen(reloadSoon),
  ])
  return $counts
}

/** Notification counts by filter. */
export const $notificationCounts = live(
  () => dataOf(api.notifications.counts.$get()),
  'notification',
  'notifications',
)

/** Numbers of requests that nobody has answered. For administrators. */
export const $unansweredCounts = live(() => dataOf(api.admin.requests.unanswered.$get()), 'requests')

/** Number of reviews and comments in all businesses that nobody has answered. */
export const $inboxCounts = live(() => dataOf(api.inbox.counts.$get({ query: {} })), 'inbox')
