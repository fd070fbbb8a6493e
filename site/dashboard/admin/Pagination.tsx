import { useStore } from '@nanostores/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'

import { formatNumber } from '#site/lib/format.ts'
import { Button } from '#site/ui/Button.tsx'
import type { RequestList, SubmittedRequest } from './requests/request-list.ts'

/** Position in the list. Next is enabled only if the next page has rows. */
export function Pagination<Request extends SubmittedRequest>({ list }: { list: RequestList<Request> }) {
  const { rows, from, page, pages, total } = useStore(list.$view)
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-sm text-soft tabular-nums">
        {formatNumber(from + 1)} to {formatNumber(from + rows.length)} of {formatNumber(total)}
      </p>
      <div className="flex gap-2">
        <Button
          small
          disabled={page === 0}
          onClick={() => list.turn(-1)}
          icon={<ChevronLeft aria-hidden="true" className="size-4" />}
        >
          Previous
        </Button>
        <Button small disabled={page >= pages - 1} onClick={() => list.turn(1)}>
          Next
          <ChevronRight aria-hidden="true" className="size-4" />
        </Button>
      </div>
    </nav>
  )
}
