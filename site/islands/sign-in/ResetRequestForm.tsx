import { useEffect } from 'react'

import { readFields, useForm } from '#site/forms/use-form.ts'
import { Button } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { TextField, FormMessage } from '#site/ui/fields/Field.tsx'
import { resetRequest } from './reset-request.ts'
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
