import { forgetSignInRequest, readSignInRequest } from '#site/lib/sign-in-request.ts'

/** Opens the page that was asked for before the sign-in, or the overview. */
export function enterDashboard() {
  const path = readSignInRequest()?.path ?? '/dashboard'
  forgetSignInRequest()
  location.assign(path)
}
