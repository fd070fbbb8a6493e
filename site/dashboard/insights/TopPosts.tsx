import { useStore } from '@nanostores/react'
import { FileText } from 'lucide-react'

import type { Placement, TopPost } from '#shared/insights.ts'
import { networks } from '#shared/networks.ts'
import { plural } from '#shared/plural.ts'
import { monthLabel, shiftMonth } from '#shared/reports/render/labels.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { formatAsOf, formatDayTime, formatNumber } from '#site/lib/format.ts'
import { clockIn } from '#site/lib/wall-clock.ts'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { $range, $topMonth, chooseTopMonth } from './store.ts'

/** Posts with the most reactions on all their networks together. */
export const TopPosts = ({ posts }: { posts: readonly TopPost[] }) => (
  <section aria-labelledby="top-posts">
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <h2 id="top-posts" className="text-xl">
        Top posts
      </h2>
      <PeriodChoice />
    </div>
    {posts.length === 0 ? (
      <p className="rounded-box border border-base-300 bg-raised px-5 py-8 text-center text-sm text-soft">
        No posts in this period have likes, comments or shares yet.
      </p>
    ) : (
      <ol className="divide-y divide-base-300 rounded-box border border-base-300 bg-raised">
        {posts.map(post => (
          <TopPostRow key={post._id} post={post} />
        ))}
      </ol>
    )}
  </section>
)

const MONTHS = 12

/** Chooses the range of the figures above, or a month of the last year. */
function PeriodChoice() {
  const month = useStore($topMonth)
  const range = useStore($range)
  const thisMonth = clockIn(useStore($businessZone), new Date()).day.slice(0, 7)
  return (
    <select
      aria-label="Period of the top posts"
      className="select select-sm w-auto pointer-coarse:h-11"
      value={month}
      onChange={event => chooseTopMonth(event.target.value)}
    >
      <option value="">Last {range} days</option>
      {Array.from({ length: MONTHS }, (_, back) => shiftMonth(thisMonth, -back)).map(each => (
        <option key={each} value={each}>
          {monthLabel(each)}
        </option>
      ))}
    </select>
  )
}

function TopPostRow({ post }: { post: TopPost }) {
  const { excerpt, publishedAt, thumbnailUrl, likes, comments, shares, placements } = post
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 p-4 sm:p-5">
      <span className="grid size-14 place-items-center overflow-hidden rounded-field bg-base-200 text-soft">
        {thumbnailUrl ? (
          <img
            src={thumbnailUrl}
            alt=""
            width={56}
            height={56}
            loading="lazy"
            className="size-full object-cover"
          />
        ) : (
          <FileText aria-hidden="true" className="size-5" />
        )}
      </span>
      <div className="min-w-0">
        <div className="flex items-baseline justify-between gap-4">
          <p className="line-clamp-2 text-sm wrap-anywhere" dir="auto">
            {excerpt || '[No message]'}
          </p>
          <p className="shrink-0 text-end font-display text-lg leading-none font-semibold tabular-nums">
            {formatNumber(likes + comments + shares)}
            <span className="block text-xs font-normal text-soft">reactions</span>
          </p>
        </div>
        <p className="mt-1 text-xs text-soft tabular-nums">{formatDayTime(publishedAt)}</p>
        <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-xs text-soft tabular-nums">
          {placements.map(placement => (
            <PlacementItem key={placement.network + placement.accountName} placement={placement} />
          ))}
        </ul>
      </div>
    </li>
  )
}

/** One network’s share of the reactions, linked to the post there. */
function PlacementItem({ placement: { network, permalink, reactions, readAt } }: { placement: Placement }) {
  const text = reactions ? reactionsText(reactions) : 'not shared yet'
  return (
    <li className="flex items-center gap-1.5">
      <NetworkMark network={network} className="size-4" />
      {permalink ? (
        <a href={permalink} target="_blank" rel="noreferrer" className="prose-link">
          {text}
          <span className="sr-only"> on {networks[network].name} (opens in a new tab)</span>
        </a>
      ) : (
        text
      )}
      {readAt && <span>{formatAsOf(readAt)}</span>}
    </li>
  )
}

function reactionsText({ likes, comments, shares }: NonNullable<Placement['reactions']>): string {
  return [
    plural(likes, 'like'),
    plural(comments, 'comment'),
    ...(shares > 0 ? [plural(shares, 'share')] : []),
  ].join(', ')
}
