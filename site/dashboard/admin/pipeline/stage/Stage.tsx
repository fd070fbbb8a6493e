import { useStore } from '@nanostores/react'
import { TriangleAlert } from 'lucide-react'

import {
  type Colleague,
  REQUEST_STATUS_LABELS,
  REQUEST_STATUSES,
  type RequestStatus,
} from '#shared/requests/pipeline.ts'
import { useColleagues } from '#site/dashboard/admin/pipeline/colleagues.ts'
import type { Change, RequestProgress } from '#site/dashboard/admin/pipeline/progress.ts'
import { Button } from '#site/ui/Button.tsx'
import { SelectField } from '#site/ui/fields/SelectField.tsx'

const STATUSES = REQUEST_STATUSES.map(value => ({ value, label: REQUEST_STATUS_LABELS[value] }))

/** Status and assignee of an open request. A choice is saved at once. */
export function Stage({ progress }: { progress: RequestProgress }) {
  const stage = useStore(progress.$stage)
  const changing = useStore(progress.$changing)
  const conflict = useStore(progress.$conflict)
  const colleagues = useColleagues()
  const { status = stage.status, assigneeId = stage.assignee?._id ?? null } = changing ?? {}
  const labelOf = ({ fullname }: Colleague) => fullname
  // The assignee may no longer be an administrator.
  const former =
    stage.assignee && !colleagues.some(({ _id }) => _id === stage.assignee?._id) ? [stage.assignee] : []
  return (
    <section aria-label="Progress" className="grid gap-3">
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2" aria-busy={changing !== undefined}>
        <SelectField
          label="Status"
          className="w-full"
          choices={STATUSES}
          value={status}
          onChange={event => void progress.change({ status: event.target.value as RequestStatus })}
        />
        <SelectField
          label="Assigned to"
          className="w-full"
          choices={[
            { value: '', label: 'Nobody yet' },
            ...former.map(person => ({ value: person._id, label: labelOf(person) })),
            ...colleagues.map(({ _id, label }) => ({ value: _id, label })),
          ]}
          value={assigneeId ?? ''}
          onChange={event => void progress.change({ assigneeId: event.target.value || null })}
        />
      </div>
      <div role="status" className="empty:hidden">
        {conflict && (
          <Conflict
            wanted={describe(conflict, [...colleagues, ...former])}
            onAgain={() => void progress.change(conflict)}
          />
        )}
      </div>
    </section>
  )
}

const Conflict = ({ wanted, onAgain }: { wanted: string; onAgain: () => void }) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-field border border-amber/35 bg-warning/10 px-3.5 py-2.5 text-sm">
    <p className="flex grow basis-56 items-start gap-2.5">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-amber" />
      A colleague changed this request just before you. This is its current state.
    </p>
    <Button small onClick={onAgain}>
      {wanted}
    </Button>
  </div>
)

function describe({ status, assigneeId }: Change, colleagues: readonly Colleague[]): string {
  if (status) return `Set to ${REQUEST_STATUS_LABELS[status]} anyway`
  const name = colleagues.find(({ _id }) => _id === assigneeId)?.fullname
  return name ? `Assign to ${name} anyway` : 'Assign to nobody anyway'
}
