import { ExternalLink, Heart, MessageCircle, Repeat2 } from 'lucide-react'
import type { ReactNode } from 'react'

import type { TopPost } from '#shared/insights.ts'
import { networks } from '#shared/networks.ts'
import { formatExact, formatNumber, formatRelative } from '#site/lib/format.ts'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { Time } from '#site/ui/Time.tsx'

/** Posts with the most reactions. */
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
  const { network, excerpt, permalink, publishedAt, likes, comments, shares } = post
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 p-4 sm:p-5">
      <NetworkMark network={network} className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 grow basis-60">
        <p className="line-clamp-2 text-sm wrap-anywhere" dir="auto">
          {excerpt || '[No message]'}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-soft">
          <Time
            instant={publishedAt}
            relative={formatRelative(publishedAt)}
            exact={formatExact(publishedAt)}
          />
          <Count icon={<Heart aria-hidden="true" className="size-3.5" />} value={likes} word="likes" />
          <Count
            icon={<MessageCircle aria-hidden="true" className="size-3.5" />}
            value={comments}
            word="comments"
          />
          {shares > 0 && (
            <Count icon={<Repeat2 aria-hidden="true" className="size-3.5" />} value={shares} word="shares" />
          )}
        </p>
      </div>
      {permalink && (
        <a href={permalink} target="_blank" rel="noreferrer" className="btn btn-ghost btn-sm">
          <ExternalLink aria-hidden="true" className="size-4" />
          Open<span className="sr-only"> on {networks[network].name} (opens in a new tab)</span>
        </a>
      )}
    </li>
  )
}

const Count = ({ icon, value, word }: { icon: ReactNode; value: number; word: string }) => (
  <span className="inline-flex items-center gap-1 tabular-nums">
    {icon}
    {formatNumber(value)}
    <span className="sr-only"> {word}</span>
  </span>
)
