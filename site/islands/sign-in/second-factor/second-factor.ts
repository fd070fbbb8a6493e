import { TWO_FACTOR_MESSAGES, VerifyTwoFactor } from '#shared/auth/two-factor.ts'
import { checkForm } from '#site/forms/form-store.ts'
import { enter, runOnce, openCredentials, showErrors } from '#site/islands/sign-in/store.ts'
import { api } from '#site/lib/api/api.ts'
import { ApiError, UNREACHABLE } from '#site/lib/api/error.ts'

/** @returns true if the user is now signed in */
export async function verifySecondFactor(ticket: string, code: string): Promise<boolean> {
  const checked = checkForm(VerifyTwoFactor, { ticket, code })
  if (!checked.ok) return showErrors(checked.fields)
  return runOnce(async () => {
    try {
      const verify = api.users['verify-two-factor']
      const { token } = await (await verify.$post({ json: checked.value })).json()
      return enter(token)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'invalid') return showErrors(error.fields)
      if (error.code !== 'unauthenticated') throw error
      openCredentials('login')
      return showErrors({}, error.message)
    }
  }, TWO_FACTOR_MESSAGES.wrongCode)
}

/** Returns to the e-mail and password if the code's form can't be loaded. */
export function backToCredentials() {
  openCredentials('login')
  showErrors({}, UNREACHABLE)
}
