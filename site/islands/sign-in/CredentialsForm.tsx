import { useStore } from '@nanostores/react'
import { type FormEvent, type MouseEvent, useState, useEffect } from 'react'

import { PASSWORD_MIN_LENGTH } from '#shared/auth/auth.ts'
import { brand } from '#shared/brand.ts'
import { possessive } from '#shared/text/possessive.ts'
import { readFields } from '#site/forms/use-form.ts'
import { readSignInRequest } from '#site/lib/sign-in-request.ts'
import { Button } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { Checkbox } from '#site/ui/fields/Checkbox.tsx'
import { Form, TextField, FormMessage, revealProblem } from '#site/ui/fields/Field.tsx'
import { PasswordField, PasswordStrength } from '#site/ui/fields/password/PasswordField.tsx'
import { GoogleButton } from './GoogleButton.tsx'
import type { EstimateStrength, Strength } from './password-strength.ts'
import {
  $formErrors,
  $sending,
  check,
  closeDialog,
  enterDashboard,
  logIn,
  type Mode,
  openCredentials,
  openReset,
  register,
} from './store.ts'

const TEXTS = {
  login: {
    title: `Sign in to ${brand.siteName}`,
    submit: 'Sign In',
    question: 'New here?',
    other: 'Create an account',
  },
  signup: {
    title: 'Create your account',
    submit: 'Sign Up',
    question: 'Already have an account?',
    other: 'Sign in',
  },
} as const

/** Explains the next step of a sign-up to visitors whose button didn't. */
const NEXT = 'Free, and no card. Next, you name your business, and the AI can draft your first post.'

/** Two fields in a row, so that the dialog fits on a laptop. */
const PAIR = 'grid gap-4 sm:grid-cols-2'

const read = (form: HTMLFormElement) => ({
  ...Object.fromEntries(new FormData(form)),
  agreeToTerms: new FormData(form).has('agreeToTerms'),
})

export function CredentialsForm({ mode }: { mode: Mode }) {
  const { fields, message } = useStore($formErrors)
  const sending = useStore($sending)
  const [tried, setTried] = useState(false)
  const [{ reason, email } = {}] = useState(readSignInRequest)
  const texts = TEXTS[mode]
  const other = mode === 'login' ? 'signup' : 'login'

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setTried(true)
    const values = read(form)
    const done = mode === 'login' ? await logIn(values) : await register(values)
    if (done) enterDashboard()
    else revealProblem(form)
  }

  return (
    <Modal onClose={closeDialog} title={texts.title} wide={mode === 'signup'}>
      <Form
        errors={fields}
        onSubmit={onSubmit}
        onChange={event => tried && check(mode, read(event.currentTarget))}
        className="grid gap-4"
      >
        {(reason || mode === 'signup') && <p className="text-sm text-soft">{reason || NEXT}</p>}
        <FormMessage message={message} />
        <div className={mode === 'signup' ? PAIR : ''}>
          {mode === 'signup' && <TextField label="Full name" name="fullname" required autoComplete="name" />}
          <TextField
            label="Email"
            name="email"
            type="email"
            required
            autoComplete={mode === 'login' ? 'username' : 'email'}
            defaultValue={email}
          />
        </div>
        {mode === 'signup' ? (
          <NewPassword />
        ) : (
          <PasswordField
            label="Password"
            name="password"
            required
            autoComplete="current-password"
            data-autofocus={email ? '' : undefined}
            aside={<ForgotPassword disabled={sending} />}
          />
        )}
        {mode === 'signup' && <Checkbox name="agreeToTerms" required label={<Terms />} />}
        <Button type="submit" variant="primary" wide busy={sending} className="mt-2">
          {texts.submit}
        </Button>
      </Form>
      <GoogleButton />
      <p className="mt-5 text-center text-sm text-soft">
        {texts.question}{' '}
        <button
          type="button"
          className="prose-link cursor-pointer pointer-coarse:-my-2.5 pointer-coarse:min-h-11 font-semibold"
          disabled={sending}
          onClick={() => openCredentials(other)}
        >
          {texts.other}
        </button>
      </p>
    </Modal>
  )
}

/** Opens the reset dialog with the e-mail typed so far. */
function ForgotPassword({ disabled }: { disabled: boolean }) {
  const onClick = (event: MouseEvent<HTMLButtonElement>) => {
    const { form } = event.currentTarget
    openReset((form && readFields(form).email) ?? '')
  }
  return (
    <button
      type="button"
      className="prose-link cursor-pointer pointer-coarse:-my-2.5 pointer-coarse:min-h-11 text-sm font-semibold"
      disabled={disabled}
      onClick={onClick}
    >
      Forgot password?
    </button>
  )
}

/** Open in a new tab, so that the typed values stay. */
const Terms = () => (
  <>
    I agree to {possessive(brand.siteName)}{' '}
    <a href="/termsandconditions" target="_blank" className="prose-link">
      Terms of Service
    </a>{' '}
    and{' '}
    <a href="/privacy-policy" target="_blank" className="prose-link">
      Privacy Policy
    </a>
  </>
)

/** Password fields of the sign-up form, which shows the strength while typing. */
function NewPassword() {
  const estimate = useEstimator()
  const [typed, setTyped] = useState({ password: '', personal: [] as string[] })
  const strength: Strength | undefined =
    typed.password.length >= PASSWORD_MIN_LENGTH ? estimate?.(typed.password, typed.personal) : undefined

  function onChange({ currentTarget: { form, value } }: FormEvent<HTMLInputElement>) {
    const { fullname = '', email = '' } = form ? readFields(form) : {}
    setTyped({ password: value, personal: [fullname, email] })
  }

  return (
    <div className={PAIR}>
      <PasswordField
        label="Password"
        name="password"
        required
        autoComplete="new-password"
        hint="At least 6 characters."
        onChange={onChange}
      />
      <PasswordField label="Confirm password" name="confirmPassword" required autoComplete="new-password" />
      <div role="status" className="empty:hidden sm:col-span-2">
        {strength && <PasswordStrength {...strength} advice={strength.advice} />}
      </div>
    </div>
  )
}

/** Loads the estimator after the dialog; the form works without it. */
function useEstimator(): EstimateStrength | undefined {
  const [estimate, setEstimate] = useState<EstimateStrength>()
  useEffect(() => {
    void import('./password-strength.ts')
      .then(({ loadEstimator }) => loadEstimator())
      .then(loaded => setEstimate(() => loaded))
      .catch(() => {})
  }, [])
  return estimate
}
