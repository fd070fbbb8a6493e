import { $domains, selectDomain } from '#site/dashboard/shared/domains/store.ts'
import { api } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { toast } from '#site/lib/toasts.ts'

/** Accepts the invitation in the URL, and shows its business. Removes the token from the URL, because it can't be used again. */
export async function acceptInvitation(): Promise<void> {
  const url = new URL(location.href)
  const token = url.searchParams.get('invite') ?? ''
  url.searchParams.delete('invite')
  history.replaceState(history.state, '', url)
  try {
    const { data } = await (await api.invitations[':token'].accept.$post({ param: { token } })).json()
    await $domains.reload()
    await selectDomain(data._id)
    toast('success', `You’re a member of ${data.businessName} now.`)
  } catch (error) {
    toast('error', messageOf(error, 'The invitation couldn’t be accepted. Open its link again.'))
  }
}
