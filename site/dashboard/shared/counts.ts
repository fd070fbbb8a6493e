import type { LiveType } from '#shared/live.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { $streamOpens, onLive } from '#site/lib/live/live.ts'
import { remote, whileShown } from '#site/lib/remote.ts'

/** Creates a store that reloads after these live events, and whenever the stream opens, because it may have missed some. */
function liveCounts<Counts>(load: () => Promise<Counts>, ...events: LiveType[]) {
  const $counts = remote(load)
  whileShown($counts, reloadSoon => [
    ...events.map(event => onLive(event, reloadSoon)),
    $streamOpens.listen(reloadSoon),
  ])
  return $counts
}

export const $notificationCounts = liveCounts(
  () => dataOf(api.notifications.counts.$get()),
  'notification',
  'notifications',
)

export const $unansweredCounts = liveCounts(() => dataOf(api.admin.requests.unanswered.$get()), 'requests')

/** Numbers of unanswered reviews and comments in all businesses. */
export const $inboxCounts = liveCounts(() => dataOf(api.inbox.counts.$get({ query: {} })), 'inbox')
