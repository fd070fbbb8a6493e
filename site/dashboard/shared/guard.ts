import { atom } from 'nanostores'

import { SESSION_EXPIRED_LOGOUT_MS } from '#shared/timings.ts'
import { abortReads, api, bodyOf } from '#site/lib/api/api.ts'
import { showDomain } from '#site/lib/api/shown-domain.ts'
import { $session, signIn, signOut } from '#site/lib/session.ts'
import { forgetSignInRequest, requestSignIn } from '#site/lib/sign-in-request.ts'
import { toast } from '#site/lib/toasts.ts'
import { $selectedDomain, $selectionVersion } from './domains/store.ts'
import { $me } from './me.ts'

/** Quoted by the specification. */
const SESSION_EXPIRED = 'Your Session Has Expired. Please log in again to continue.'

const SIGN_IN_FIRST = 'Sign in, and we’ll take you to the page that you asked for.'
const SIGN_IN_AGAIN = 'Your session has expired. Sign in to return to where you were.'
const CONTINUE = 'Your session has expired. Sign in to continue where you left off: nothing is lost.'

/** True while the sign-in dialog is open over a screen whose session has expired. */
export const $resuming = atom(false)

export const $resumeCount = atom(0)

/** Token of the session that the dialog started. `guardSession` doesn't reload the page for it. */
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
  $resumeCount.set($resumeCount.get() + 1)
  $selectionVersion.set($selectionVersion.get() + 1)
}

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
  let currentToken: string | undefined
  return $session.subscribe(session => {
    if (session.state === 'in') {
      const { token } = session
      if (currentToken && currentToken !== token && token !== resumedToken) location.reload()
      currentToken = token
    }
    if (session.state === 'out') {
      if (!currentToken) void redirectToSignIn()
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
  // If the module doesn't load, the sign-in page doesn't name the business, but the invitation in `path` still works.
  const module = invitation ? await import('./invitation.ts').catch(() => undefined) : undefined
  if (invitation && module) await module.requestSignInToJoin(invitation, path)
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
