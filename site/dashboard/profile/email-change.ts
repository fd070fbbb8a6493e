import { atom } from 'nanostores'

import { ChangeEmail, ConfirmEmail, EMAIL_CHANGE_MESSAGES } from '#shared/auth/auth.ts'
import { OTP_RESEND_WAIT_MS } from '#shared/timings.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { checkForm, formStore } from '#site/forms/form-store.ts'
import { api, bodyOf, dataOf } from '#site/lib/api/api.ts'
import { ApiError, messageOf } from '#site/lib/api/error.ts'
import { remote } from '#site/lib/remote.ts'
import { toast, withErrorToast } from '#site/lib/toasts.ts'
import { $codeRequested } from './ChangePasswordDialog.tsx'

const calls = api.users['email-change']

/** The new e-mail that waits for its code; null if there is none. */
export const $emailChange = remote(() => dataOf(calls.$get()))
export const $emailDialog = atom<'none' | 'ask' | 'code'>('none')
/** Earliest time for another code, in milliseconds since 1970. */
export const $resendAt = atom(0)

export const closeEmailDialog = () => $emailDialog.set('none')
export const openCodeDialog = () => $emailDialog.set('code')

export function openEmailDialog() {
  $codeRequested.set(false)
  $emailDialog.set('ask')
}

/** Asks for the change; the server mails a code to the new address. */
export const emailRequest = formStore({
  check: (values: unknown) => checkForm(ChangeEmail, values),
  failed: 'We couldn’t send the code. Try again.',
  async send(form) {
    try {
      const data = await dataOf(calls.$post({ json: form }))
      $emailChange.set({ state: 'ready', data })
    } catch (error) {
      if (error instanceof ApiError && error.fields.code !== undefined) $codeRequested.set(true)
      throw error
    }
    $resendAt.set(Date.now() + OTP_RESEND_WAIT_MS)
    openCodeDialog()
  },
})

export const emailCode = formStore({
  check: (values: unknown) => checkForm(ConfirmEmail, values),
  failed: 'The code wasn’t checked. Try again.',
  async send(form) {
    await calls.confirm.$post({ json: form })
    $emailChange.set({ state: 'ready', data: null })
    closeEmailDialog()
    toast('success', EMAIL_CHANGE_MESSAGES.changed)
    await $me.reload()
  },
})

export async function resendEmailCode() {
  if (Date.now() < $resendAt.get()) return
  $resendAt.set(Date.now() + OTP_RESEND_WAIT_MS)
  try {
    toast('success', (await bodyOf(calls.resend.$post({ json: {} }))).message)
  } catch (error) {
    $resendAt.set(0)
    toast('error', messageOf(error, 'We couldn’t send another code. Try again.'))
    if (error instanceof ApiError && error.code === 'not_found') await $emailChange.reload()
  }
}

export const withdrawEmail = () =>
  withErrorToast('That didn’t work. Try again.', async () => {
    await calls.$delete()
    $emailChange.set({ state: 'ready', data: null })
    toast('success', EMAIL_CHANGE_MESSAGES.withdrawn)
  })
