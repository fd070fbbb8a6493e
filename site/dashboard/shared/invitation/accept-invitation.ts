import { $domains, selectDomain } from '#site/dashboard/shared/domains/store.ts'
import { api } from '#site/lib/api/api.ts'
import { SIGNED_IN, toast, withdrawToast } from '#site/lib/toasts.ts'
import { withErrorToast } from '#site/lib/with-error-toast.ts'

/** Accepts an invitation, and shows its business. */
export async function acceptInvitation(token: string): Promise<void> {
  await withErrorToast('The invitation couldn’t be accepted. Open its link again.', async () => {
    const { data } = await (await api.invitations[':token'].accept.$post({ param: { token } })).json()
    await $domains.reload()
    await selectDomain(data._id)
    withdrawToast(SIGNED_IN)
    toast('success', `You’re a member of ${data.businessName} now.`)
  })
}
