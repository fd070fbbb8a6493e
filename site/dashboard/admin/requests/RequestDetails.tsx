import { Mail } from 'lucide-react'

import { FactText } from '#site/dashboard/admin/FactText.tsx'
import { ClientOfRequest } from '#site/dashboard/admin/pipeline/ClientOfRequest.tsx'
import { Notes } from '#site/dashboard/admin/pipeline/Notes.tsx'
import type { RequestProgress } from '#site/dashboard/admin/pipeline/progress.ts'
import { Stage } from '#site/dashboard/admin/pipeline/stage/Stage.tsx'
import { Sender } from '#site/dashboard/admin/Sender.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import type { SubmittedRequest } from './request-list.ts'
import type { RequestActionsProps } from './RequestActions.tsx'

type RequestDetailsProps<Request extends SubmittedRequest> = Omit<RequestActionsProps<Request>, 'onView'> & {
  progress: RequestProgress
  onClose: () => void
  onReply: () => void
  onCreateClient: () => void
}

/** All details of a request, its progress and its history. */
export function RequestDetails<Request extends SubmittedRequest>({
  kind,
  request,
  progress,
  onClose,
  onDelete,
  onReply,
  onCreateClient,
}: RequestDetailsProps<Request>) {
  const canReply = kind.email(request) !== ''
  return (
    <Modal
      open
      wide
      onClose={onClose}
      title={`Request of ${kind.sender(request)}`}
      actions={
        <>
          <Button variant="quiet" className="me-auto text-error" onClick={() => onDelete(request)}>
            Delete
          </Button>
          {/* The focus starts here, because arrow keys would change a focused select. */}
          <Button onClick={onClose} data-autofocus={canReply ? undefined : true}>
            Close
          </Button>
          {canReply && (
            <Button
              variant="primary"
              icon={<Mail aria-hidden="true" className="size-4" />}
              onClick={onReply}
              data-autofocus
            >
              Reply by email
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-5">
        <div className="grid gap-3">
          <Stage progress={progress} />
          <ClientOfRequest progress={progress} onCreate={onCreateClient} />
        </div>
        <Sender id={request._id} read={kind.list.sender} />
        <dl className="grid gap-4 border-t border-base-300 pt-5">
          {kind.facts.map(fact => (
            <div key={fact.label} className="grid gap-x-4 gap-y-0.5 sm:grid-cols-[10rem_minmax(0,1fr)]">
              <dt className="text-sm font-semibold">{fact.label}</dt>
              <dd className="wrap-anywhere whitespace-pre-wrap">
                <FactText fact={fact} request={request} missing="Not given" exact />
              </dd>
            </div>
          ))}
        </dl>
        <Notes progress={progress} receivedAt={request.createdAt} />
      </div>
    </Modal>
  )
}
