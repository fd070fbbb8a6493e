import { GOOGLE_LOGIN_FAILED } from '#shared/auth/auth.ts'
import { enterOrAsk, runOnce, showErrors } from '#site/islands/sign-in/store.ts'
import { api } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'

/** Reports that Google returned no credential. */
export const googleUnsuccessful = () => showErrors({}, 'Google login was unsuccessful.')

/** Google sign-in settings of this installation, if it offers it. */
export const $google = remote(async () => (await (await api.users.auth.google.$get()).json()).data)

/** @returns true if the user is now signed in */
export async function logInWithGoogle(credential: string, nonce: string): Promise<boolean> {
  if (!credential) return googleUnsuccessful()
  return runOnce(async () => {
    const login = api.users.auth['google-login']
    return enterOrAsk(await (await login.$post({ json: { tokenData: credential, nonce } })).json())
  }, GOOGLE_LOGIN_FAILED)
}
