import { atom } from 'nanostores'

import { SESSION_EXPIRED_LOGOUT_MS } from '#shared/timings.ts'
import { abortReads, api, bodyOf } from '#site/lib/api/api.ts'
import { showDomain } from '#site/lib/api/shown-domain.ts'
import { $session, signIn, signOut } from '#site/lib/session.ts'
import { forgetSignInRequest, requestSignIn } from '#site/lib/sign-in-request.ts'
import { toast } from '#site/lib/toasts.ts'
import { $selectedDomain, $selectionVersion } from './domains/store.ts'
import { $me } from './me.ts'

const SESSION_EXPIRED = 'Your Session Has Expired. Please log in again to continue.'

const SIGN_IN_FIRST = 'Sign in, and we’ll take you to the page that you asked for.'
const SIGN_IN_AGAIN = 'Your session has expired. Sign in to return to where you were.'

const CONTINUE = 'Your session has expired. Sign in to continue where you left off: nothing is lost.'

/** True while the sign-in dialog is open over a screen whose session has expired. */
export const $resuming = atom(false)

/** Token of the session that began in the dialog, for which the page doesn't reload. */
let resumedToken: string | undefined

/** Continues with a new session of the same user. For another user, reloads the page. @throws {ApiError} */
export async function resumeSession(token: string): Promise<void> {
  const before = $me.get()
  const init = { headers: { Authorization: `Bearer ${token}` } }
  const { userDetails } = await bodyOf(api.users.getUserInfo.$post({ json: {} }, init))
  forgetSignInRequest()
  if (before.state !== 'ready' || userDetails._id !== before.data._id) {
    localStorage.clear()
    return signIn(token)
  }
  resumedToken = token
  const shown = $selectedDomain.get()?._id
  signIn(token)
  // A change of session resets the shown business.
  showDomain(shown)
  $resuming.set(false)
  $resumed.set($resumed.get() + 1)
  $selectionVersion.set($selectionVersion.get() + 1)
}

/** Counts the sessions that the user resumed. */
export const $resumed = atom(0)

/** Leaves the dashboard when the user declines to sign in again. */
export function giveUpSession() {
  if ($session.get().state !== 'expired') return
  $resuming.set(false)
  signOut()
}

/**
 * Redirects visitors without a session to the sign-in. Over the screen of an expired session, opens a dialog to sign in again.
 * Reloads when somebody signs in in another tab. Returns the function that stops it.
 */
export function guardSession() {
  let token: string | undefined
  return $session.subscribe(session => {
    if (session.state === 'in') {
      if (token && token !== session.token && session.token !== resumedToken) location.reload()
      token = session.token
    }
    if (session.state === 'out') {
      if (!token) void redirectToSignIn()
      else location.replace('/')
    }
    if (session.state === 'expired') {
      const me = $me.get()
      if (me.state === 'ready') {
        requestSignIn(CONTINUE, location.pathname + location.search, { email: me.data.email })
        return $resuming.set(true)
      }
      requestSignIn(SIGN_IN_AGAIN, location.pathname + location.search)
      toast('error', SESSION_EXPIRED)
      setTimeout(signOut, SESSION_EXPIRED_LOGOUT_MS)
    }
  })
}

async function redirectToSignIn() {
  const path = location.pathname + location.search
  const invitation = new URLSearchParams(location.search).get('invite')
  // Without its code, the sign-in doesn't name the business; the invitation in the path is accepted all the same.
  const part = invitation ? await import('./invitation.ts').catch(() => undefined) : undefined
  if (invitation && part) await part.requestSignInToJoin(invitation, path)
  else requestSignIn(SIGN_IN_FIRST, path)
  location.replace('/')
}

/** Maximum time that signing out waits for the server. */
const LOGOUT_MS = 5000

/** Ends the session on the server too; if that fails, this browser still signs out. */
export async function logOut() {
  abortReads()
  const init = { keepalive: true, signal: AbortSignal.timeout(LOGOUT_MS) }
  await api.users.logout.$post({}, { init }).catch(() => undefined)
  signOut()
}
