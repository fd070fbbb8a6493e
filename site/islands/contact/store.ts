import { brand } from '#shared/brand.ts'
import { ContactRequest, REQUEST_SENT, SERVICES } from '#shared/requests/requests.ts'
import { checkForm, formStore } from '#site/forms/form-store.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { $session } from '#site/lib/session.ts'
import { toast, withdrawToast } from '#site/lib/toasts.ts'

const FAILED = 'Failed to submit request. Please try again later.'

/** Loads the details of a signed-in user, so that they needn't type them. */
export async function loadUserDetails(): Promise<Record<string, string>> {
  if ($session.get().state !== 'in') return {}
  const { userDetails } = await bodyOf(api.users.getUserInfo.$post({ json: {} }))
  const { fullname, email, mobile } = userDetails
  return { fullname, email, ...(mobile && { contact: `+${mobile}` }) }
}

/** Sends a service of the agency's own as `offering`, with `other` as the specified `service`. */
function withOffering(values: unknown): unknown {
  const { service } = values as { service?: string }
  if (!service || SERVICES.some(({ value }) => value === service)) return values
  return { ...(values as object), service: 'other', offering: service }
}

const check = (values: unknown) => checkForm(ContactRequest, withOffering(values))
const post = (json: ContactRequest, options: object) =>
  bodyOf(api.users.saveContactRequest.$post({ json }, options)).then(() => undefined)

/** Form to hire the agency. It shows its result in its own place. A message is optional. */
export const hireForm = formStore({
  check: (values: object) => check({ posts: '', ...values }),
  failed: `Your request isn’t sent. Please try again, or write to ${brand.email}.`,
  savedAs: 'hire',
  send: post,
})

/** Contact form. It shows its result in a toast. */
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
