import { atom } from 'nanostores'

import { NewPasswordForm } from '#shared/auth/auth.ts'
import { RESET_REDIRECT_MS } from '#shared/timings.ts'
import { schemaForm } from '#site/forms/form-store.ts'
import { api } from '#site/lib/api/api.ts'
import { signOut } from '#site/lib/session.ts'
import { requestSignIn } from '#site/lib/sign-in-request.ts'

export const RESET_DONE = 'Password has been reset successfully'

export const $passwordIsReset = atom(false)

/** Reads the token from the path of the mailed link: /reset-password/{token}. */
export const tokenFromPath = (path: string) => /^\/reset-password\/([^/]+)/.exec(path)?.[1] ?? ''

export const newPassword = schemaForm(NewPasswordForm, {
  failed: 'Failed to reset password. Try again.',
  async send({ newPassword }) {
    const token = decodeURIComponent(tokenFromPath(location.pathname))
    await api.users['reset-password'].$post({ json: { token, newPassword } })
    // The session in this browser has ended with the old password.
    signOut()
    $passwordIsReset.set(true)
    requestSignIn('Now sign in with your new password.')
    // Replaces this page: its link is used up, so Back must not return to it.
    setTimeout(() => location.replace('/dashboard'), RESET_REDIRECT_MS)
  },
})
