import { useStore } from '@nanostores/react'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'

import { SPECIAL_CHARACTERS } from '#shared/auth/auth.ts'
import { readFields } from '#site/forms/use-form.ts'
import { FormModal } from '#site/ui/dialogs/FormModal.tsx'
import { focusFirstInvalid } from '#site/ui/fields/focus-first-invalid.ts'
import { PasswordChecklist } from '#site/ui/fields/password/PasswordChecklist.tsx'
import { PasswordField } from '#site/ui/fields/password/PasswordField.tsx'
import { SecondFactorField } from '#site/ui/fields/SecondFactorField.tsx'
import {
  $passwordDialog,
  $passwordFields,
  $needsCode,
  $updatingPassword,
  closePasswordDialog,
  meetsRules,
  updatePassword,
} from './change-password.ts'

/** Mounted only while open, so that closing it clears the typed values. */
export const ChangePasswordDialog = () => (useStore($passwordDialog) ? <OpenDialog /> : null)

function OpenDialog() {
  const form = useRef<HTMLFormElement>(null)
  const fields = useStore($passwordFields)
  const takesCode = useStore($needsCode)
  const updating = useStore($updatingPassword)
  const [oldPassword, setOldPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')

  async function submit() {
    const code = form.current ? readFields(form.current).code : undefined
    await updatePassword({ oldPassword, newPassword, ...(takesCode && { code: code ?? '' }) })
    requestAnimationFrame(() => form.current && focusFirstInvalid(form.current))
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void submit()
  }

  // The button isn't disabled, because Enter would then do nothing without an explanation.
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    void submit()
  }

  return (
    <FormModal
      title="Change Password"
      submit="Update Password"
      incomplete={!meetsRules(newPassword)}
      form={{ ref: form, noValidate: true, onSubmit, onKeyDown }}
      message=""
      sending={updating}
      onClose={closePasswordDialog}
    >
      <PasswordField
        label="Old Password"
        name="oldPassword"
        required
        autoComplete="current-password"
        value={oldPassword}
        onChange={event => setOldPassword(event.target.value)}
        error={fields.oldPassword}
      />
      {takesCode && <SecondFactorField error={fields.code} />}
      <PasswordField
        label="New Password"
        name="newPassword"
        required
        autoComplete="new-password"
        hint={`Special characters are ${SPECIAL_CHARACTERS}`}
        value={newPassword}
        onChange={event => setNewPassword(event.target.value)}
        error={fields.newPassword}
      />
      <PasswordChecklist password={newPassword} inSentences />
      <p className="text-xs text-soft">You stay signed in here. Every other browser is signed out.</p>
    </FormModal>
  )
}
