import { GOOGLE_LOGIN_FAILED } from '#shared/auth/auth.ts'
import { api } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'
import { enterOrAsk, once, refuse } from './store.ts'

/** Says that nothing came from Google. */
export const googleUnsuccessful = () => refuse({}, 'Google login was unsuccessful.')

/** How this installation signs in with Google, if it does. */
export const $google = remote(async () => (await (await api.users.auth.google.$get()).json()).data)

/** @returns whether the person is signed in now */
export async function logInWithGoogle(credential: string, nonce: string): Promise<boolean> {
  if (!credential) return googleUnsuccessful()
  return once(async () => {
    const login = api.users.auth['google-login']
    return enterOrAsk(await (await login.$post({ json: { tokenData: credential, nonce } })).json())
  }, GOOGLE_LOGIN_FAILED)
}
