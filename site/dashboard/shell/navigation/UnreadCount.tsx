import { useStore } from '@nanostores/react'

import type { UnansweredCounts } from '#shared/requests/pipeline.ts'
import { $inboxCounts, $notificationCounts, $unansweredCounts } from '#site/dashboard/shared/counts.ts'
import { formatNumber } from '#site/lib/format.ts'

const MAX_SHOWN = 99

export const UnreadCount = () => (
  <CountBadge count={useStore($notificationCounts).data?.unread ?? 0} meaning="unread" />
)

export const InboxCount = () => (
  <CountBadge count={useStore($inboxCounts).data?.open ?? 0} meaning="unanswered" />
)

export const UnansweredCount = ({ kind }: { kind: keyof UnansweredCounts }) => (
  <CountBadge count={useStore($unansweredCounts).data?.[kind] ?? 0} meaning="unanswered" />
)

function CountBadge({ count, meaning }: { count: number; meaning: string }) {
  if (count === 0) return null
  return (
    <span className="inline-block min-w-5 rounded-full bg-primary px-1.5 text-center text-xs font-semibold text-primary-content tabular-nums">
      <span aria-hidden="true" translate="no">
        {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
      </span>
      <span className="sr-only">
        {' '}
        {formatNumber(count)} {meaning}
      </span>
    </span>
  )
}
