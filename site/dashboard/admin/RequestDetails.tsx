import { Mail } from 'lucide-react'

import { Button, ButtonLink } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { FactText } from './FactText.tsx'
import type { Sent } from './request-list.ts'
import type { RequestActionsProps } from './RequestActions.tsx'
import { Sender } from './Sender.tsx'

type RequestDetailsProps<Request extends Sent> = Omit<RequestActionsProps<Request>, 'onView'> & {
  onClose: () => void
}

/** All details of a request. */
export function RequestDetails<Request extends Sent>({
  kind,
  request,
  onClose,
  onDelete,
}: RequestDetailsProps<Request>) {
  const email = kind.email(request)
  return (
    <Modal
      open
      wide
      onClose={onClose}
      title={`Request of ${kind.sender(request)}`}
      actions={
        <>
          <Button look="quiet" className="me-auto text-error" onClick={() => onDelete(request)}>
            Delete
          </Button>
          <Button onClick={onClose}>Close</Button>
          {email && (
            <ButtonLink
              href={mailTo(email, kind.subject(request))}
              look="primary"
              icon={<Mail aria-hidden="true" className="size-4" />}
            >
              Reply by email
            </ButtonLink>
          )}
        </>
      }
    >
      <Sender id={request._id} read={kind.list.sender} />
      <dl className="grid gap-4">
        {kind.facts.map(fact => (
          <div key={fact.label} className="grid gap-x-4 gap-y-0.5 sm:grid-cols-[10rem_minmax(0,1fr)]">
            <dt className="text-sm font-semibold">{fact.label}</dt>
            <dd className="wrap-anywhere whitespace-pre-wrap">
              <FactText fact={fact} request={request} missing="Not given" exact />
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}

/** Encodes an e-mail link but keeps the @, which some mail programs look for before decoding. */
const mailTo = (email: string, subject: string) =>
  `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`
