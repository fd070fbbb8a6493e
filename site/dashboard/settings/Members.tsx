import { useStore } from '@nanostores/react'
import { onMount } from 'nanostores'
import { useState } from 'react'

import type { Domain } from '#shared/businesses/domains.ts'
import { InviteMember, isLastOwner, type Member, ROLE_LABELS } from '#shared/businesses/members.ts'
import { isAllowed, type Role, ROLES } from '#shared/businesses/permissions.ts'
import { ask } from '#site/dashboard/shared/ask.tsx'
import {
  $domains,
  $selectedDomain,
  $selectedId,
  remoteOfBusiness,
} from '#site/dashboard/shared/domains/store.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { schemaForm } from '#site/forms/form-store.ts'
import { readFields, useForm } from '#site/forms/use-form.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { onLive } from '#site/lib/live/live.ts'
import { toast, withErrorToast } from '#site/lib/toasts.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Button, useBusy } from '#site/ui/Button.tsx'
import { Form, TextField, FormMessage, SelectField } from '#site/ui/fields/Field.tsx'
import { ErrorState, SkeletonRows } from '#site/ui/states.tsx'

const FAILED = 'That didn’t work. Try again.'
const calls = api.businesses[':id'].members

/** Members of the selected business. Owners also see pending invitations. Null if no business is selected. */
export const $members = remoteOfBusiness(id => dataOf(calls.$get({ param: { id } })))
onMount($members, () => onLive('domain', () => void $members.reload()))

export const invitation = schemaForm(InviteMember, {
  failed: FAILED,
  async send(json) {
    const id = $selectedId.get()
    if (!id) return
    await calls.$post({ param: { id }, json })
    toast('success', `Invitation sent to ${json.email}.`)
    await $members.reload()
  },
})

export const changeRole = (memberId: string, role: Role) =>
  withToast(memberId, 'Role changed.', param => calls[':memberId'].$patch({ param, json: { role } }))

export const removeMember = ({ _id, status, fullname, email }: Member) =>
  withToast(
    _id,
    status === 'invited' ? `Invitation to ${email} withdrawn.` : `${fullname} isn’t a member any more.`,
    param => calls[':memberId'].$delete({ param }),
  )

export async function leaveBusiness(memberId: string, business: string) {
  await withToast(memberId, `You’ve left ${business}.`, param => calls[':memberId'].$delete({ param }))
  await $domains.reload()
}

async function withToast(
  memberId: string,
  message: string,
  send: (param: { id: string; memberId: string }) => Promise<unknown>,
): Promise<void> {
  const id = $selectedId.get()
  if (!id) return
  await withErrorToast(FAILED, async () => {
    await send({ id, memberId })
    toast('success', message)
  })
  await $members.reload()
}

/** The people who work on the selected business. Owners invite, change roles and remove; everybody may leave. */
export function Members() {
  const members = useStore($members)
  const domain = useStore($selectedDomain)
  if (members.state === 'failed') return <ErrorState message={members.message} onRetry={$members.reload} />
  if (members.state === 'loading' || !members.data || !domain)
    return <SkeletonRows rows={2} label="Loading the members" />
  const manages = isAllowed(domain.role, 'own')
  return (
    <>
      <ul className="-my-3 grid grid-cols-1 divide-y divide-base-300">
        {members.data.map(member => (
          <Row key={member._id} member={member} all={members.data ?? []} domain={domain} />
        ))}
      </ul>
      {manages && members.data.length === 1 && (
        <p className="text-sm text-soft">
          Nobody else works on this business yet. Invite somebody to write posts, or to approve them.
        </p>
      )}
      {manages ? (
        <InviteForm />
      ) : (
        <p className="text-sm text-soft">
          Only the owners of {domain.businessName} invite and remove people.
        </p>
      )}
    </>
  )
}

function removalOf({ status, fullname, email }: Member, isYou: boolean, business: string) {
  if (status === 'invited') return { label: 'Withdraw', subject: `the invitation of ${email}` }
  return isYou ? { label: 'Leave', subject: business } : { label: 'Remove', subject: fullname }
}

type RowProps = { member: Member; all: readonly Member[]; domain: Domain }

function Row({ member, all, domain: { role: ownRole, businessName } }: RowProps) {
  const { _id, fullname, email, role, status } = member
  const isYou = useStore($me).data?.email === email
  const [busy, during] = useBusy()
  const name = fullname || email
  const manages = isAllowed(ownRole, 'own')
  const isLast = isLastOwner(_id, all)
  const { label, subject } = removalOf(member, isYou, businessName)
  const askToRemove = () =>
    ask({
      title: `${label} ${subject}?`,
      label,
      danger: true,
      children:
        status === 'invited'
          ? 'The link in the invitation stops working.'
          : 'Access ends at once. Posts stay with the business, and scheduled ones go out.',
      onAction: () => (label === 'Leave' ? leaveBusiness(_id, businessName) : removeMember(member)),
    })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="grid min-w-0 grow basis-48 gap-0.5">
        <p className="flex flex-wrap items-center gap-2 text-sm font-semibold">
          <span className="wrap-anywhere">{name}</span>
          {isYou && <Badge tone="good">You</Badge>}
          {status === 'invited' && <Badge>Invited</Badge>}
        </p>
        {fullname && <p className="text-xs wrap-anywhere text-soft">{email}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {!manages || isLast ? (
          <span className="text-sm sm:w-34 sm:ps-3">{ROLE_LABELS[role].name}</span>
        ) : (
          <SelectField
            hideLabel
            label={`Role of ${name}`}
            className="w-34"
            choices={CHOICES}
            value={role}
            disabled={busy}
            onChange={event => void during(() => changeRole(_id, event.target.value as Role))}
          />
        )}
        {(manages || isYou) && !isLast && (
          <Button small className="sm:w-23" onClick={askToRemove} aria-label={`${label} ${subject}`}>
            {label}
          </Button>
        )}
      </div>
    </li>
  )
}

const CHOICES = ROLES.map(role => ({ value: role, label: ROLE_LABELS[role].name }))

function InviteForm() {
  const [role, setRole] = useState<Role>('editor')
  const onSent = (form: HTMLFormElement) => {
    form.reset()
    setRole('editor')
  }
  const { form, message, sending } = useForm(invitation, { read: readFields, onSent })
  return (
    <Form {...form} className="grid gap-4 border-t border-base-300 pt-5">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField label="Invite by email" name="email" type="email" autoComplete="off" />
        <SelectField
          label="Role"
          name="role"
          choices={CHOICES}
          value={role}
          hint={`${ROLE_LABELS[role].can}.`}
          onChange={event => setRole(event.target.value as Role)}
        />
      </div>
      <FormMessage message={message} />
      <p>
        <Button type="submit" busy={sending}>
          Send invitation
        </Button>
      </p>
    </Form>
  )
}
