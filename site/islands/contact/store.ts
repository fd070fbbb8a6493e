import { ContactRequest, REQUEST_SENT } from '#shared/requests/requests.ts'
import { checkForm } from '#site/forms/check-form.ts'
import { formStore } from '#site/forms/form-store.ts'
import { api } from '#site/lib/api/api.ts'
import { $session } from '#site/lib/session.ts'
import { toast, withdrawToast } from '#site/lib/toasts.ts'

const FAILED = 'Failed to submit request. Please try again later.'

/** Returns values that a signed-in person doesn't need to type. */
export async function ownDetails(): Promise<Record<string, string>> {
  if ($session.get().state !== 'in') return {}
  const { userDetails } = await (await api.users.getUserInfo.$post({ json: {} })).json()
  const { fullname, email, mobile } = userDetails
  return { fullname, email, ...(mobile && { contact: `+${mobile}` }) }
}

/** The contact form, which shows its result in a toast at the bottom right. */
export const contactForm = formStore({
  check: (values: unknown) => checkForm(ContactRequest, values),
  failed: FAILED,
  savedAs: 'contact',
  async send(request, options) {
    withdrawToast(FAILED)
    try {
      await (await api.users.saveContactRequest.$post({ json: request }, options)).json()
    } catch (error) {
      toast('error', FAILED, { title: 'Error' })
      throw error
    }
    toast('success', REQUEST_SENT.contact, { title: 'Success' })
  },
})
