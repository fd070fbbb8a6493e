import { useStore } from '@nanostores/react'

import { REQUEST_STATUS_LABELS, REQUEST_STATUSES } from '#shared/requests/pipeline.ts'
import type { RequestList, Sent } from '#site/dashboard/admin/requests/request-list.ts'
import { formatNumber } from '#site/lib/format.ts'
import { Button } from '#site/ui/Button.tsx'

const FILTERS = ['all', ...REQUEST_STATUSES] as const
const LABELS = { all: 'All', ...REQUEST_STATUS_LABELS }

/** Chooses a status, with the number of requests in each. */
export function StageFilter<Request extends Sent>({ list }: { list: RequestList<Request> }) {
  const chosen = useStore(list.$status)
  const counts = useStore(list.$counts)
  return (
    <div role="group" aria-label="Status" className="flex flex-wrap gap-2">
      {FILTERS.map(status => (
        <Button
          key={status}
          small
          look={chosen === status ? 'ink' : 'plain'}
          aria-pressed={chosen === status}
          onClick={() => list.filter({ status })}
        >
          {LABELS[status]} <span className="tabular-nums">{formatNumber(counts[status])}</span>
        </Button>
      ))}
    </div>
  )
}
