import { SESSION_EXPIRED_LOGOUT_MS } from '#shared/timings.ts'
import { api } from '#site/lib/api/api.ts'
import { $session, signOut } from '#site/lib/session.ts'
import { requestSignIn } from '#site/lib/sign-in-request.ts'
import { toast } from '#site/lib/toasts.ts'

const SESSION_EXPIRED = 'Your Session Has Expired. Please log in again to continue.'

const SIGN_IN_FIRST = 'Sign in, and we’ll take you to the page that you asked for.'
const SIGN_IN_AGAIN = 'Your session has expired. Sign in, and you’re back where you were.'

/**
 * Redirects visitors without a session to the sign-in, signs out expired ones, and reloads when another user signs in in another tab, because
 * the page may show somebody else's data. Returns the function that stops it.
 */
export function guardSession() {
  let token: string | undefined
  return $session.subscribe(session => {
    if (session.state === 'in') {
      if (token && token !== session.token) location.reload()
      token = session.token
    }
    if (session.state === 'out') {
      if (!token) requestSignIn(SIGN_IN_FIRST, location.pathname + location.search)
      location.replace('/')
    }
    if (session.state === 'expired') {
      requestSignIn(SIGN_IN_AGAIN, location.pathname + location.search)
      toast('error', SESSION_EXPIRED)
      setTimeout(signOut, SESSION_EXPIRED_LOGOUT_MS)
    }
  })
}

/** Ends the session on the server too; if that fails, this browser still signs out. */
export async function logOut() {
  await api.users.logout.$post().catch(() => undefined)
  signOut()
}
