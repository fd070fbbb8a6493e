import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'

import { DELETION_MESSAGES, DELETION_WORD } from '#shared/auth/account-deletion.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { readFields, useForm } from '#site/forms/use-form.ts'
import { FormModal } from '#site/ui/dialogs/FormModal.tsx'
import { TextField } from '#site/ui/fields/Field.tsx'
import { PasswordField } from '#site/ui/fields/password/PasswordField.tsx'
import { deletion } from './account.ts'

/** Omits an empty password: users who have just signed in need none. */
const read = (form: HTMLFormElement) => {
  const { confirm, password } = readFields(form)
  return { confirm, ...(password && { password }) }
}

/** Asks the user to type a word, then requests the account's deletion. */
export function DeleteAccount({ onClose }: { onClose: () => void }) {
  const me = useStore($me)
  const [typed, setTyped] = useState('')
  const { form, fields, message, sending } = useForm(deletion, { read, onSent: onClose })
  const hasPassword = me.state === 'ready' && !me.data.isGoogleAccount
  useEffect(() => deletion.reset, [])

  return (
    <FormModal
      title="Request Account Deletion"
      submit="Delete my account"
      danger
      incomplete={typed !== DELETION_WORD}
      {...{ form, message, sending, onClose }}
    >
      <ul className="grid list-disc gap-1.5 ps-5 text-sm">
        {DELETION_MESSAGES.whatHappens.map(step => (
          <li key={step}>{step}</li>
        ))}
      </ul>
      <TextField
        label={
          <>
            Type <code className="font-mono">{DELETION_WORD}</code> to confirm
          </>
        }
        name="confirm"
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        error={fields.confirm}
      />
      {hasPassword && (
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          hint="Not needed if you signed in within the last ten minutes."
          error={fields.password}
        />
      )}
    </FormModal>
  )
}
