import { forgetSignInRequest, readSignInRequest } from '#site/lib/sign-in-request.ts'
import { staysHere } from './store.ts'

/** Opens the page that was asked for before the sign-in, or the overview. Over the dashboard, the page is there already. */
export function enterDashboard() {
  if (staysHere()) return
  const path = readSignInRequest()?.path ?? '/dashboard'
  forgetSignInRequest()
  location.assign(path)
}
