import { openPage } from '#site/dashboard/shared/router.ts'
import { api } from '#site/lib/api/api.ts'
import { withErrorToast } from '#site/lib/toasts.ts'
import { openInBusiness } from './BusinessMark.tsx'
import { $domains } from './store.ts'

const visit = api.businesses[':id'].visit

/** Opens a screen of a business of which the administrator isn't a member. */
export async function openAsAdministrator(id: string, href: string): Promise<void> {
  await withErrorToast('The business didn’t open. Try again.', async () => {
    await visit.$post({ param: { id } })
    await $domains.reload()
    await openInBusiness(id, href)
  })
}

export async function leaveAsAdministrator(id: string): Promise<void> {
  await withErrorToast('That didn’t work. Try again.', async () => {
    // Leaves the screen first, whose calls would be rejected once the visit has ended.
    openPage('/dashboard/clients')
    await visit.$delete({ param: { id } })
    await $domains.reload()
  })
}
