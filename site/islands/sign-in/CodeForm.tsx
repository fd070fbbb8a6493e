import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useState } from 'react'

import { OTP_LENGTH } from '#shared/auth/auth.ts'
import { Button } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { TextField, FormMessage, focusFirstInvalid } from '#site/ui/fields/Field.tsx'
import { submitPasted } from './pasted-code.ts'
import {
  $formErrors,
  $resendAt,
  $sending,
  clearErrors,
  enterDashboard,
  leaveCode,
  resendCode,
  verifyCode,
} from './store.ts'

const SECOND_MS = 1000

/** Drops what surrounds the digits of a pasted code. Text without any stays, so that it is rejected in view. */
const codeOf = (text: string) => (text.replaceAll(/\D/g, '') || text.trim()).slice(0, OTP_LENGTH)

export function CodeForm({ email }: { email: string }) {
  const { fields, message } = useStore($formErrors)
  const sending = useStore($sending)
  const [otp, setOtp] = useState('')

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (await verifyCode(otp)) enterDashboard()
    else focusFirstInvalid(form)
  }

  return (
    <Modal open onClose={leaveCode} title="Verify OTP">
      <form noValidate onSubmit={onSubmit} className="grid gap-5">
        <p className="text-sm text-soft">
          Check your email: we’ve written to{' '}
          <strong className="wrap-anywhere text-base-content">{email}</strong>. A new account gets a six-digit
          code; if you already have one, the mail says how to sign in. It can take a minute, so look in your
          spam folder too.
        </p>
        <FormMessage message={message} />
        <TextField
          label="Code"
          name="otp"
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder="123456"
          className="h-14 font-display text-2xl tracking-[0.3em] tabular-nums"
          value={otp}
          onChange={event => {
            clearErrors()
            const code = codeOf(event.target.value)
            setOtp(code)
            submitPasted(event, /^\d+$/.test(code) && code.length === OTP_LENGTH)
          }}
          error={fields.otp}
        />
        <Button type="submit" variant="primary" wide busy={sending}>
          Verify
        </Button>
      </form>
      <ResendCode />
    </Modal>
  )
}

function ResendCode() {
  const seconds = useSecondsUntil(useStore($resendAt))
  return (
    <p className="mt-5 text-center text-sm text-soft">
      No code?{' '}
      {seconds > 0 ? (
        <span className="tabular-nums">Send another in {seconds} s</span>
      ) : (
        <button type="button" className="prose-link cursor-pointer font-semibold" onClick={resendCode}>
          Send another
        </button>
      )}
    </p>
  )
}

function useSecondsUntil(instant: number): number {
  const [now, setNow] = useState(Date.now)
  const seconds = Math.max(0, Math.ceil((instant - now) / SECOND_MS))

  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [instant])

  return seconds
}
