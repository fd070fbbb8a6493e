import { useStore } from '@nanostores/react'
import { Building2 } from 'lucide-react'
import { useEffect, useState } from 'react'

import {
  type Colleague,
  REQUEST_STATUS_LABELS,
  REQUEST_STATUSES,
  type RequestStatus,
} from '#shared/requests/pipeline.ts'
import type { RequestSender } from '#shared/requests/requests.ts'
import { type RequestProgress, useColleagues, type Change } from '#site/dashboard/admin/pipeline/progress.ts'
import { BusinessLink } from '#site/dashboard/shared/domains/BusinessMark.tsx'
import { $domains } from '#site/dashboard/shared/domains/store.ts'
import { apiUrl } from '#site/lib/api/url.ts'
import { Avatar } from '#site/ui/Avatar.tsx'
import { Button } from '#site/ui/Button.tsx'
import { SelectField } from '#site/ui/fields/Field.tsx'
import { Notice } from '#site/ui/Notice.tsx'

/** Shows the profile of the client who sent the request. Renders nothing for visitors, or while it loads. */
export function Sender({ id, read }: { id: string; read: (id: string) => Promise<RequestSender | null> }) {
  const [sender, setSender] = useState<RequestSender | null>(null)

  useEffect(() => {
    let shown = true
    read(id).then(
      found => shown && setSender(found),
      () => undefined,
    )
    return () => void (shown = false)
  }, [id, read])

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

export function ClientOfRequest({ progress, onCreate }: { progress: RequestProgress; onCreate: () => void }) {
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

const STATUSES = REQUEST_STATUSES.map(value => ({ value, label: REQUEST_STATUS_LABELS[value] }))

/** Status and assignee of an open request. A choice is saved at once. */
export function Stage({ progress }: { progress: RequestProgress }) {
  const stage = useStore(progress.$stage)
  const changing = useStore(progress.$changing)
  const conflict = useStore(progress.$conflict)
  const colleagues = useColleagues()
  const { status = stage.status, assigneeId = stage.assignee?._id ?? null } = changing ?? {}
  // The assignee may no longer be an administrator.
  const former =
    stage.assignee && !colleagues.some(({ _id }) => _id === stage.assignee?._id) ? [stage.assignee] : []
  return (
    <section aria-label="Progress" className="grid gap-3">
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2" aria-busy={changing !== undefined}>
        <SelectField
          label="Status"
          choices={STATUSES}
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
      </div>
      <div role="status" className="empty:hidden">
        {conflict && (
          <Notice
            actions={
              <Button small onClick={() => void progress.change(conflict)}>
                {describe(conflict, [...colleagues, ...former])}
              </Button>
            }
          >
            A colleague changed this request just before you. This is its current state.
          </Notice>
        )}
      </div>
    </section>
  )
}

function describe({ status, assigneeId }: Change, colleagues: readonly Colleague[]): string {
  if (status) return `Set to ${REQUEST_STATUS_LABELS[status]} anyway`
  const name = colleagues.find(({ _id }) => _id === assigneeId)?.fullname
  return name ? `Assign to ${name} anyway` : 'Assign to nobody anyway'
}
