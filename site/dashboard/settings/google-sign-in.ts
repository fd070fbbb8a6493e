import { atom } from 'nanostores'

import { GOOGLE_SIGN_IN_MESSAGES } from '#shared/auth/auth.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { api } from '#site/lib/api/api.ts'
import { toast } from '#site/lib/toasts.ts'
import { withErrorToast } from '#site/lib/with-error-toast.ts'
import { $sessions } from './sessions.ts'

const calls = api.users.auth.google

export const $changingGoogle = atom(false)

export async function removeGoogle() {
  if (await change(() => calls.$delete(), GOOGLE_SIGN_IN_MESSAGES.removed)) await $sessions.reload()
}

export const allowGoogle = () => change(() => calls.allow.$post(), GOOGLE_SIGN_IN_MESSAGES.allowed)

/** @returns true on success */
async function change(send: () => Promise<unknown>, done: string): Promise<boolean> {
  if ($changingGoogle.get()) return false
  $changingGoogle.set(true)
  const isDone = await withErrorToast('That didn’t work. Try again.', async () => {
    await send()
    await $me.reload()
    toast('success', done)
  })
  $changingGoogle.set(false)
  return isDone
}
