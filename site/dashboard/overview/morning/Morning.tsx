import { useStore } from '@nanostores/react'

import { $dialog } from '#site/dashboard/shared/post-dialogs/dialogs.ts'
import { $now } from '#site/dashboard/shared/post-dialogs/now.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { lazyComponent } from '#site/ui/rendering/lazy.tsx'
import { Skeleton } from '#site/ui/states/Skeleton.tsx'
import { $overview } from '../store.ts'
import { needsOf } from './needs.ts'
import { NeedsYou } from './NeedsYou.tsx'
import { NextPosts } from './NextPosts.tsx'
import { WeekStrip } from './WeekStrip.tsx'

/** Loads lazily, because only a missed post needs it. */
const Dialogs = lazyComponent(
  async () => (await import('#site/dashboard/shared/post-dialogs/Dialogs.tsx')).Dialogs,
)

/** Loads lazily, because it is below the first screen. */
const Results = lazyComponent(
  async () => (await import('./Results.tsx')).Results,
  () => <Skeleton className="h-90 w-full sm:max-lg:h-44" />,
)

/** Tasks for the user, the next posts and the results so far. Hidden from new users, whom the first steps guide. */
export function Morning() {
  const overview = useStore($overview)
  const now = useStore($now)
  const dialog = useStore($dialog)
  const zone = useStore($businessZone)
  if (overview.state === 'loading') return <MorningSkeleton />
  // Renders nothing after a failure, because the figures below show it with a retry.
  if (overview.state === 'failed') return null
  const { moreAttention, moreReviews, next, week, best, yesterday, hasPosts } = overview.data
  const needs = needsOf(overview.data)
  if (!hasPosts && needs.length === 0) return null
  return (
    <div className="mb-10 grid grid-cols-1 gap-8">
      <NeedsYou needs={needs} moreAttention={moreAttention} moreReviews={moreReviews} />
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <NextPosts posts={next} />
        <div className="grid grid-cols-1 content-start gap-8">
          <WeekStrip week={week} now={now} zone={zone} />
          <Results best={best} yesterday={yesterday} zone={zone} />
        </div>
      </div>
      {dialog.open !== 'none' && <Dialogs />}
    </div>
  )
}

const MorningSkeleton = () => (
  <div role="status" aria-label="Loading your day" className="mb-10 grid grid-cols-1 gap-8">
    <Skeleton className="h-6 w-64" />
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid content-start gap-3">
        <Skeleton className="h-7 w-28" />
        <Skeleton className="h-90 w-full" />
      </div>
      <div className="grid content-start gap-3">
        <Skeleton className="h-7 w-28" />
        <Skeleton className="h-24 w-full" />
        <Skeleton className="mt-5 h-7 w-28" />
        <Skeleton className="h-24 w-full" />
      </div>
    </div>
  </div>
)
