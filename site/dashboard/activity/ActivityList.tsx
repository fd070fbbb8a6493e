import { useStore } from '@nanostores/react'

import { DayList } from '#site/dashboard/shared/DayList.tsx'
import { WithBusiness } from '#site/dashboard/shared/domains/WithBusiness.tsx'
import { Button } from '#site/ui/Button.tsx'
import { PerchedBird } from '#site/ui/drawings.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { EmptyState } from '#site/ui/states/EmptyState.tsx'
import { ErrorState } from '#site/ui/states/ErrorState.tsx'
import { Skeleton, SkeletonList } from '#site/ui/states/Skeleton.tsx'
import { ActivityItem } from './ActivityItem.tsx'
import { $filters, showAll } from './filters.ts'
import { joinOpenings } from './join-openings.ts'
import { $activity, showMore } from './store.ts'

export const ActivityList = () => (
  <WithBusiness
    loading={<Loading />}
    heading="Activity"
    invitation="Add your business, and its activity appears here."
  >
    <Entries />
  </WithBusiness>
)

function Entries() {
  const activity = useStore($activity)
  if (activity.state === 'failed') return <ErrorState message={activity.message} onRetry={$activity.reload} />
  if (activity.state === 'loading' || !activity.data) return <Loading />
  const { items, nextCursor } = activity.data
  if (items.length === 0) return <NoActivity />
  return (
    // Keeps the focus, because the pressed name disappears while the list reloads.
    <div ref={keepFocus}>
      <DayList
        items={joinOpenings(items)}
        instantOf={({ at }) => at}
        renderRow={entry => <ActivityItem entry={entry} />}
        onMore={nextCursor ? showMore : undefined}
      />
    </div>
  )
}

function NoActivity() {
  const isFiltered = Object.keys(useStore($filters)).length > 0
  return (
    <div className="rounded-box border border-base-300 bg-raised">
      {isFiltered ? (
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
  <SkeletonList rows={6} label="Loading the activity" className="gap-3 p-3 sm:px-4">
    <Skeleton className="size-8 shrink-0 rounded-full" />
    <div className="grid grow content-center gap-1.5">
      <Skeleton className="h-5 w-72 max-w-full" />
      <Skeleton className="h-4 w-full max-w-md" />
    </div>
  </SkeletonList>
)
