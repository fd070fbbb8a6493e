import { useStore } from '@nanostores/react'

import { REQUEST_STATUS_LABELS, REQUEST_STATUSES } from '#shared/requests/pipeline.ts'
import type { RequestList, SubmittedRequest } from '#site/dashboard/admin/requests/request-list.ts'
import { formatNumber } from '#site/lib/format.ts'
import { Segments } from '#site/ui/fields/Segments.tsx'

const FILTERS = ['all', ...REQUEST_STATUSES] as const
const LABELS = { all: 'All', ...REQUEST_STATUS_LABELS }

/** Chooses a status, with the number of requests in each. */
export function StageFilter<Request extends SubmittedRequest>({ list }: { list: RequestList<Request> }) {
  const chosen = useStore(list.$status)
  const counts = useStore(list.$counts)
  const choices = FILTERS.map(status => ({
    key: status,
    label: (
      <>
        {LABELS[status]}{' '}
        {counts[status] > 0 && <span className="tabular-nums">{formatNumber(counts[status])}</span>}
      </>
    ),
  }))
  return (
    <div className="max-sm:[&_button]:px-2">
      <Segments
        wraps
        label="Status"
        choices={choices}
        chosen={chosen}
        onChoose={status => list.filter({ status })}
      />
    </div>
  )
}
