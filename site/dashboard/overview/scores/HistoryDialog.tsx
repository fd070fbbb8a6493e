import { useStore } from '@nanostores/react'
import { useState } from 'react'

import type { Domain } from '#shared/businesses/domains.ts'
import { type Measurement, SCORE_CATEGORIES, type ScoreSource, type ScoreCategory } from '#shared/scores.ts'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { $zoneOf } from '#site/dashboard/shared/zone.ts'
import { formatMoment, formatDate } from '#site/lib/format.ts'
import { DayPlot } from '#site/ui/charts/DayPlot.tsx'
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

const SCALE = [0, 50, 100] as const

type ScorePlotProps = HistoryProps & { category: ScoreCategory }

/** One score over time, on the whole scale. */
function ScorePlot({ measurements, category, zone }: ScorePlotProps) {
  const trend = trendOf(measurements, category)
  if (!trend) return null
  const { now, low, high } = trend
  const label = SCORE_LABELS[category]
  const range = low === high ? `always ${low}` : `between ${low} and ${high}`
  return (
    <div className="grid content-start gap-3">
      <p className="flex items-center justify-between gap-2 text-sm font-semibold">
        {label}
        <ScoreBadge score={now} />
      </p>
      <DayPlot
        kind="line"
        name={label}
        ticks={SCALE}
        points={measurements.map(({ measuredAt, scores }) => ({
          label: formatDate(measuredAt, zone),
          at: Date.parse(measuredAt),
          value: scores[category],
        }))}
        description={`${label}: ${now} now, ${describeTrend(trend, zone)}, ${range}.`}
      />
    </div>
  )
}
