import { useEffect } from 'react'

import { readFields, useForm } from '#site/forms/use-form.ts'
import { FormModal } from '#site/ui/dialogs/FormModal.tsx'
import { TextField } from '#site/ui/fields/Field.tsx'
import { QrCode } from './QrCode.tsx'
import { close, confirmation } from './two-factor.ts'

const inFours = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** Shows the secret for the app as a QR code, and verifies a first code. */
export function SetUpDialog({ secret, address }: { secret: string; address: string }) {
  const { form, fields, message, sending } = useForm(confirmation, { read: readFields, onSent: () => {} })
  useEffect(() => confirmation.reset, [])

  return (
    <FormModal
      title="Turn on two-factor sign-in"
      submit="Turn on"
      onClose={close}
      message={fields.code ? '' : message}
      {...{ form, sending }}
    >
      <p className="text-sm">
        <strong>1.</strong> Scan this with an authenticator app, such as Google Authenticator, 1Password or
        Aegis.
      </p>
      <QrCode
        text={address}
        label="QR code for your authenticator app; the key below contains the same secret"
      />
      <p className="text-center text-xs text-soft">
        Can’t scan? Type this key into the app:
        <code className="mt-1 block font-mono text-sm wrap-anywhere text-base-content select-all">
          {inFours(secret)}
        </code>
      </p>
      <TextField
        label={
          <>
            <strong>2.</strong> Type the six digits that the app shows
          </>
        }
        name="code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="123456"
        maxLength={7}
        className="h-12 font-display text-xl tracking-[0.2em] tabular-nums"
        error={fields.code}
      />
    </FormModal>
  )
}
