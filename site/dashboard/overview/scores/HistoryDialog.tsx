import { useStore } from '@nanostores/react'
import { useState } from 'react'

import type { Domain } from '#shared/businesses/domains.ts'
import { type Measurement, SCORE_CATEGORIES, type ScoreSource, type ScoreCategory } from '#shared/scores.ts'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { $zoneOf } from '#site/dashboard/shared/zone.ts'
import { formatMoment, formatDate, formatTime } from '#site/lib/format.ts'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { SkeletonRows } from '#site/ui/states.tsx'
import { Table } from '#site/ui/Table.tsx'
import { historyOf, SCORE_LABELS, trendOf, describeTrend } from './scores.ts'
import { ScoreBadge } from './Scores.tsx'

export function HistoryDialog({ domain, onClose }: { domain: Domain; onClose: () => void }) {
  const [$history] = useState(() => historyOf(domain))
  const zone = useStore($zoneOf)(domain._id)
  return (
    <Modal wide title={`Scores of ${domain.businessName}`} onClose={onClose}>
      <Loaded store={$history} loading={<SkeletonRows rows={6} label="Loading the scores" />}>
        {history =>
          history.length === 0 ? (
            <p>There are no scores yet.</p>
          ) : (
            <History measurements={history} zone={zone} />
          )
        }
      </Loaded>
    </Modal>
  )
}

type HistoryProps = { measurements: readonly Measurement[]; zone: string }

const History = ({ measurements, zone }: HistoryProps) => (
  <div className="grid gap-6">
    <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
      {SCORE_CATEGORIES.map(category => (
        <ScorePlot key={category} category={category} measurements={measurements} zone={zone} />
      ))}
    </div>
    <Table caption="Every measurement, newest first" columns={COLUMNS}>
      {measurements.toReversed().map(({ measuredAt, scores, source }) => (
        <tr key={measuredAt} className="border-base-300">
          <th scope="row" className="font-normal whitespace-nowrap">
            <time dateTime={measuredAt}>{formatMoment(measuredAt, zone)}</time>
            <span className="block text-xs text-soft">{SOURCES[source]}</span>
          </th>
          {SCORE_CATEGORIES.map(category => (
            <td key={category} translate="no" className="text-end tabular-nums">
              {scores[category]}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  </div>
)

const COLUMNS = [
  { label: 'Measured' },
  ...SCORE_CATEGORIES.map(category => ({ label: SCORE_LABELS[category], numeric: true })),
]

const SOURCES: Record<ScoreSource, string> = {
  lighthouse: 'Lighthouse',
  pagespeed: 'PageSpeed Insights',
}

const WIDTH = 300
const HEIGHT = 100
/** Thresholds of fair and good. */
const BOUNDS = [50, 90]
const MAX_DOTS = 40

type Props = HistoryProps & { category: ScoreCategory }

/** One score over time, on the whole scale from 0 to 100; the table below shows its values. */
function ScorePlot({ measurements, category, zone }: Props) {
  const trend = trendOf(measurements, category)
  if (!trend) return null
  const start = Date.parse(trend.since)
  const span = Date.parse(measurements.at(-1)!.measuredAt) - start
  const points = measurements.map(({ measuredAt, scores }) => ({
    x: span === 0 ? WIDTH / 2 : ((Date.parse(measuredAt) - start) / span) * WIDTH,
    y: HEIGHT - scores[category],
  }))
  const label = SCORE_LABELS[category]
  const ends = endsOf(trend.since, measurements.at(-1)!.measuredAt, zone)
  const range = trend.low === trend.high ? `always ${trend.low}` : `between ${trend.low} and ${trend.high}`
  return (
    <figure className="grid content-start gap-2">
      <figcaption className="flex items-center justify-between gap-2 text-sm font-semibold">
        {label}
        <ScoreBadge score={trend.now} />
      </figcaption>
      <div className="relative pe-7">
        <svg
          role="img"
          aria-label={`${label}: ${trend.now} now, ${describeTrend(trend, zone)}, ${range}.`}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-24 w-full overflow-visible border-y border-base-300"
        >
          {BOUNDS.map(bound => (
            <path
              key={bound}
              d={`M0 ${HEIGHT - bound}H${WIDTH}`}
              vectorEffect="non-scaling-stroke"
              strokeDasharray="3 4"
              className="stroke-edge/60"
            />
          ))}
          <polyline
            points={points.map(({ x, y }) => `${x.toFixed(1)},${y}`).join(' ')}
            fill="none"
            strokeWidth="2"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
            className="stroke-base-content"
          />
        </svg>
        <div aria-hidden="true" className="absolute inset-y-0 start-0 end-7">
          {points.length <= MAX_DOTS &&
            points.map(({ x, y }, index) => (
              <span
                key={index}
                className={`absolute -translate-1/2 rounded-full ${
                  index === points.length - 1
                    ? 'size-2.5 border-2 border-base-content bg-primary'
                    : 'size-1.5 bg-base-content'
                }`}
                style={{ left: `${(x / WIDTH) * 100}%`, top: `${y}%` }}
              />
            ))}
        </div>
        {BOUNDS.map(bound => (
          <span
            key={bound}
            aria-hidden="true"
            className="absolute end-0 -translate-y-1/2 text-xs text-soft tabular-nums"
            style={{ top: `${HEIGHT - bound}%` }}
          >
            {bound}
          </span>
        ))}
      </div>
      <p aria-hidden="true" className="flex justify-between pe-7 text-xs text-soft tabular-nums">
        <span>{ends.first}</span>
        {span > 0 && <span>{ends.last}</span>}
      </p>
    </figure>
  )
}

/** Formats the ends of a period: as days, or as times if both are on one day. */
function endsOf(first: string, last: string, zone: string) {
  const days = { first: formatDate(first, zone), last: formatDate(last, zone) }
  if (days.first !== days.last) return days
  return { first: formatMoment(first, zone), last: formatTime(last, zone) }
}
