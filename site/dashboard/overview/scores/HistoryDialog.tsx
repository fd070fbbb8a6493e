import { useStore } from '@nanostores/react'

import { type Measurement, SCORE_CATEGORIES, type ScoreSource } from '#shared/scores.ts'
import { formatMoment } from '#site/lib/format.ts'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { ErrorState } from '#site/ui/states/ErrorState.tsx'
import { SkeletonRows } from '#site/ui/states/Skeleton.tsx'
import { Table } from '#site/ui/Table.tsx'
import { $history, $historyDomain, $newestFirst, closeHistory } from './history.ts'
import { ScorePlot } from './ScorePlot.tsx'
import { SCORE_LABELS } from './scores.ts'

/** History of a website's four scores, as charts and as numbers. */
export function HistoryDialog() {
  const domain = useStore($historyDomain)
  return (
    <Modal
      open={domain !== undefined}
      onClose={closeHistory}
      wide
      title={`Scores of ${domain?.businessName}`}
    >
      <History />
    </Modal>
  )
}

function History() {
  const history = useStore($history)
  if (history.state === 'loading') return <SkeletonRows rows={6} label="Loading the scores" />
  if (history.state === 'failed') return <ErrorState message={history.message} onRetry={$history.reload} />
  if (history.data.length === 0) return <p>There are no scores yet.</p>
  return (
    <div className="grid gap-6">
      <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
        {SCORE_CATEGORIES.map(category => (
          <ScorePlot key={category} category={category} measurements={history.data} />
        ))}
      </div>
      <Values />
    </div>
  )
}

const COLUMNS = [
  { label: 'Measured' },
  ...SCORE_CATEGORIES.map(category => ({ label: SCORE_LABELS[category], numeric: true })),
]

const Values = () => (
  <Table caption="Every measurement, newest first" columns={COLUMNS}>
    {useStore($newestFirst).map(measurement => (
      <ValueRow key={measurement.measuredAt} measurement={measurement} />
    ))}
  </Table>
)

const SOURCES: Record<ScoreSource, string> = {
  lighthouse: 'Lighthouse',
  pagespeed: 'PageSpeed Insights',
}

const ValueRow = ({ measurement: { measuredAt, scores, source } }: { measurement: Measurement }) => (
  <tr className="border-base-300">
    <th scope="row" className="font-normal whitespace-nowrap">
      <time dateTime={measuredAt}>{formatMoment(measuredAt)}</time>
      <span className="block text-xs text-soft">{SOURCES[source]}</span>
    </th>
    {SCORE_CATEGORIES.map(category => (
      <td key={category} translate="no" className="text-end tabular-nums">
        {scores[category]}
      </td>
    ))}
  </tr>
)
