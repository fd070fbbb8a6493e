import { useStore } from '@nanostores/react'

import type { NotificationFilter } from '#shared/notifications/notifications.ts'
import { DayList } from '#site/dashboard/shared/DayList.tsx'
import { PerchedBird } from '#site/ui/drawings.tsx'
import { EmptyState } from '#site/ui/states/EmptyState.tsx'
import { ErrorState } from '#site/ui/states/ErrorState.tsx'
import { Skeleton, SkeletonList } from '#site/ui/states/Skeleton.tsx'
import { NotificationItem } from './NotificationItem.tsx'
import { $list, showMore } from './store.ts'

export function NotificationList({ filter }: { filter: NotificationFilter }) {
  const list = useStore($list)
  if (list.state === 'loading') return <Loading />
  if (list.state === 'failed') return <ErrorState message={list.message} onRetry={$list.reload} />
  const { items, nextCursor } = list.data
  if (items.length === 0) return <NoNotifications filter={filter} />
  return (
    <DayList
      items={items}
      instantOf={({ createdAt }) => createdAt}
      renderRow={(notification, now) => <NotificationItem notification={notification} now={now} />}
      onMore={nextCursor ? showMore : undefined}
    />
  )
}

function NoNotifications({ filter }: { filter: NotificationFilter }) {
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
  <SkeletonList rows={5} label="Loading notifications" className="gap-4 p-4 sm:p-5">
    <Skeleton className="size-9 shrink-0 rounded-full" />
    <div className="grid grow content-start gap-2">
      <Skeleton className="h-5 w-56 max-w-full" />
      <Skeleton className="h-4 w-full max-w-xl" />
    </div>
  </SkeletonList>
)
