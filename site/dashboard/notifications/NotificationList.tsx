import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'

import type { NotificationFilter } from '#shared/notifications/notifications.ts'
import { dayOf } from '#site/dashboard/shared/day-headings.ts'
import { PerchedBird } from '#site/ui/drawings.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { MoreButton } from '#site/ui/MoreButton.tsx'
import { EmptyState } from '#site/ui/states/EmptyState.tsx'
import { ErrorState } from '#site/ui/states/ErrorState.tsx'
import { Skeleton } from '#site/ui/states/Skeleton.tsx'
import { NotificationItem } from './NotificationItem.tsx'
import { $list, showMore } from './store.ts'

const MINUTE_MS = 60_000

export function NotificationList({ filter }: { filter: NotificationFilter }) {
  const list = useStore($list)
  const now = useMinute()
  if (list.state === 'loading') return <Loading />
  if (list.state === 'failed') return <ErrorState message={list.message} onRetry={$list.reload} />
  const { items, nextCursor } = list.data
  if (items.length === 0) return <Nothing filter={filter} />
  return (
    <div className="grid grid-cols-1 gap-4">
      {[...Map.groupBy(items, ({ createdAt }) => dayOf(createdAt, now))].map(([day, ofDay]) => (
        <section key={day} aria-label={day} className="grid gap-2">
          <h2 className="font-sans text-sm font-semibold tracking-normal text-soft">{day}</h2>
          <ul className="divide-y divide-base-300 rounded-box border border-base-300 bg-raised">
            {ofDay.map(notification => (
              <li key={notification._id} ref={keepFocus}>
                <NotificationItem notification={notification} now={now} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {nextCursor && <MoreButton onMore={showMore} />}
    </div>
  )
}

// Keeps '2 minutes ago' up to date.
function useMinute() {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

function Nothing({ filter }: { filter: NotificationFilter }) {
  return (
    <div className="rounded-box border border-base-300 bg-raised">
      <h2 className="sr-only">Your notifications</h2>
      {filter === 'all' ? (
        <EmptyState drawing={<PerchedBird />} title="No notifications found">
          {"You're all caught up! No notifications to show."}
        </EmptyState>
      ) : (
        <EmptyState drawing={<PerchedBird />}>No notifications found</EmptyState>
      )}
    </div>
  )
}

const Loading = () => (
  <div
    role="status"
    aria-label="Loading notifications"
    className="divide-y divide-base-300 rounded-box border border-base-300 bg-raised"
  >
    {[0, 1, 2, 3, 4].map(row => (
      <div key={row} className="flex gap-4 p-4 sm:p-5">
        <Skeleton className="size-9 shrink-0 rounded-full" />
        <div className="grid grow content-start gap-2">
          <Skeleton className="h-5 w-56 max-w-full" />
          <Skeleton className="h-4 w-full max-w-xl" />
        </div>
      </div>
    ))}
  </div>
)
