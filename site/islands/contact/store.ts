import { ContactRequest, REQUEST_SENT, SERVICES } from '#shared/requests/requests.ts'
import { checkForm, formStore } from '#site/forms/form-store.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { $session } from '#site/lib/session.ts'
import { toast, withdrawToast } from '#site/lib/toasts.ts'

const FAILED = 'Failed to submit request. Please try again later.'

/** Returns values that a signed-in person doesn't need to type. */
export async function ownDetails(): Promise<Record<string, string>> {
  if ($session.get().state !== 'in') return {}
  const { userDetails } = await bodyOf(api.users.getUserInfo.$post({ json: {} }))
  const { fullname, email, mobile } = userDetails
  return { fullname, email, ...(mobile && { contact: `+${mobile}` }) }
}

/** Names a service of the agency's own, which the form offers by its title, beside the specified `other`. */
function withOffering(values: unknown): unknown {
  const { service } = values as { service?: string }
  if (!service || SERVICES.some(({ value }) => value === service)) return values
  return { ...(values as object), service: 'other', offering: service }
}

/** The contact form, which shows its result in a toast at the bottom right. */
export const contactForm = formStore({
  check: (values: unknown) => checkForm(ContactRequest, withOffering(values)),
  failed: FAILED,
  savedAs: 'contact',
  async send(request, options) {
    withdrawToast(FAILED)
    try {
      await bodyOf(api.users.saveContactRequest.$post({ json: request }, options))
    } catch (error) {
      toast('error', FAILED, { title: 'Error' })
      throw error
    }
    toast('success', REQUEST_SENT.contact, { title: 'Success' })
  },
})
