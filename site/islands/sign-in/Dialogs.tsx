import { useStore } from '@nanostores/react'
import { useEffect, type FormEvent } from 'react'

import { ResetRequest } from '#shared/auth/auth.ts'
import { schemaForm } from '#site/forms/form-store.ts'
import { readFields, useForm } from '#site/forms/use-form.ts'
import { api } from '#site/lib/api/api.ts'
import { UNREACHABLE } from '#site/lib/api/error.ts'
import { toast } from '#site/lib/toasts.ts'
import { Button } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { CodeField, ResendCode } from '#site/ui/fields/CodeField.tsx'
import { Form, TextField, FormMessage, revealProblem } from '#site/ui/fields/Field.tsx'
import { lazyComponent } from '#site/ui/rendering/lazy.tsx'
import { CredentialsForm } from './CredentialsForm.tsx'
import {
  $dialog,
  openCredentials,
  showErrors,
  closeDialog,
  $formErrors,
  $resendAt,
  $sending,
  clearErrors,
  enterDashboard,
  leaveCode,
  resendCode,
  verifyCode,
} from './store.ts'

/** Loads on demand, because few people use two-factor sign-in. If that fails, the sign-in form says so. */
const SecondFactorForm = lazyComponent(
  async () => (await import('./SecondFactorForm.tsx')).SecondFactorForm,
  undefined,
  () => {
    openCredentials('login')
    // Firefox and Safari don't load a module again that once failed, until the page is reloaded.
    showErrors({}, `${UNREACHABLE} If that doesn’t help, reload the page.`)
    return null
  },
)

/** The open dialog of the sign-in. */
export function SignInDialogs() {
  const dialog = useStore($dialog)
  if (dialog.open === 'credentials') return <CredentialsForm key={dialog.mode} mode={dialog.mode} />
  if (dialog.open === 'code') return <CodeForm email={dialog.email} />
  if (dialog.open === 'second-factor') return <SecondFactorForm ticket={dialog.ticket} />
  return dialog.open === 'reset' && <ResetRequestForm email={dialog.email} />
}

/** Requests a reset link; `email` is the one typed at sign-in. */
function ResetRequestForm({ email }: { email: string }) {
  const { form, message, sending } = useForm(resetRequest, { read: readFields, onSent: closeDialog })
  useEffect(() => resetRequest.reset, [])

  return (
    <Modal onClose={closeDialog} title="Reset Password" locked={sending}>
      <Form {...form} className="grid gap-4">
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
        />
        <Button type="submit" variant="primary" wide busy={sending} busyLabel="Sending…" className="mt-2">
          Send reset link
        </Button>
      </Form>
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
export const resetRequest = schemaForm(ResetRequest, {
  failed: 'Failed to send password reset email. Please try again.',
  async send(request) {
    await api.users['reset-password'].$post({ json: request })
    toast('success', 'Password reset email sent successfully!')
  },
})

function CodeForm({ email }: { email: string }) {
  const { fields, message } = useStore($formErrors)
  const sending = useStore($sending)
  const resendAt = useStore($resendAt)

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (await verifyCode(readFields(form).otp ?? '')) enterDashboard()
    else revealProblem(form)
  }

  return (
    <Modal onClose={leaveCode} title="Verify OTP">
      <Form errors={fields} onSubmit={onSubmit} className="grid gap-5">
        <p className="text-sm text-soft">
          We’ve sent a six-digit code to <strong className="wrap-anywhere text-base-content">{email}</strong>.
          It can take a minute, so look in your spam folder too. If you already have an account, the mail says
          how to sign in instead.
        </p>
        <FormMessage message={message} />
        <CodeField sending={sending} failed={Boolean(fields.otp || message)} onChange={clearErrors} />
        <Button type="submit" variant="primary" wide busy={sending}>
          Verify
        </Button>
      </Form>
      <ResendCode resendAt={resendAt} onResend={resendCode} />
    </Modal>
  )
}
