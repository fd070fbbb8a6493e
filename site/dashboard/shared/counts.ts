import { api, dataOf } from '#site/lib/api/api.ts'
import { $streamOpens, onLive } from '#site/lib/live/live.ts'
import { remote, whileShown } from '#site/lib/remote.ts'

/** Notification counts by filter, updated by live events. */
export const $notificationCounts = remote(() => dataOf(api.notifications.counts.$get()))

whileShown($notificationCounts, () => [
  onLive('notification', () => void $notificationCounts.reload()),
  onLive('notifications', () => void $notificationCounts.reload()),
  // Catches up on events missed while the stream was closed.
  $streamOpens.listen(() => void $notificationCounts.reload()),
])

/** Numbers of requests that nobody has answered, updated by live events. For administrators. */
export const $unansweredCounts = remote(() => dataOf(api.admin.requests.unanswered.$get()))

whileShown($unansweredCounts, () => [
  onLive('requests', () => void $unansweredCounts.reload()),
  // Catches up on events missed while the stream was closed.
  $streamOpens.listen(() => void $unansweredCounts.reload()),
])

/** Number of reviews and comments in all businesses that nobody has answered, updated by live events. */
export const $inboxCounts = remote(() => dataOf(api.inbox.counts.$get({ query: {} })))

whileShown($inboxCounts, reloadSoon => [
  onLive('inbox', reloadSoon),
  // Catches up on events missed while the stream was closed.
  $streamOpens.listen(reloadSoon),
])
