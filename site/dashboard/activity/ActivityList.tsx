import { useStore } from '@nanostores/react'

import { dayOf } from '#site/dashboard/shared/day-headings.ts'
import { NoBusiness } from '#site/dashboard/shared/domains/NoBusiness.tsx'
import { $domains } from '#site/dashboard/shared/domains/store.ts'
import { $now } from '#site/dashboard/shared/post-dialogs/now.ts'
import { Button } from '#site/ui/Button.tsx'
import { PerchedBird } from '#site/ui/drawings.tsx'
import { MoreButton } from '#site/ui/MoreButton.tsx'
import { EmptyState } from '#site/ui/states/EmptyState.tsx'
import { ErrorState } from '#site/ui/states/ErrorState.tsx'
import { Skeleton } from '#site/ui/states/Skeleton.tsx'
import { ActivityItem } from './ActivityItem.tsx'
import { $filters, showAll } from './filters.ts'
import { $activity, showMore } from './store.ts'

export function ActivityList() {
  const activity = useStore($activity)
  const domains = useStore($domains)
  const now = useStore($now)
  if (domains.state === 'failed') return <ErrorState message={domains.message} onRetry={$domains.reload} />
  if (domains.state === 'loading' || activity.state === 'loading') return <Loading />
  if (activity.state === 'failed') return <ErrorState message={activity.message} onRetry={$activity.reload} />
  if (activity.data === null)
    return <NoBusiness heading="Activity">Add your business, and its activity appears here.</NoBusiness>
  const { items, nextCursor } = activity.data
  if (items.length === 0) return <Nothing />
  return (
    <div className="grid grid-cols-1 gap-4">
      {[...Map.groupBy(items, ({ at }) => dayOf(at, now))].map(([day, ofDay]) => (
        <section key={day} aria-label={day} className="grid gap-2">
          <h2 className="font-sans text-sm font-semibold tracking-normal text-soft">{day}</h2>
          <ul className="divide-y divide-base-300 rounded-box border border-base-300 bg-raised">
            {ofDay.map(entry => (
              <li key={entry._id}>
                <ActivityItem entry={entry} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {nextCursor && <MoreButton onMore={showMore} />}
    </div>
  )
}

function Nothing() {
  const isNarrowed = Object.keys(useStore($filters)).length > 0
  return (
    <div className="rounded-box border border-base-300 bg-raised">
      {isNarrowed ? (
        <EmptyState
          drawing={<PerchedBird />}
          heading="h2"
          title="Nothing found"
          action={<Button onClick={showAll}>Show everything</Button>}
        >
          No activity matches these filters.
        </EmptyState>
      ) : (
        <EmptyState drawing={<PerchedBird />} heading="h2" title="Nothing has happened yet">
          Changes to posts, approvals, accounts, members and settings appear here, with the person who made
          them.
        </EmptyState>
      )}
    </div>
  )
}

const Loading = () => (
  <div
    role="status"
    aria-label="Loading the activity"
    className="divide-y divide-base-300 rounded-box border border-base-300 bg-raised"
  >
    {[0, 1, 2, 3, 4, 5].map(row => (
      <div key={row} className="flex gap-3 p-3 sm:px-4">
        <Skeleton className="size-8 shrink-0 rounded-full" />
        <div className="grid grow content-center gap-1.5">
          <Skeleton className="h-5 w-72 max-w-full" />
          <Skeleton className="h-4 w-full max-w-md" />
        </div>
      </div>
    ))}
  </div>
)
