import { ResetRequest } from '#shared/auth/auth.ts'
import { checkForm, formStore } from '#site/forms/form-store.ts'
import { api } from '#site/lib/api/api.ts'
import { toast } from '#site/lib/toasts.ts'

/** Requests the reset mail. The response never reveals if the e-mail is registered. */
export const resetRequest = formStore({
  check: (values: unknown) => checkForm(ResetRequest, values),
  failed: 'Failed to send password reset email. Please try again.',
  async send(request) {
    await api.users['reset-password'].$post({ json: request })
    toast('success', 'Password reset email sent successfully!')
  },
})
