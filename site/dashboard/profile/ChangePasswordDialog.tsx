import { useStore } from '@nanostores/react'
import { atom, computed } from 'nanostores'
import { type KeyboardEvent, useEffect, useState } from 'react'

import {
  SPECIAL_CHARACTERS,
  PASSWORD_CHANGE_MESSAGES,
  PASSWORD_RULES,
  UpdatePassword,
} from '#shared/auth/auth.ts'
import { TWO_FACTOR_MESSAGES } from '#shared/auth/two-factor.ts'
import type { Fields } from '#shared/errors.ts'
import { $twoFactor } from '#site/dashboard/shared/me.ts'
import { checkForm } from '#site/forms/form-store.ts'
import { readFields } from '#site/forms/use-form.ts'
import { api } from '#site/lib/api/api.ts'
import { ApiError, serverMessageOf } from '#site/lib/api/error.ts'
import { toast } from '#site/lib/toasts.ts'
import { FormModal, useSaving } from '#site/ui/dialogs/FormModal.tsx'
import { PasswordChecklist } from '#site/ui/fields/password/PasswordChecklist.tsx'
import { PasswordField } from '#site/ui/fields/password/PasswordField.tsx'
import { SecondFactorField } from '#site/ui/fields/SecondFactorField.tsx'

/** True once the server has asked for a code, which also works if the two-factor status can't be loaded. */
export const $codeRequested = atom(false)
export const $needsCode = computed(
  [$twoFactor, $codeRequested],
  (status, asked) => asked || (status.state === 'ready' && status.data.enabled),
)

const meetsRules = (password: string) => PASSWORD_RULES.every(({ isMet }) => isMet(password))

/** Changes the password, and shows the result in a toast. @returns errors by field if it wasn't changed */
export async function updatePassword(typed: UpdatePassword): Promise<Fields | undefined> {
  if (!meetsRules(typed.newPassword)) {
    toast('error', PASSWORD_CHANGE_MESSAGES.rules)
    return {}
  }
  const checked = checkForm(UpdatePassword, typed)
  if (!checked.ok || typed.code === '')
    return {
      ...(!checked.ok && checked.fields),
      ...(typed.code === '' && { code: TWO_FACTOR_MESSAGES.codeNeeded }),
    }
  try {
    await api.users.updatePassword.$put({ json: checked.value })
    toast('success', PASSWORD_CHANGE_MESSAGES.changed)
    return undefined
  } catch (error) {
    const fields = error instanceof ApiError ? error.fields : {}
    if (fields.code !== undefined) $codeRequested.set(true)
    toast('error', serverMessageOf(error, PASSWORD_CHANGE_MESSAGES.failed))
    return fields
  }
}

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const takesCode = useStore($needsCode)
  const [newPassword, setNewPassword] = useState('')
  useEffect(() => $codeRequested.set(false), [])
  const saving = useSaving(form => {
    const { oldPassword = '', code = '' } = readFields(form)
    return updatePassword({ oldPassword, newPassword, ...(takesCode && { code }) })
  }, onClose)

  // The button isn't disabled for Enter, which would otherwise do nothing without an explanation.
  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }

  return (
    <FormModal
      title="Change Password"
      submit="Update Password"
      incomplete={!meetsRules(newPassword)}
      {...saving}
      form={{ ...saving.form, onKeyDown }}
    >
      <PasswordField label="Old Password" name="oldPassword" required autoComplete="current-password" />
      {takesCode && <SecondFactorField />}
      <PasswordField
        label="New Password"
        name="newPassword"
        required
        autoComplete="new-password"
        hint={`Special characters are ${SPECIAL_CHARACTERS}`}
        value={newPassword}
        onChange={event => setNewPassword(event.target.value)}
      />
      <PasswordChecklist password={newPassword} inSentences />
      <p className="text-xs text-soft">You stay signed in here. Every other browser is signed out.</p>
    </FormModal>
  )
}
