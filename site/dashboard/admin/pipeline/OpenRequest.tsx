import { useStore } from '@nanostores/react'
import { Building2, Mail } from 'lucide-react'
import { useState } from 'react'

import { brand } from '#shared/brand.ts'
import { REQUEST_STATUS_LABELS, REQUEST_STATUSES, type RequestStatus } from '#shared/requests/pipeline.ts'
import { quoteOf, replyAddressOf } from '#shared/requests/replies.ts'
import type { RequestSender } from '#shared/requests/requests.ts'
import type { SubmittedRequest } from '#site/dashboard/admin/columns.ts'
import type { RequestList } from '#site/dashboard/admin/requests/request-list.ts'
import { FactText } from '#site/dashboard/admin/requests/RequestTable.tsx'
import { BusinessLink } from '#site/dashboard/shared/domains/BusinessMark.tsx'
import { $domains } from '#site/dashboard/shared/domains/store.ts'
import { $displayName } from '#site/dashboard/shared/me.ts'
import { FormDialog } from '#site/forms/FormDialog.tsx'
import { apiUrl } from '#site/lib/api/url.ts'
import { remote } from '#site/lib/remote.ts'
import { toast } from '#site/lib/toasts.ts'
import { Avatar } from '#site/ui/Avatar.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { SelectField, TextField, TextArea } from '#site/ui/fields/Field.tsx'
import { History, Notes } from './History.tsx'
import { requestProgress, type RequestProgress, useColleagues } from './progress.ts'

type OpenRequestProps<Request extends SubmittedRequest> = {
  list: RequestList<Request>
  request: Request
  onClose: () => void
  onDelete: (request: Request) => void
}

export function OpenRequest<Request extends SubmittedRequest>({
  list,
  request,
  onClose,
  onDelete,
}: OpenRequestProps<Request>) {
  const [progress] = useState(() =>
    requestProgress(list.calls, request, stage => list.restage(request._id, stage)),
  )
  const [form, setForm] = useState<'reply' | 'client'>()
  const closeForm = () => setForm(undefined)
  const email = replyAddressOf(request)
  if (form === 'client')
    return <ClientForm progress={progress} details={{ ...list.client(request), email }} onClose={closeForm} />
  if (form === 'reply')
    return <ReplyForm list={list} request={request} progress={progress} onClose={closeForm} />
  const reply = () => {
    progress.beginReply()
    setForm('reply')
  }
  return (
    <Modal
      wide
      onClose={onClose}
      title={`Request of ${list.sender(request)}`}
      actions={
        <>
          <Button variant="quiet" className="me-auto text-error" onClick={() => onDelete(request)}>
            Delete
          </Button>
          {/* The focus starts here, because arrow keys would change a focused select. */}
          <Button onClick={onClose} data-autofocus={email ? undefined : true}>
            Close
          </Button>
          {email && (
            <Button variant="primary" icon={<Mail />} onClick={reply} data-autofocus>
              Reply by email
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-5">
        <div className="grid gap-3">
          <Stage progress={progress} />
          <ClientOfRequest progress={progress} onCreate={() => setForm('client')} />
        </div>
        <Sender id={request._id} read={list.calls.sender} />
        <dl className="grid gap-4 border-t border-base-300 pt-5">
          {list.facts.map(fact => (
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

type ClientFormProps = {
  progress: RequestProgress
  details: { businessName: string; websiteURL: string; email: string }
  onClose: () => void
}

function ClientForm({ progress: { newClient }, details, onClose }: ClientFormProps) {
  const shown = { ...details, ...newClient.draft() }
  return (
    <FormDialog
      store={newClient}
      keepsDraft
      title="Create client"
      intro="You own the business and can start at once. The person you invite becomes its owner too."
      submit="Create client"
      busyLabel="Creating…"
      onClose={onClose}
    >
      <TextField
        label="Business name"
        name="businessName"
        required
        maxLength={100}
        data-autofocus
        defaultValue={shown.businessName}
      />
      <TextField
        label="Website"
        name="websiteURL"
        inputMode="url"
        hint="Optional. We check how fast and how easy to find it is."
        defaultValue={shown.websiteURL}
      />
      <TextField
        label="Invite as owner"
        name="email"
        type="email"
        hint="We email them an invitation in a few seconds. Leave it empty to invite nobody yet."
        defaultValue={shown.email}
      />
    </FormDialog>
  )
}

type ReplyFormProps<Request extends SubmittedRequest> = Omit<OpenRequestProps<Request>, 'onDelete'> & {
  progress: RequestProgress
}

function ReplyForm<Request extends SubmittedRequest>({
  list,
  request,
  progress: { reply, $replyingTo, $progress },
  onClose,
}: ReplyFormProps<Request>) {
  const sender = list.sender(request)
  /** The sender's own text, which the mail quotes. */
  const quote = quoteOf(request)
  const name = useStore($displayName)
  const opened = useStore($replyingTo)
  const latest = useStore($progress)
  const newEvents = (opened && latest.data?.history.slice(opened.history.length)) ?? []
  const draft = reply.draft()
  return (
    <FormDialog
      store={reply}
      keepsDraft
      onSent={() => {
        toast('success', `Your reply to ${sender} is on its way.`)
        onClose()
      }}
      wide
      title={`Reply to ${sender}`}
      submit="Send reply"
      busyLabel="Sending…"
      onClose={onClose}
    >
      {newEvents.length > 0 && (
        <section
          aria-label="Changes by colleagues in the meantime"
          className="grid gap-3 rounded-field border border-amber/35 bg-warning/10 p-4"
        >
          <p className="text-sm font-semibold">Since you began to write:</p>
          <History events={newEvents} />
        </section>
      )}
      <dl className="grid gap-1.5">
        <dt className="text-sm font-semibold">To</dt>
        <dd className="text-sm wrap-anywhere">{replyAddressOf(request)}</dd>
      </dl>
      <TextField
        label="Subject"
        name="subject"
        required
        maxLength={150}
        defaultValue={draft?.subject ?? list.subject}
      />
      <TextArea
        label="Message"
        name="text"
        required
        rows={8}
        data-autofocus
        hint={`Signed ${name}, ${brand.siteName}. Replies go to ${brand.email}.`}
        defaultValue={draft?.text ?? ''}
      />
      {quote && (
        <div className="grid gap-1.5">
          <p className="text-sm text-soft">Their message is quoted below your reply:</p>
          <blockquote className="max-h-40 overflow-y-auto border-s-3 border-base-300 ps-3 text-sm wrap-anywhere whitespace-pre-wrap text-soft">
            {quote}
          </blockquote>
        </div>
      )}
    </FormDialog>
  )
}

/** Profile of the client who sent the request. Renders nothing for visitors, or while it loads. */
function Sender({ id, read }: { id: string; read: (id: string) => Promise<RequestSender | null> }) {
  const [$sender] = useState(() => remote(() => read(id)))
  const sender = useStore($sender).data
  if (!sender) return null
  const [image] = sender.profileImage
  return (
    <section
      aria-label="Client’s profile"
      className="flex items-start gap-3 rounded-field border border-base-300 bg-base-200 p-4"
    >
      <Avatar src={image && apiUrl(`/uploads/${image.fileName}`)} className="size-11" />
      <div className="min-w-0 text-sm wrap-anywhere">
        <p className="font-semibold">{sender.fullname}</p>
        <p className="text-soft">A client{sender.mobile && ` · +${sender.mobile}`}</p>
        {sender.bio && <p className="mt-1 whitespace-pre-line">{sender.bio}</p>}
      </div>
    </section>
  )
}

function ClientOfRequest({ progress, onCreate }: { progress: RequestProgress; onCreate: () => void }) {
  const { client } = useStore(progress.$stage)
  const domains = useStore($domains)
  if (!client)
    return (
      <Button small className="justify-self-start" icon={<Building2 />} onClick={onCreate}>
        Create client
      </Button>
    )
  const isMember = domains.data?.some(({ _id }) => _id === client._id)
  return (
    <p className="flex min-h-11 items-center gap-2 rounded-field border border-base-300 bg-base-200 px-3.5">
      <Building2 className="size-4 shrink-0" />
      <span className="min-w-0 grow text-sm wrap-anywhere">
        <span className="text-soft">Client: </span>
        <strong>{client.businessName}</strong>
      </span>
      {isMember && (
        <BusinessLink
          domainId={client._id}
          href="/dashboard"
          className="inline-flex min-h-11 items-center text-sm font-semibold underline underline-offset-4"
        >
          Open<span className="sr-only"> {client.businessName}</span>
        </BusinessLink>
      )}
    </p>
  )
}

const STATUS_CHOICES = REQUEST_STATUSES.map(value => ({ value, label: REQUEST_STATUS_LABELS[value] }))

/** Status and assignee of an open request. A choice is saved at once. */
function Stage({ progress }: { progress: RequestProgress }) {
  const stage = useStore(progress.$stage)
  const changing = useStore(progress.$changing)
  const colleagues = useColleagues()
  const { status = stage.status, assigneeId = stage.assignee?._id ?? null } = changing ?? {}
  // The assignee may no longer be an administrator.
  const former =
    stage.assignee && !colleagues.some(({ _id }) => _id === stage.assignee?._id) ? [stage.assignee] : []
  return (
    <section
      aria-label="Progress"
      className="grid gap-x-4 gap-y-3 sm:grid-cols-2"
      aria-busy={changing !== undefined}
    >
      <SelectField
        label="Status"
        choices={STATUS_CHOICES}
        value={status}
        onChange={event => void progress.change({ status: event.target.value as RequestStatus })}
      />
      <SelectField
        label="Assigned to"
        choices={[
          { value: '', label: 'Nobody yet' },
          ...former.map(({ _id, fullname }) => ({ value: _id, label: fullname })),
          ...colleagues.map(({ _id, label }) => ({ value: _id, label })),
        ]}
        value={assigneeId ?? ''}
        onChange={event => void progress.change({ assigneeId: event.target.value || null })}
      />
    </section>
  )
}
