import { atom } from 'nanostores'

import { PASSWORD_CHANGE_MESSAGES, PASSWORD_RULES, UpdatePassword } from '#shared/auth.ts'
import type { Fields } from '#shared/errors.ts'
import { api } from '#site/lib/api.ts'
import { ApiError, serverMessageOf } from '#site/lib/api-error.ts'
import { checkForm } from '#site/lib/check-form.ts'
import { toast } from '#site/lib/toasts.ts'

export const $passwordDialog = atom(false)
export const $passwordFields = atom<Fields>({})
export const $updatingPassword = atom(false)

export const meetsRules = (password: string) => PASSWORD_RULES.every(({ isMet }) => isMet(password))

export function openPasswordDialog() {
  $passwordFields.set({})
  $passwordDialog.set(true)
}

export const closePasswordDialog = () => $passwordDialog.set(false)

export async function updatePassword(typed: UpdatePassword): Promise<void> {
  if ($updatingPassword.get()) return
  if (!meetsRules(typed.newPassword)) {
    toast('error', PASSWORD_CHANGE_MESSAGES.rules)
    return
  }
  const checked = checkForm(UpdatePassword, typed)
  $passwordFields.set(checked.ok ? {} : checked.fields)
  if (!checked.ok) return
  $updatingPassword.set(true)
  try {
    await api.users.updatePassword.$put({ json: checked.value })
    toast('success', PASSWORD_CHANGE_MESSAGES.changed)
    closePasswordDialog()
  } catch (error) {
    if (error instanceof ApiError) $passwordFields.set(error.fields)
    toast('error', serverMessageOf(error, PASSWORD_CHANGE_MESSAGES.failed))
  } finally {
    $updatingPassword.set(false)
  }
}
