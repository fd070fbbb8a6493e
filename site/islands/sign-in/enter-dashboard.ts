import { forgetSignInRequest, readSignInRequest } from '#site/lib/sign-in-request.ts'
import { isOverDashboard } from './store.ts'

/**
 * Opens the page that was requested before the sign-in, or the overview. Does nothing in a dialog over the dashboard,
 * because the page is open already.
 */
export function enterDashboard() {
  if (isOverDashboard()) return
  const path = readSignInRequest()?.path ?? '/dashboard'
  forgetSignInRequest()
  location.assign(path)
}
