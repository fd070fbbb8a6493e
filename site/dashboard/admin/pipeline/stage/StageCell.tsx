import type { RequestStage } from '#shared/requests/pipeline.ts'
import { StatusBadge } from '#site/dashboard/admin/pipeline/StatusBadge.tsx'

/** A request's status and assignee. */
export const StageCell = ({ status, assignee }: RequestStage) => (
  <span className="inline-flex max-w-full flex-wrap items-center gap-x-2 gap-y-1">
    <StatusBadge status={status} />
    {assignee && (
      <span className="max-w-28 truncate text-xs text-soft">
        <span className="sr-only">Assigned to </span>
        {assignee.fullname}
      </span>
    )}
  </span>
)
