import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'

import { DAY_MS } from '#shared/durations.ts'
import type { Figure, InsightsSummary, FigureName } from '#shared/insights.ts'
import { namesWhere, formatAlternatives } from '#shared/networks.ts'
import { Change, type Comparison, directionOf, FigureValue } from '#site/dashboard/shared/figures.tsx'
import { $businessZone, formatAsOfIn } from '#site/dashboard/shared/zone.ts'
import { formatDay, formatSigned } from '#site/lib/format.ts'
import { ErrorState, Skeleton } from '#site/ui/states.tsx'
import type { $overview } from './store.ts'

type StatCardsProps = {
  $store: typeof $overview
  /** Missing if the screen's own title says whose figures they are. */
  title?: string
  /** Says what the figures leave out. */
  children?: ReactNode
}

export function StatCards({ $store, title, children }: StatCardsProps) {
  const overview = useStore($store)
  return (
    <section aria-labelledby="figures" className="mb-10">
      <h2 id="figures" className={title ? 'mb-4 text-xl' : 'sr-only'}>
        {title ?? 'Your figures'}
      </h2>
      {children}
      {overview.state === 'failed' ? (
        <ErrorState message={overview.message} onRetry={$store.reload} />
      ) : (
        <>
          <dl
            aria-busy={overview.state === 'loading' || undefined}
            className="grid grid-cols-2 gap-px overflow-hidden rounded-box border border-base-300 bg-base-300 lg:grid-cols-4"
          >
            {STAT_CARDS.map(({ name, label, hint }) => (
              <div key={name} className="grid content-start gap-1 bg-raised p-4 sm:p-5">
                <dt className="text-sm font-semibold">
                  {label}
                  <span className="block text-xs font-normal text-soft">{hint}</span>
                </dt>
                {overview.state === 'ready' ? (
                  <Value figure={overview.data.figures[name]} summary={overview.data.figures} />
                ) : (
                  <dd>
                    <Skeleton className="my-1 h-9 w-20" />
                    <Skeleton className="h-4 w-28" />
                  </dd>
                )}
              </div>
            ))}
          </dl>
          {overview.state === 'ready' && <Footnote summary={overview.data.figures} />}
        </>
      )}
    </section>
  )
}

function Value({ figure, summary }: { figure: Figure; summary: InsightsSummary }) {
  const change = changeOf(figure)
  const isWaiting = figure.value === null && summary.unread > 0
  const shown = summary.accounts === 0 ? 0 : figure.value
  return (
    <>
      <dd className="font-display text-3xl font-semibold tracking-tight tabular-nums">
        <FigureValue value={shown} why={isWaiting ? 'being read' : undefined} />
      </dd>
      <dd aria-hidden={!change || undefined} className="min-h-4 text-xs">
        {change && <Change {...change} />}
      </dd>
    </>
  )
}

/** Explains missing or stale figures. */
function Footnote({ summary }: { summary: InsightsSummary }) {
  const zone = useStore($businessZone)
  if (summary.accounts === 0)
    return (
      <p className="mt-3 text-sm text-soft">
        These stay at 0 until you connect{' '}
        {summary.connected === 0
          ? 'an account'
          : `${formatAlternatives(namesWhere(({ likeIcon }) => likeIcon))}, which share figures for posts`}
        .{' '}
        <a href="/dashboard/social-hub" className="prose-link">
          Connect one in Social Hub
        </a>
      </p>
    )
  return (
    <p className="mt-3 text-sm text-soft">
      <span role="status">
        {summary.unread > 0 && 'We’re reading the figures of your accounts. They appear here by themselves. '}
      </span>
      {summary.readAt !== null && (
        <>Posts are counted as they go out, the other figures {formatAsOfIn(zone, summary.readAt)}. </>
      )}
      <a href="/dashboard/insights" className="prose-link">
        View Insights
      </a>
    </p>
  )
}

const STAT_CARDS: readonly { name: FigureName; label: string; hint: string }[] = [
  { name: 'posts', label: 'Total Posts', hint: 'On your accounts' },
  { name: 'followers', label: 'Followers', hint: 'Of your accounts' },
  { name: 'comments', label: 'Comments', hint: 'On your posts' },
  { name: 'engagement', label: 'Engagement', hint: 'In the last 30 days' },
]

const LATEST_START_MS = 29 * DAY_MS

/** Describes the change of a figure in 30 days, such as '+12 in 30 days', or since the first day with figures. */
export function changeOf({ change, since }: Figure, now = new Date()): Comparison | undefined {
  if (change === null || since === null) return undefined
  const isWhole = now.getTime() - Date.parse(since) >= LATEST_START_MS
  const when = isWhole ? 'in 30 days' : `since ${formatDay(since)}`
  const text = `${change === 0 ? 'No change' : formatSigned(change)} ${when}`
  return { direction: directionOf(change), text }
}
