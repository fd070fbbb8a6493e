import { browserStorage } from './browser-storage.ts'

/** The island's name in `client:intent`, which also opens it (`islands/load-on-intent.ts`). */
const KEY = 'sign-in'
const DASHBOARD = '/dashboard'

/**
 * `reason` is shown in the dialog; `path` is opened after the sign-in; `email` is filled in. `isNew` is set for somebody who
 * probably has no account, for whom the dialog opens as sign-up.
 */
export type SignInRequest = { reason: string; path: string; email?: string; isNew?: true }
type Person = Pick<SignInRequest, 'email' | 'isNew'> & {
  /** Path of the only page that opens the dialog by itself; the next one if omitted. */
  page?: string
}

/** Makes the next public page in this tab open the sign-in dialog. A second request for the same path keeps the first reason. */
export function requestSignIn(reason: string, path = DASHBOARD, person: Person = {}) {
  if (readSignInRequest()?.path !== path)
    browserStorage('sessionStorage')?.setItem(KEY, JSON.stringify({ reason, path, ...person }))
}

/** Returns this tab's request. Its path is always within the dashboard. */
export function readSignInRequest(): SignInRequest | undefined {
  try {
    const { reason, path, email, isNew } = JSON.parse(browserStorage('sessionStorage')?.getItem(KEY) ?? '')
    return {
      reason: String(reason),
      path: /^\/dashboard(?![^/?#])/.test(path) ? path : DASHBOARD,
      ...(typeof email === 'string' && { email }),
      ...(isNew === true && { isNew }),
    }
  } catch {
    return undefined
  }
}

export const forgetSignInRequest = () => browserStorage('sessionStorage')?.removeItem(KEY)
