import type { ReactNode } from 'react'

import type { TopPost } from '#shared/insights.ts'
import { BEST_POST_DAYS, type Yesterday } from '#shared/overview.ts'
import { Unknown } from '#site/dashboard/shared/figures.tsx'
import { excerptOf, LIST_EXCERPT } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { ReactionCounts } from '#site/dashboard/shared/ReactionCounts.tsx'
import { formatAsOfIn, formatDueIn } from '#site/dashboard/shared/zone.ts'
import { formatNumber, formatSigned } from '#site/lib/format.ts'
import { Picture, thumbnailOf } from '#site/ui/media/Picture.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { Section } from '#site/ui/Section.tsx'

type ResultsProps = { best: TopPost | null; yesterday: Yesterday; zone: string }

export const Results = ({ best, yesterday, zone }: ResultsProps) => (
  <div className="grid grid-cols-1 gap-8 sm:max-lg:grid-cols-2">
    <BestPost best={best} zone={zone} />
    <YesterdayFigures yesterday={yesterday} zone={zone} />
  </div>
)

const YesterdayFigures = ({ yesterday, zone }: Omit<ResultsProps, 'best'>) => {
  const { posts, engagement, followers, readAt } = yesterday
  return (
    <Section title="Yesterday" className="@container">
      <dl className="grid grid-cols-1 divide-base-300 rounded-box @max-[17rem]:divide-y @min-[17rem]:grid-cols-[repeat(3,auto)] @min-[17rem]:divide-x border border-base-300 bg-raised">
        <Figure label="Posts out">{formatNumber(posts)}</Figure>
        <Figure label="Engagement">{engagement === null ? <Unknown /> : formatNumber(engagement)}</Figure>
        <Figure label="Followers">{followers === null ? <Unknown /> : formatSigned(followers)}</Figure>
      </dl>
      <p className="mt-2 text-sm text-soft">
        {readAt
          ? `Engagement and followers ${formatAsOfIn(zone, readAt)}.`
          : 'The networks haven’t shared figures for yesterday yet.'}
      </p>
    </Section>
  )
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0 p-3 @max-[17rem]:flex @max-[17rem]:items-baseline @max-[17rem]:justify-between @max-[17rem]:py-2">
    <dt className="text-xs text-soft">{label}</dt>
    <dd className="font-display text-2xl font-semibold tabular-nums">{children}</dd>
  </div>
)

/** The post with the most reactions of the last month, on all its networks together. */
function BestPost({ best, zone }: Omit<ResultsProps, 'yesterday'>) {
  return (
    <Section title="Best post">
      {best ? (
        <div className="flex gap-3 rounded-box border border-base-300 bg-raised p-4">
          <Picture picture={thumbnailOf(best)} className="size-12" />
          <div className="min-w-0 grow">
            <p className="line-clamp-2 text-sm wrap-anywhere" dir="auto">
              {excerptOf(best.excerpt, LIST_EXCERPT)}
            </p>
            <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-soft tabular-nums">
              <span className="flex gap-1">
                {best.placements.map(({ network, accountName }) => (
                  <NetworkMark key={network + accountName} network={network} className="size-4" />
                ))}
              </span>
              <ReactionCounts likes={best.likes} comments={best.comments} shares={best.shares} />
            </p>
            <p className="mt-1 text-xs text-soft">
              {formatDueIn(zone, best.publishedAt)}
              {readAtOf(best) && `, ${formatAsOfIn(zone, readAtOf(best))}`}
            </p>
          </div>
        </div>
      ) : (
        <p className="rounded-box border border-base-300 bg-raised p-4 text-sm text-soft">
          No reactions in the last {BEST_POST_DAYS} days yet.
        </p>
      )}
    </Section>
  )
}

const readAtOf = ({ placements }: TopPost) =>
  placements.flatMap(({ readAt }) => readAt ?? []).toSorted()[0] ?? ''
