import { Minus, TriangleAlert } from 'lucide-react'

import type { Domain } from '#shared/businesses/domains.ts'
import type { Measurement, ScoreCategory } from '#shared/scores.ts'
import { Sparkline } from '#site/ui/charts/Sparkline.tsx'
import { Spinner } from '#site/ui/Spinner.tsx'
import { trendOf, describeTrend } from './history.ts'
import { ScoreBadge } from './ScoreBadge.tsx'
import { isMeasuring, SCORE_LABELS, scoresOf } from './scores.ts'

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
      <ScoreWithTrend score={score} category={category} recent={recent} />
    </td>
  ))
}

type ScoreProps = { score: number; category: ScoreCategory; recent: readonly Measurement[] }

/** A score with its recent history. */
export function ScoreWithTrend({ score, category, recent }: ScoreProps) {
  const course = recent.length > 1 && trendOf(recent, category)
  return (
    <span className="inline-flex items-center gap-2 lg:flex-col lg:items-end lg:gap-1.5">
      <Sparkline values={recent.map(({ scores }) => scores[category])} max={100} />
      <span className="order-last max-lg:min-w-16 lg:order-first">
        <ScoreBadge score={score} />
      </span>
      {course && <span className="sr-only">, {describeTrend(course)}</span>}
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
      <Minus aria-hidden="true" className="size-4" />
      {domain.websiteURL ? 'No scores yet' : 'Add a website to see its scores'}
    </span>
  )
}

/** Explains why there are no newer scores. */
export const Failure = ({ message }: { message: string }) => (
  <span className="flex items-start gap-2 text-sm text-amber">
    <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
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
