import { api } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { toast } from '#site/lib/toasts.ts'
import { openPage } from '../router.ts'
import { openInBusiness } from './BusinessLink.tsx'
import { $domains } from './store.ts'

const visit = api.businesses[':id'].visit

/** Opens a business of which the administrator isn't a member. */
export async function openAsAdministrator(id: string): Promise<void> {
  try {
    await visit.$post({ param: { id } })
    await $domains.reload()
    await openInBusiness(id, '/dashboard')
  } catch (error) {
    toast('error', messageOf(error, 'The business didn’t open. Try again.'))
  }
}

/** Ends the visit, and goes back to all clients. */
export async function leaveAsAdministrator(id: string): Promise<void> {
  try {
    // Leaves the screen first, because its calls are rejected once the visit has ended.
    openPage('/dashboard/clients')
    await visit.$delete({ param: { id } })
    await $domains.reload()
  } catch (error) {
    toast('error', messageOf(error, 'That didn’t work. Try again.'))
  }
}
