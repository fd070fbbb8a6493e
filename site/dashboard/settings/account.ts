import { atom } from 'nanostores'

import { RequestDeletion } from '#shared/account-deletion.ts'
import { formStore } from '#site/islands/form-store.ts'
import { messageOf } from '#site/lib/api-error.ts'
import { api } from '#site/lib/api.ts'
import { checkForm } from '#site/lib/check-form.ts'
import { toast } from '#site/lib/toasts.ts'
import { $me } from '../me.ts'

export const $preparing = atom(false)

/** Has the browser download everything about the person. */
export async function downloadData(open: (address: string) => void) {
  if ($preparing.get()) return
  $preparing.set(true)
  try {
    const { url } = await (await api.users.exportLink.$post()).json()
    open(url)
  } catch (error) {
    toast('error', messageOf(error, 'Your download didn’t start. Try again.'))
  } finally {
    $preparing.set(false)
  }
}

/** Has the account deleted in some days. */
export const deletion = formStore({
  check: (values: unknown) => checkForm(RequestDeletion, values),
  failed: 'Your request didn’t reach us. Try again.',
  async send(request) {
    await api.users.requestDeletion.$post({ json: request })
    await $me.reload()
    toast('success', 'Your account will be deleted.')
  },
})
