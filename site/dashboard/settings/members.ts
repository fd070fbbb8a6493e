import { onMount } from 'nanostores'

import { InviteMember, type Member } from '#shared/businesses/members.ts'
import type { Role } from '#shared/businesses/permissions.ts'
import { $domains, $selectedId } from '#site/dashboard/shared/domains/store.ts'
import { checkForm, formStore } from '#site/forms/form-store.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { onLive } from '#site/lib/live/live.ts'
import { remote } from '#site/lib/remote.ts'
import { toast, withErrorToast } from '#site/lib/toasts.ts'

const FAILED = 'That didn’t work. Try again.'
const calls = api.businesses[':id'].members

/** Members of the selected business. Owners also see pending invitations. Null if no business is selected. */
export const $members = remote(async (): Promise<Member[] | null> => {
  const id = $selectedId.get()
  return id ? await dataOf(calls.$get({ param: { id } })) : null
})
onMount($members, () => onLive('domain', () => void $members.reload()))
$selectedId.listen($members.resetAndRefetch)

export const invitation = formStore({
  check: (values: unknown) => checkForm(InviteMember, values),
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
