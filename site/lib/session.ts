import { atom } from 'nanostores'

import { ApiError, toApiError } from './api/error.ts'
import { browserStorage, forgetForms } from './browser-storage.ts'

/** `expired`: the api rejects the token; the user is notified, and signed out a moment later. */
export type Session = { state: 'out' } | { state: 'in'; token: string } | { state: 'expired' }

const TOKEN_KEY = 'token'
const LOGGED_IN_KEY = 'isLoggedIn'

const stored = (): Session => {
  const token = browserStorage('localStorage')?.getItem(TOKEN_KEY)
  return token ? { state: 'in', token } : { state: 'out' }
}

const tokenOf = (session: Session) => (session.state === 'in' ? session.token : undefined)

export const $session = atom<Session>(stored())

const STORAGE_DISABLED =
  'Your browser isn’t letting this site store data, so we can’t keep you signed in. Allow it in your browser’s settings, then try again.'

/** @throws {ApiError} if the browser stores nothing for this site */
export function signIn(token: string) {
  try {
    localStorage.setItem(TOKEN_KEY, token)
    localStorage.setItem(LOGGED_IN_KEY, 'true')
  } catch (cause) {
    throw new ApiError('forbidden', STORAGE_DISABLED, {}, { cause })
  }
  $session.set({ state: 'in', token })
}

/** Expires the session that a call was made in, unless another has begun since. */
function expireSession(expired: Session) {
  const now = $session.get()
  if (now.state === 'in' && expired.state === 'in' && now.token === expired.token)
    $session.set({ state: 'expired' })
}

/**
 * Builds the error of a failed response. A token that the api rejects ends the session.
 * @param session the session in which the call was made
 */
export function failedResponse(body: string, status: number, session: Session): ApiError {
  const error = toApiError(body, status)
  if (error.code === 'unauthenticated') expireSession(session)
  return error
}

/** Clears the session and everything else that this site stored in the browser. */
export function signOut() {
  browserStorage('localStorage')?.clear()
  forgetForms()
  $session.set({ state: 'out' })
}

export const authorization = (session = $session.get()): Record<string, string> =>
  session.state === 'in' ? { Authorization: `Bearer ${session.token}` } : {}

/**
 * Follows changes in other tabs. Clearing the storage sends an event without a key. A page that the back button restores
 * received no events meanwhile.
 */
export function followOtherPages(page: Pick<Window, 'addEventListener'>) {
  page.addEventListener('storage', event => {
    if (event.key === null || event.key === TOKEN_KEY) $session.set(stored())
  })
  page.addEventListener('pageshow', ({ persisted }) => {
    const [shown, now] = [$session.get(), stored()]
    if (persisted && shown.state !== 'expired' && tokenOf(shown) !== tokenOf(now)) $session.set(now)
  })
}

if (typeof window !== 'undefined') followOtherPages(window)
