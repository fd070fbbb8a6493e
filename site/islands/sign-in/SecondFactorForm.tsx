import { useStore } from '@nanostores/react'
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'

import { TWO_FACTOR_DIGITS, TWO_FACTOR_MESSAGES, VerifyTwoFactor } from '#shared/auth/two-factor.ts'
import { checkForm } from '#site/forms/form-store.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { ApiError } from '#site/lib/api/error.ts'
import { Button } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { useSubmitOnce } from '#site/ui/fields/CodeField.tsx'
import { Form, TextField, FormMessage, revealProblem } from '#site/ui/fields/Field.tsx'
import {
  $formErrors,
  $sending,
  clearErrors,
  closeDialog,
  completeSignIn,
  enterDashboard,
  openCredentials,
  runOnce,
  showErrors,
} from './store.ts'

const KINDS = {
  app: {
    hint: 'Open your authenticator app and type the six digits that it shows.',
    label: 'Code',
    question: 'Don’t have your phone?',
    other: 'Use a recovery code',
  },
  recovery: {
    hint: 'Type one of the recovery codes you saved when you turned two-factor on. Each works once.',
    label: 'Recovery code',
    question: 'Have your phone?',
    other: 'Use the authenticator app',
  },
} as const

export function SecondFactorForm({ ticket }: { ticket: string }) {
  const { fields, message } = useStore($formErrors)
  const sending = useStore($sending)
  const [kind, setKind] = useState<keyof typeof KINDS>('app')
  const [code, setCode] = useState('')
  const submitOnce = useSubmitOnce(TWO_FACTOR_DIGITS, { sending, failed: Boolean(fields.code || message) })
  const field = useRef<HTMLFormElement>(null)
  const { hint, label, question, other } = KINDS[kind]

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (await verifySecondFactor(ticket, code)) enterDashboard()
    else revealProblem(form)
  }

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const text = event.target.value
    const code = kind === 'app' ? text.replaceAll(/\D/g, '').slice(0, TWO_FACTOR_DIGITS) : text
    clearErrors()
    setCode(code)
    if (kind === 'app') submitOnce(text, event.target.form)
  }

  const switchKind = () => {
    clearErrors()
    setCode('')
    setKind(kind === 'app' ? 'recovery' : 'app')
    requestAnimationFrame(() => field.current?.querySelector('input')?.focus())
  }

  return (
    <Modal onClose={closeDialog} title="Two-factor sign-in" locked={sending}>
      <Form ref={field} errors={fields} onSubmit={onSubmit} className="grid gap-5">
        <p className="text-sm text-soft">{hint}</p>
        <FormMessage message={message} />
        <TextField
          key={kind}
          label={label}
          name="code"
          required
          inputMode={kind === 'app' ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={kind === 'app' ? '123456' : 'abcde-fghij'}
          className="h-14 font-display text-2xl tracking-[0.2em] tabular-nums"
          value={code}
          onChange={change}
        />
        <Button type="submit" variant="primary" wide busy={sending}>
          Sign In
        </Button>
      </Form>
      <p className="mt-5 text-center text-sm text-soft">
        {question}{' '}
        <button
          type="button"
          className="prose-link cursor-pointer font-semibold"
          disabled={sending}
          onClick={switchKind}
        >
          {other}
        </button>
      </p>
    </Modal>
  )
}

/** @returns true if the user is now signed in */
export async function verifySecondFactor(ticket: string, code: string): Promise<boolean> {
  const checked = checkForm(VerifyTwoFactor, { ticket, code })
  if (!checked.ok) return showErrors(checked.fields)
  return runOnce(async () => {
    try {
      const { token } = await bodyOf(api.users['verify-two-factor'].$post({ json: checked.value }))
      return completeSignIn(token)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'invalid') return showErrors(error.fields)
      if (error.code !== 'unauthenticated') throw error
      openCredentials('login')
      return showErrors({}, error.message)
    }
  }, TWO_FACTOR_MESSAGES.wrongCode)
}
