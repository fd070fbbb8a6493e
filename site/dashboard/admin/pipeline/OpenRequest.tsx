import { useState } from 'react'

import type { SubmittedRequest } from '#site/dashboard/admin/requests/request-list.ts'
import { RequestDetails } from '#site/dashboard/admin/requests/RequestDetails.tsx'
import type { Kind } from '../kind.ts'
import { ClientForm } from './ClientForm.tsx'
import { requestProgress } from './progress.ts'
import { ReplyForm } from './ReplyForm.tsx'

type OpenRequestProps<Request extends SubmittedRequest> = {
  kind: Kind<Request>
  request: Request
  onClose: () => void
  onDelete: (request: Request) => void
}

/** A request with its history, or the reply to it. */
export function OpenRequest<Request extends SubmittedRequest>({
  kind,
  request,
  onClose,
  onDelete,
}: OpenRequestProps<Request>) {
  const [progress] = useState(() =>
    requestProgress(kind.list.pipeline, request, stage => kind.list.restage(request._id, stage)),
  )
  const [form, setForm] = useState<'reply' | 'client'>()
  const closeForm = () => setForm(undefined)
  if (form === 'client')
    return <ClientForm progress={progress} details={kind.client(request)} onClose={closeForm} />
  if (form === 'reply')
    return (
      <ReplyForm
        progress={progress}
        sender={kind.sender(request)}
        to={kind.email(request)}
        subject={kind.subject(request)}
        quote={kind.quote(request)}
        onClose={closeForm}
      />
    )
  const reply = () => {
    progress.beginReply()
    setForm('reply')
  }
  return (
    <RequestDetails
      kind={kind}
      request={request}
      progress={progress}
      onClose={onClose}
      onDelete={onDelete}
      onReply={reply}
      onCreateClient={() => setForm('client')}
    />
  )
}
