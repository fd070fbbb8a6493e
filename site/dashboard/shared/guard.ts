import { SESSION_EXPIRED_LOGOUT_MS } from '#shared/timings.ts'
import { api } from '#site/lib/api/api.ts'
import { $session, signOut } from '#site/lib/session.ts'
import { toast } from '#site/lib/toasts.ts'

const SESSION_EXPIRED = 'Your Session Has Expired. Please log in again to continue.'

/**
 * Redirects visitors without a session, signs out expired ones, and reloads when another user signs in in another tab, because
 * the page may show somebody else's data. Returns the function that stops it.
 */
export function guardSession() {
  let token: string | undefined
  return $session.subscribe(session => {
    if (session.state === 'in') {
      if (token && token !== session.token) location.reload()
      token = session.token
    }
    if (session.state === 'out') location.replace('/')
    if (session.state === 'expired') {
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
