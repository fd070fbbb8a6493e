import { Eye, Trash2 } from 'lucide-react'

import type { Kind } from '#site/dashboard/admin/kind.ts'
import { IconButton } from '#site/ui/IconButton.tsx'
import type { SubmittedRequest } from './request-list.ts'

export type RequestActionsProps<Request extends SubmittedRequest> = {
  kind: Kind<Request>
  request: Request
  onView: (request: Request) => void
  onDelete: (request: Request) => void
}

export function RequestActions<Request extends SubmittedRequest>({
  kind,
  request,
  onView,
  onDelete,
}: RequestActionsProps<Request>) {
  const sender = kind.sender(request)
  return (
    <>
      <IconButton
        label={`View the request of ${sender}`}
        tip="View"
        icon={<Eye aria-hidden="true" className="size-4" />}
        onClick={() => onView(request)}
      />
      <IconButton
        label={`Delete the request of ${sender}`}
        tip="Delete"
        icon={<Trash2 aria-hidden="true" className="size-4" />}
        onClick={() => onDelete(request)}
      />
    </>
  )
}
