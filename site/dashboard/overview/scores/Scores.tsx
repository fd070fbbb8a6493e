import {
  Minus,
  TriangleAlert,
  CircleAlert,
  CircleCheck,
  CircleX,
  ChartSpline,
  Pencil,
  RefreshCw,
  Trash2,
} from 'lucide-react'

import type { Domain } from '#shared/businesses/domains.ts'
import { isAllowed } from '#shared/businesses/permissions.ts'
import type { Measurement, ScoreCategory } from '#shared/scores.ts'
import { askToDeleteDomain, editDomain } from '#site/dashboard/shared/domains/dialogs.ts'
import { timeZone } from '#site/lib/format.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { IconButton } from '#site/ui/IconButton.tsx'
import { Spinner } from '#site/ui/Spinner.tsx'
import {
  trendOf,
  describeTrend,
  isMeasuring,
  SCORE_LABELS,
  scoresOf,
  scoreTone,
  openHistory,
  refreshScores,
} from './scores.ts'

type Props = { domain: Domain; measuring: boolean; recent: readonly Measurement[] }

/** The four score cells of a row, or one that explains why there are none. */
export function Scores({ domain, measuring, recent }: Props) {
  const scores = scoresOf(domain)
  if (!scores)
    return (
      <td colSpan={4} className="max-lg:col-span-2 max-lg:pt-0">
        <NoScores domain={domain} measuring={measuring} />
      </td>
    )
  return scores.map(({ category, score }) => (
    <td
      key={category}
      className="text-end max-lg:col-span-2 max-lg:flex max-lg:items-center max-lg:justify-between max-lg:py-1.5"
    >
      <span aria-hidden="true" className="text-soft lg:hidden">
        {SCORE_LABELS[category]}
      </span>
      <ScoreWithTrend
        score={score}
        category={category}
        recent={recent}
        zone={domain.timeZone || timeZone()}
      />
    </td>
  ))
}

type ScoreProps = { score: number; category: ScoreCategory; recent: readonly Measurement[]; zone: string }

export function ScoreWithTrend({ score, category, recent, zone }: ScoreProps) {
  const trend = recent.length > 1 && trendOf(recent, category)
  return (
    <span className="inline-flex items-center gap-2 lg:flex-col lg:items-end lg:gap-1.5">
      <Sparkline values={recent.map(({ scores }) => scores[category])} />
      <span className="order-last max-lg:min-w-16 lg:order-first">
        <ScoreBadge score={score} />
      </span>
      {trend && <span className="sr-only">, {describeTrend(trend, zone)}</span>}
    </span>
  )
}

const STEPS = {
  queued: 'In the queue.',
  running: 'Loading the page as a phone would. This takes about ten seconds.',
} as const

function NoScores({ domain, measuring }: Omit<Props, 'recent'>) {
  if (measuring)
    return (
      <span className="flex items-start gap-2 text-sm lg:justify-center">
        <Spinner className="mt-0.5" />
        <span>
          Generating scores...
          <span className="block text-xs text-soft">
            {STEPS[domain.performanceStatus === 'running' ? 'running' : 'queued']}
          </span>
        </span>
      </span>
    )
  if (domain.performanceMessage) return <Failure message={domain.performanceMessage} />
  return (
    <span className="flex items-center gap-2 text-sm text-soft lg:justify-center">
      <Minus className="size-4" />
      {domain.websiteURL ? 'No scores yet' : 'Add a website to see its scores'}
    </span>
  )
}

export const Failure = ({ message }: { message: string }) => (
  <span className="flex items-start gap-2 text-sm text-amber">
    <TriangleAlert className="mt-0.5 size-4 shrink-0" />
    <span className="whitespace-normal">{message}</span>
  </span>
)

/** Shown below a row's name if the last attempt to refresh its scores failed. */
export const StaleNote = ({ domain }: { domain: Domain }) =>
  domain.performanceMessage && !isMeasuring(domain) && scoresOf(domain) ? (
    <span className="mt-1.5 block max-w-prose">
      <Failure message={`${domain.performanceMessage} These are its last scores.`} />
    </span>
  ) : null

const LOOKS = {
  good: { tone: 'good', icon: CircleCheck },
  fair: { tone: 'warning', icon: CircleAlert },
  poor: { tone: 'bad', icon: CircleX },
} as const

/** A score with a colour, an icon and, for screen readers, a rating. */
export function ScoreBadge({ score }: { score: number }) {
  const rating = scoreTone(score)
  return (
    <Badge {...LOOKS[rating]}>
      <span translate="no" className="tabular-nums">
        {score}
      </span>
      <span className="sr-only"> ({rating})</span>
    </Badge>
  )
}

type RowActionsProps = { domain: Domain; busy: boolean; hasHistory: boolean }

export const RowActions = ({ domain, busy, hasHistory }: RowActionsProps) => (
  <>
    {domain.websiteURL && isAllowed(domain.role, 'configure') && (
      <RefreshButton name={domain.businessName} busy={busy} onClick={() => void refreshScores(domain)} />
    )}
    {hasHistory && (
      <IconButton
        label={`Scores of ${domain.businessName} over time`}
        tip="Over time"
        icon={<ChartSpline />}
        onClick={() => void openHistory(domain)}
      />
    )}
    {isAllowed(domain.role, 'configure') && (
      <IconButton
        label={`Edit ${domain.businessName}`}
        tip="Edit"
        icon={<Pencil />}
        onClick={() => void editDomain(domain)}
      />
    )}
    {isAllowed(domain.role, 'own') && (
      <IconButton
        label={`Delete ${domain.businessName}`}
        tip="Delete"
        icon={<Trash2 />}
        onClick={() => void askToDeleteDomain(domain)}
      />
    )}
  </>
)

type RefreshButtonProps = { name: string; busy: boolean; onClick: () => void }

/** Keeps the focus and ignores presses while busy. */
export const RefreshButton = ({ name, busy, onClick }: RefreshButtonProps) => (
  <IconButton
    label={`Refresh the scores of ${name}`}
    tip={busy ? 'Generating scores' : 'Refresh scores'}
    aria-disabled={busy || undefined}
    className={busy ? 'cursor-default' : ''}
    icon={busy ? <Spinner /> : <RefreshCw className="size-4" />}
    onClick={() => busy || onClick()}
  />
)

const WIDTH = 56
const HEIGHT = 18
const PAD = 2
const MAX_SCORE = 100

/** A decorative trend of scores: a text beside it says the same. Renders nothing for a single score. */
function Sparkline({ values }: { values: readonly number[] }) {
  if (values.length < 2) return null
  const x = (index: number) => PAD + (index / (values.length - 1)) * (WIDTH - 2 * PAD)
  const y = (value: number) => HEIGHT - PAD - (value / MAX_SCORE) * (HEIGHT - 2 * PAD)
  const points = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`)
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="h-4.5 w-14 shrink-0">
      <polyline
        points={points.join(' ')}
        fill="none"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        className="stroke-soft"
      />
      <circle cx={x(values.length - 1)} cy={y(values.at(-1)!)} r="2" className="fill-base-content" />
    </svg>
  )
}
