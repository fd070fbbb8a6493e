import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import type { ReactNode } from 'react'

import { ChangeEmail, ConfirmEmail, EMAIL_CHANGE_MESSAGES } from '#shared/auth/auth.ts'
import { OTP_RESEND_WAIT_MS } from '#shared/timings.ts'
import { logOut } from '#site/dashboard/shared/guard.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { showDialog } from '#site/dashboard/shared/open-dialog.ts'
import { schemaForm } from '#site/forms/form-store.ts'
import { FormDialog } from '#site/forms/FormDialog.tsx'
import { api, bodyOf, dataOf } from '#site/lib/api/api.ts'
import { ApiError, messageOf } from '#site/lib/api/error.ts'
import { remote } from '#site/lib/remote.ts'
import { toast, withErrorToast } from '#site/lib/toasts.ts'
import { BusyButton, Button } from '#site/ui/Button.tsx'
import { CodeField, ResendCode } from '#site/ui/fields/CodeField.tsx'
import { TextField } from '#site/ui/fields/Field.tsx'
import { PasswordField } from '#site/ui/fields/password/PasswordField.tsx'
import { SecondFactorField } from '#site/ui/fields/SecondFactorField.tsx'
import { $needsCode, $codeRequested } from './ChangePasswordDialog.tsx'

const calls = api.users['email-change']

/** The new e-mail that waits for its code; null if there is none. */
export const $emailChange = remote(() => dataOf(calls.$get()))
/** Earliest time for another code, in milliseconds since 1970. */
export const $resendAt = atom(0)

export function openEmailDialog() {
  $codeRequested.set(false)
  showDialog(AskDialog, {})
}
const openCodeDialog = () => showDialog(CodeDialog, {})

/** Asks for the change; the server mails a code to the new address. */
export const emailRequest = schemaForm(ChangeEmail, {
  failed: 'We couldn’t send the code. Try again.',
  async send(form) {
    try {
      const data = await dataOf(calls.$post({ json: form }))
      $emailChange.set({ state: 'ready', data })
    } catch (error) {
      if (error instanceof ApiError && error.fields.code !== undefined) $codeRequested.set(true)
      throw error
    }
    $resendAt.set(Date.now() + OTP_RESEND_WAIT_MS)
    openCodeDialog()
  },
})

export const emailCode = schemaForm(ConfirmEmail, {
  failed: 'The code wasn’t checked. Try again.',
  async send(form) {
    await calls.confirm.$post({ json: form })
    $emailChange.set({ state: 'ready', data: null })
    toast('success', EMAIL_CHANGE_MESSAGES.changed)
    await $me.reload()
  },
})

export async function resendEmailCode() {
  if (Date.now() < $resendAt.get()) return
  $resendAt.set(Date.now() + OTP_RESEND_WAIT_MS)
  try {
    toast('success', (await bodyOf(calls.resend.$post({ json: {} }))).message)
  } catch (error) {
    $resendAt.set(0)
    toast('error', messageOf(error, 'We couldn’t send another code. Try again.'))
    if (error instanceof ApiError && error.code === 'not_found') await $emailChange.reload()
  }
}

export const withdrawEmail = () =>
  withErrorToast('That didn’t work. Try again.', async () => {
    await calls.$delete()
    $emailChange.set({ state: 'ready', data: null })
    toast('success', EMAIL_CHANGE_MESSAGES.withdrawn)
  })

export const DialogButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button
    type="button"
    aria-haspopup="dialog"
    className="link link-hover pointer-coarse:-my-2.5 pointer-coarse:min-h-11 text-sm font-semibold text-info"
    onClick={onClick}
  >
    {children}
  </button>
)

export const EmailRow = ({ email }: { email: string }) => (
  <div className="grid grid-cols-1 gap-2">
    <TextField
      label="Email *"
      type="email"
      readOnly
      required
      value={email}
      className="bg-base-200"
      aside={<DialogButton onClick={openEmailDialog}>Change Email</DialogButton>}
    />
    <WaitingEmail />
  </div>
)

function WaitingEmail() {
  const waiting = useStore($emailChange).data
  return (
    <div role="status" className="grid gap-2 text-sm not-has-[p]:hidden">
      {waiting && (
        <>
          <p className="text-soft">
            Changes to <strong className="wrap-anywhere text-base-content">{waiting.email}</strong> once you
            enter the code that we sent there.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button small onClick={openCodeDialog}>
              Enter the code
            </Button>
            <BusyButton small onClick={withdrawEmail}>
              Keep my email
            </BusyButton>
          </div>
        </>
      )}
    </div>
  )
}

type DialogProps = { onClose: () => void }

function AskDialog({ onClose }: DialogProps) {
  const { fields, message } = useStore(emailRequest.$state)
  const isGoogleAccount = useStore($me).data?.isGoogleAccount
  const takesCode = useStore($needsCode)
  // The form has no field for the error.
  const signsInAgain = isGoogleAccount && fields.password !== undefined
  return (
    <FormDialog
      store={emailRequest}
      title="Change Email"
      submit="Send the code"
      busyLabel="Sending…"
      intro="We’ll send a code to the new address. Your email changes once you enter it here. You stay signed in; every other browser is signed out."
      message={signsInAgain ? message : undefined}
      others={signsInAgain && <Button onClick={logOut}>Sign out</Button>}
      onClose={onClose}
    >
      <TextField label="New Email" name="email" type="email" required autoComplete="email" />
      {!isGoogleAccount && (
        <PasswordField label="Password" name="password" required autoComplete="current-password" />
      )}
      {takesCode && <SecondFactorField />}
    </FormDialog>
  )
}

function CodeDialog({ onClose }: DialogProps) {
  const { fields, message, sending } = useStore(emailCode.$state)
  const waiting = useStore($emailChange).data
  const resendAt = useStore($resendAt)
  if (!waiting) return null
  return (
    <FormDialog store={emailCode} title="Confirm your new email" submit="Change my email" onClose={onClose}>
      <p className="text-sm text-soft">
        Check your email: we’ve written to{' '}
        <strong className="wrap-anywhere text-base-content">{waiting.email}</strong>. Enter the six-digit code
        from the mail. If that address already has an account, the mail says so instead. It can take a minute,
        so look in your spam folder too.
      </p>
      <CodeField sending={sending} failed={Boolean(fields.otp || message)} />
      <ResendCode resendAt={resendAt} onResend={() => void resendEmailCode()} />
    </FormDialog>
  )
}
