import { useStore } from '@nanostores/react'

import { $notificationCounts } from '#site/dashboard/shared/notification-counts.ts'
import { formatNumber } from '#site/lib/format.ts'

const MAX_SHOWN = 99

/** Number of unread notifications, if any. */
export function UnreadCount() {
  const counts = useStore($notificationCounts)
  const unread = counts.state === 'ready' ? counts.data.unread : 0
  if (unread === 0) return null
  return (
    <span className="inline-block min-w-5 rounded-full bg-primary px-1.5 text-center text-xs font-semibold text-primary-content tabular-nums">
      <span aria-hidden="true">{unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}</span>
      <span className="sr-only"> {formatNumber(unread)} unread</span>
    </span>
  )
}
