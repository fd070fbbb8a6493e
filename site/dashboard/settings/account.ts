import { atom } from 'nanostores'

import { RequestDeletion } from '#shared/auth/account-deletion.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { checkForm } from '#site/forms/check-form.ts'
import { formStore } from '#site/forms/form-store.ts'
import { api } from '#site/lib/api/api.ts'
import { toast } from '#site/lib/toasts.ts'
import { withErrorToast } from '#site/lib/with-error-toast.ts'

export const $preparing = atom(false)

/** Downloads all of the user's data. */
export async function downloadData(open: (address: string) => void) {
  if ($preparing.get()) return
  $preparing.set(true)
  await withErrorToast('Your download didn’t start. Try again.', async () => {
    const { url } = await (await api.users.exportLink.$post()).json()
    open(url)
  })
  $preparing.set(false)
}

/** Requests the account's deletion, which happens some days later. */
export const deletion = formStore({
  check: (values: unknown) => checkForm(RequestDeletion, values),
  failed: 'Your request didn’t reach us. Try again.',
  async send(request) {
    await api.users.requestDeletion.$post({ json: request })
    await $me.reload()
    toast('success', 'Your account will be deleted.')
  },
})
