import { brand } from '#shared/brand.ts'
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

const check = (values: unknown) => checkForm(ContactRequest, withOffering(values))
const post = (json: ContactRequest, options: object) =>
  bodyOf(api.users.saveContactRequest.$post({ json }, options)).then(() => undefined)

/** The request of a visitor who wants to be served. The form itself says what came of it. */
export const hireForm = formStore({
  check,
  failed: `Your request isn’t sent. Please try again, or write to ${brand.email}.`,
  savedAs: 'hire',
  send: post,
})

/** The contact form, which shows its result in a toast at the bottom right. */
export const contactForm = formStore({
  check,
  failed: FAILED,
  savedAs: 'contact',
  async send(request, options) {
    withdrawToast(FAILED)
    try {
      await post(request, options)
    } catch (error) {
      toast('error', FAILED, { title: 'Error' })
      throw error
    }
    toast('success', REQUEST_SENT.contact, { title: 'Success' })
  },
})
