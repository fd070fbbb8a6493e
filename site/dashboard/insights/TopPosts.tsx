import { FileText } from 'lucide-react'

import type { Placement, TopPost } from '#shared/insights.ts'
import { networks } from '#shared/networks.ts'
import { formatAsOf, formatDayTime, formatNumber } from '#site/lib/format.ts'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'

/** Posts with the most reactions on all their networks together. */
export const TopPosts = ({ posts }: { posts: readonly TopPost[] }) => (
  <section aria-labelledby="top-posts">
    <h2 id="top-posts" className="mb-4 text-xl">
      Top posts
    </h2>
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
  const count = (value: number, word: string) => `${formatNumber(value)} ${word}${value === 1 ? '' : 's'}`
  return [
    count(likes, 'like'),
    count(comments, 'comment'),
    ...(shares > 0 ? [count(shares, 'share')] : []),
  ].join(', ')
}
