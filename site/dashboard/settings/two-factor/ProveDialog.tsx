import { useEffect } from 'react'

import { readFields, useForm } from '#site/forms/use-form.ts'
import { FormModal } from '#site/ui/dialogs/FormModal.tsx'
import { PasswordField } from '#site/ui/fields/password/PasswordField.tsx'
import { SecondFactorField } from '#site/ui/fields/SecondFactorField.tsx'
import { close, proof, type TwoFactorDialog } from './two-factor.ts'

type Why = Extract<TwoFactorDialog, { open: 'prove' }>['why']

const TEXTS = {
  'turn-on': {
    title: 'Turn on two-factor sign-in',
    intro:
      'Your account will then ask for a code from an app on your phone, so first we need to check it’s you.',
    confirm: 'Continue',
  },
  'turn-off': {
    title: 'Turn off two-factor sign-in?',
    intro: 'You’ll then sign in with only your password, and your recovery codes will stop working.',
    confirm: 'Turn off',
  },
  renew: {
    title: 'Create new recovery codes?',
    intro: 'Your current codes will stop working.',
    confirm: 'Create new codes',
  },
} as const

/** Requires the password to turn two-factor on. Afterwards it requires a code, because the password alone must not turn it off. */
export function ProveDialog({ why }: { why: Why }) {
  const { form, fields, message, sending } = useForm(proof[why], { read: readFields, onSent: () => {} })
  const { title, intro, confirm } = TEXTS[why]
  useEffect(() => proof[why].reset, [why])

  return (
    <FormModal
      title={title}
      intro={intro}
      submit={confirm}
      danger={why === 'turn-off'}
      onClose={close}
      message={fields.password || fields.code ? '' : message}
      {...{ form, sending }}
    >
      {why === 'turn-on' ? (
        <PasswordField
          label="Password"
          name="password"
          required
          autoComplete="current-password"
          error={fields.password}
        />
      ) : (
        <SecondFactorField error={fields.code} />
      )}
    </FormModal>
  )
}
