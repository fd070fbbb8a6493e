import { useEffect, useState } from 'react'

import { OTP_LENGTH } from '#shared/auth/auth.ts'
import { TextField } from './Field.tsx'

/**
 * Submits a code's form as soon as the field has all digits. Submits each code once, because each attempt counts; the button
 * sends it again. A code that is corrected while another is in flight is submitted if that one fails.
 */
export function codeSubmission(digits: number) {
  let sent = ''
  let corrected: (() => void) | undefined
  return {
    typed(text: string, form: HTMLFormElement | null, isSending: boolean) {
      corrected = undefined
      // A text with more digits is left alone, because it isn't known which of them are the code.
      const code = text.replaceAll(/\D/g, '')
      if (code.length !== digits || code === sent) return
      const submit = () => {
        sent = code
        requestAnimationFrame(() => form?.requestSubmit())
      }
      if (isSending) corrected = submit
      else submit()
    },
    failed() {
      corrected?.()
      corrected = undefined
    },
  }
}

type Progress = { sending: boolean; failed: boolean }

/** Returns a function to call with each text of the code's field. */
export function useSubmitOnce(digits: number, { sending, failed }: Progress) {
  const [submission] = useState(() => codeSubmission(digits))
  useEffect(() => {
    if (failed && !sending) submission.failed()
  }, [failed, sending, submission])
  return (text: string, form: HTMLFormElement | null) => submission.typed(text, form, sending)
}

/** Extracts the digits of a pasted code. A text without digits stays, so that the user sees why it is rejected. */
const codeOf = (text: string) => (text.replaceAll(/\D/g, '') || text.trim()).slice(0, OTP_LENGTH)

/** Field `otp` for the mailed code. */
export function CodeField({ onChange, ...progress }: Progress & { onChange?: () => void }) {
  const [otp, setOtp] = useState('')
  const submitOnce = useSubmitOnce(OTP_LENGTH, progress)
  return (
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
        onChange?.()
        const code = codeOf(event.target.value)
        setOtp(code)
        submitOnce(event.target.value, event.target.form)
      }}
    />
  )
}

const SECOND_MS = 1000

/** @param resendAt earliest time for another code, in milliseconds since 1970 */
export function ResendCode({ resendAt, onResend }: { resendAt: number; onResend: () => void }) {
  const seconds = useSecondsUntil(resendAt)
  return (
    <p className="mt-5 text-center text-sm text-soft">
      No code?{' '}
      {seconds > 0 ? (
        <span className="tabular-nums">Send another in {seconds} s</span>
      ) : (
        <button type="button" className="prose-link cursor-pointer font-semibold" onClick={onResend}>
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
