import { ContactRequest, REQUEST_SENT } from '#shared/requests.ts'
import { api } from '#site/lib/api.ts'
import { checkForm } from '#site/lib/check-form.ts'
import { toast, withdrawToast } from '#site/lib/toasts.ts'
import { formStore } from '../form-store.ts'

const FAILED = 'Failed to submit request. Please try again later.'

/** The contact form. What came of sending it is said in a notice at the bottom right. */
export const contactForm = formStore({
  check: (values: unknown) => checkForm(ContactRequest, values),
  failed: FAILED,
  async send(request, named) {
    withdrawToast(FAILED)
    try {
      await (await api.users.saveContactRequest.$post({ json: request }, named)).json()
    } catch (error) {
      toast('error', FAILED, { title: 'Error', corner: 'bottom' })
      throw error
    }
    toast('success', REQUEST_SENT.contact, { title: 'Success', corner: 'bottom' })
  },
})
