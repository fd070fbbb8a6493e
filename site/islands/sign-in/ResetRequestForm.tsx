import { useEffect } from 'react'

import { ResetRequest } from '#shared/auth/auth.ts'
import { checkForm, formStore } from '#site/forms/form-store.ts'
import { readFields, useForm } from '#site/forms/use-form.ts'
import { api } from '#site/lib/api/api.ts'
import { toast } from '#site/lib/toasts.ts'
import { Button } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { TextField, FormMessage } from '#site/ui/fields/Field.tsx'
import { closeDialog, openCredentials } from './store.ts'

/** Requests a reset link; `email` is the one typed at sign-in. */
export function ResetRequestForm({ email }: { email: string }) {
  const { form, fields, message, sending } = useForm(resetRequest, { read: readFields, onSent: closeDialog })
  useEffect(() => resetRequest.reset, [])

  return (
    <Modal open onClose={closeDialog} title="Reset Password" locked={sending}>
      <form {...form} className="grid gap-4">
        <p className="text-sm text-soft">
          Tell us the email that you sign in with. We’ll send a link to it; the link works once, for 30
          minutes.
        </p>
        <FormMessage message={message} />
        <TextField
          label="Email"
          name="email"
          type="email"
          required
          autoComplete="username"
          defaultValue={email}
          error={fields.email}
        />
        <Button type="submit" variant="primary" wide busy={sending} busyLabel="Sending…" className="mt-2">
          Send reset link
        </Button>
      </form>
      <p className="mt-5 text-center text-sm text-soft">
        Remembered it?{' '}
        <button
          type="button"
          className="prose-link cursor-pointer font-semibold"
          disabled={sending}
          onClick={() => openCredentials('login')}
        >
          Sign in
        </button>
      </p>
    </Modal>
  )
}

/** Requests the reset mail. The response never reveals if the e-mail is registered. */
export const resetRequest = formStore({
  check: (values: unknown) => checkForm(ResetRequest, values),
  failed: 'Failed to send password reset email. Please try again.',
  async send(request) {
    await api.users['reset-password'].$post({ json: request })
    toast('success', 'Password reset email sent successfully!')
  },
})
