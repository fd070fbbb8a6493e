import { useStore } from '@nanostores/react'
import { atom, computed } from 'nanostores'
import { type KeyboardEvent, useRef, useState } from 'react'

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
import { useSubmit } from '#site/ui/Button.tsx'
import { FormModal } from '#site/ui/dialogs/FormModal.tsx'
import { revealProblem } from '#site/ui/fields/Field.tsx'
import { PasswordChecklist } from '#site/ui/fields/password/PasswordChecklist.tsx'
import { PasswordField } from '#site/ui/fields/password/PasswordField.tsx'
import { SecondFactorField } from '#site/ui/fields/SecondFactorField.tsx'

export const $passwordDialog = atom(false)
export const $passwordFields = atom<Fields>({})

/** True once the server has asked for a code, which also works if the two-factor status can't be loaded. */
export const $codeRequested = atom(false)
/** True if the form needs a code. */
export const $needsCode = computed(
  [$twoFactor, $codeRequested],
  (status, asked) => asked || (status.state === 'ready' && status.data.enabled),
)

const meetsRules = (password: string) => PASSWORD_RULES.every(({ isMet }) => isMet(password))

export function openPasswordDialog() {
  $passwordFields.set({})
  $codeRequested.set(false)
  $passwordDialog.set(true)
}

const closePasswordDialog = () => $passwordDialog.set(false)

export async function updatePassword(typed: UpdatePassword): Promise<void> {
  if (!meetsRules(typed.newPassword)) {
    toast('error', PASSWORD_CHANGE_MESSAGES.rules)
    return
  }
  const checked = checkForm(UpdatePassword, typed)
  $passwordFields.set({
    ...(!checked.ok && checked.fields),
    ...(typed.code === '' && { code: TWO_FACTOR_MESSAGES.codeNeeded }),
  })
  if (!checked.ok || typed.code === '') return
  try {
    await api.users.updatePassword.$put({ json: checked.value })
    toast('success', PASSWORD_CHANGE_MESSAGES.changed)
    closePasswordDialog()
  } catch (error) {
    if (error instanceof ApiError) {
      $passwordFields.set(error.fields)
      if (error.fields.code !== undefined) $codeRequested.set(true)
    }
    toast('error', serverMessageOf(error, PASSWORD_CHANGE_MESSAGES.failed))
  }
}

/** Mounted only while open, so that closing it clears the typed values. */
export const ChangePasswordDialog = () => (useStore($passwordDialog) ? <OpenDialog /> : null)

function OpenDialog() {
  const element = useRef<HTMLFormElement>(null)
  const takesCode = useStore($needsCode)
  const [oldPassword, setOldPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')

  const [sending, form] = useSubmit(async () => {
    const code = element.current ? readFields(element.current).code : undefined
    await updatePassword({ oldPassword, newPassword, ...(takesCode && { code: code ?? '' }) })
    requestAnimationFrame(() => element.current && revealProblem(element.current))
  })

  // The button isn't disabled, because Enter would then do nothing without an explanation.
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    element.current?.requestSubmit()
  }

  return (
    <FormModal
      title="Change Password"
      submit="Update Password"
      incomplete={!meetsRules(newPassword)}
      form={{ ...form, ref: element, errors: useStore($passwordFields), onKeyDown }}
      message=""
      sending={sending}
      onClose={closePasswordDialog}
    >
      <PasswordField
        label="Old Password"
        name="oldPassword"
        required
        autoComplete="current-password"
        value={oldPassword}
        onChange={event => setOldPassword(event.target.value)}
      />
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
