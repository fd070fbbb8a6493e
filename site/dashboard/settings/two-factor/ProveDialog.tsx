import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'

import { readFields, useForm } from '#site/islands/use-form.ts'
import { TextField } from '#site/ui/Field.tsx'
import { FormModal } from '#site/ui/FormModal.tsx'
import { PasswordField } from '#site/ui/PasswordField.tsx'
import { $me } from '../../me.ts'
import { close, proof, type TwoFactorDialog } from './two-factor.ts'

type Why = Extract<TwoFactorDialog, { open: 'prove' }>['why']

const WORDS = {
  'turn-on': {
    title: 'Turn on two-factor sign-in',
    words:
      'Your account will then ask for a code from an app on your phone, so first we make sure that it is you.',
    confirm: 'Continue',
  },
  'turn-off': {
    title: 'Turn off two-factor sign-in?',
    words: 'Your password alone opens your account then, and your recovery codes no longer work.',
    confirm: 'Turn off',
  },
  renew: {
    title: 'Make new recovery codes?',
    words: 'The codes that you have no longer work then.',
    confirm: 'Make new codes',
  },
} as const

/** Wants the password or a code: an open browser alone must not take the lock off. */
export function ProveDialog({ why }: { why: Why }) {
  const me = useStore($me)
  const hasPassword = me.state === 'ready' && !me.data.isGoogleAccount
  const hasCodes = why !== 'turn-on'
  const [byCode, setByCode] = useState(hasCodes && !hasPassword)
  const { form, fields, message, sending } = useForm(proof[why], { read: readFields, onSent: () => {} })
  const { title, words, confirm } = WORDS[why]
  useEffect(() => proof[why].reset, [why])

  return (
    <FormModal
      title={title}
      intro={words}
      submit={confirm}
      danger={why === 'turn-off'}
      onClose={close}
      message={fields.password || fields.code ? '' : message}
      {...{ form, sending }}
    >
      {byCode ? (
        <TextField
          key="code"
          label="Code of your app, or a recovery code"
          name="code"
          required
          autoComplete="one-time-code"
          error={fields.code ?? fields.password}
        />
      ) : (
        <PasswordField
          key="password"
          label="Password"
          name="password"
          required
          autoComplete="current-password"
          error={fields.password}
        />
      )}
      {hasPassword && hasCodes && (
        <button
          type="button"
          className="prose-link cursor-pointer justify-self-start text-sm"
          onClick={() => setByCode(!byCode)}
        >
          {byCode ? 'Use your password' : 'Use a code instead'}
        </button>
      )}
    </FormModal>
  )
}
