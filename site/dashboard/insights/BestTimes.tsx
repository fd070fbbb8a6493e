import { useStore } from '@nanostores/react'

import { BEST_SLOT_POSTS, BEST_TIME_POSTS, type PostingRate } from '#shared/insights.ts'
import { CreatePostLink } from '#site/dashboard/shared/CreatePostLink.tsx'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { describeTimeZone } from '#site/lib/format.ts'
import { formatRate, formatSlot } from '#site/lib/posting-labels.ts'
import { ErrorState } from '#site/ui/states/ErrorState.tsx'
import { Skeleton } from '#site/ui/states/Skeleton.tsx'
import { SlotGrid } from './SlotGrid.tsx'
import { $rate } from './store.ts'

/** Posting rate and best times. */
export function BestTimes() {
  const rate = useStore($rate)
  if (rate.state === 'loading')
    return (
      <div role="status" aria-label="Loading your posting rate">
        <Skeleton className="h-64 w-full" />
      </div>
    )
  if (rate.state === 'failed') return <ErrorState message={rate.message} onRetry={$rate.reload} />
  return <Shown rate={rate.data} />
}

function Shown({ rate }: { rate: PostingRate }) {
  const { best, basedOn, slots } = rate
  return (
    <section aria-labelledby="best-times" className="grid gap-8 xl:grid-cols-[18rem_minmax(0,1fr)]">
      <div className="grid content-start gap-5">
        <h2 id="best-times" className="text-xl">
          When to post
        </h2>
        <dl className="grid gap-4">
          <div>
            <dt className="text-sm text-soft">You post</dt>
            <dd className="font-display text-2xl font-semibold tracking-tight">
              {formatRate(rate) ?? 'Not in the last 4 weeks'}
            </dd>
          </div>
          <div className="border-t border-base-300 pt-4">
            <dt className="text-sm text-soft">People react most</dt>
            <dd className="font-display text-lg font-semibold">
              {best ? formatSlot(best) : 'Not clear yet'}
            </dd>
            <dd className="mt-1 text-sm text-soft">{ground(rate)}</dd>
          </div>
        </dl>
        <CreatePostLink primary className="justify-self-start" />
      </div>
      <div className="grid content-center rounded-box border border-base-300 bg-raised p-3 sm:p-5">
        {slots.length > 0 ? (
          <SlotGrid slots={slots} best={best} />
        ) : (
          <p className="py-10 text-center text-sm text-soft">
            {basedOn === 0
              ? 'Once people react to your posts, you’ll see the times here.'
              : 'There is nothing to compare yet.'}
          </p>
        )}
      </div>
    </section>
  )
}

/** Minimum number of posts in the best slot for a confident statement. */
const FAIRLY_SURE = 5
const SURE = 10

function ground({ best, basedOn }: PostingRate): string {
  if (best) {
    const sure =
      best.posts >= SURE ? 'We’re sure of it' : best.posts >= FAIRLY_SURE ? 'Fairly sure' : 'An early sign'
    return `${sure}: ${best.posts} posts then got ${best.score.toFixed(1)} times your average. Based on ${basedOn} posts from the last 90 days, ${describeTimeZone(new Date(), $businessZone.get())}.`
  }
  const why =
    basedOn < BEST_TIME_POSTS
      ? `We need ${BEST_TIME_POSTS} posts with reactions. ${basedOn || 'None'} so far.`
      : `Based on ${basedOn} posts from the last 90 days: no time has ${BEST_SLOT_POSTS} posts that did better than the rest.`
  return `${why} ${WAKING_HOURS}`
}

const WAKING_HOURS =
  'Until then, post while people are up and looking: breakfast (7–9 am), lunch (12–1 pm) or after tea (6–8 pm). That’s general advice, not your figures.'
