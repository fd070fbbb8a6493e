import { $domains, selectDomain } from '#site/dashboard/shared/domains/store.ts'
import { api } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { toast } from '#site/lib/toasts.ts'

/** Accepts an invitation, and shows its business. */
export async function acceptInvitation(token: string): Promise<void> {
  try {
    const { data } = await (await api.invitations[':token'].accept.$post({ param: { token } })).json()
    await $domains.reload()
    await selectDomain(data._id)
    toast('success', `You’re a member of ${data.businessName} now.`)
  } catch (error) {
    toast('error', messageOf(error, 'The invitation couldn’t be accepted. Open its link again.'))
  }
}
