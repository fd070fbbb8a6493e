import { atom, computed } from 'nanostores'

import { PASSWORD_CHANGE_MESSAGES, PASSWORD_RULES, UpdatePassword } from '#shared/auth/auth.ts'
import { TWO_FACTOR_MESSAGES } from '#shared/auth/two-factor.ts'
import type { Fields } from '#shared/errors.ts'
import { $twoFactor } from '#site/dashboard/shared/second-factor.ts'
import { checkForm } from '#site/forms/check-form.ts'
import { api } from '#site/lib/api/api.ts'
import { ApiError, serverMessageOf } from '#site/lib/api/error.ts'
import { toast } from '#site/lib/toasts.ts'

export const $passwordDialog = atom(false)
export const $passwordFields = atom<Fields>({})
export const $updatingPassword = atom(false)

/** True once the server has asked for a code, which also works if the two-factor status can't be loaded. */
const $codeRequested = atom(false)
/** True if the form needs a code. */
export const $needsCode = computed(
  [$twoFactor, $codeRequested],
  (status, asked) => asked || (status.state === 'ready' && status.data.enabled),
)

export const meetsRules = (password: string) => PASSWORD_RULES.every(({ isMet }) => isMet(password))

export function openPasswordDialog() {
  $passwordFields.set({})
  $codeRequested.set(false)
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
  $passwordFields.set({
    ...(!checked.ok && checked.fields),
    ...(typed.code === '' && { code: TWO_FACTOR_MESSAGES.codeNeeded }),
  })
  if (!checked.ok || typed.code === '') return
  $updatingPassword.set(true)
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
  } finally {
    $updatingPassword.set(false)
  }
}
