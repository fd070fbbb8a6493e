import { atom, onMount } from 'nanostores'

import type { ReturnScreen } from '#shared/accounts.ts'
import { SOCIAL_HUB_TOAST_MS } from '#shared/timings.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { api } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { $toasts, toast } from '#site/lib/toasts.ts'
import { $locations, locationChoice } from './locations.ts'
import { $accounts } from './store.ts'

export type GoogleSignIn = { step: 'idle' } | { step: 'saving' } | { step: 'failed'; message: string }

/** Progress of connecting Google, whose dialog takes over this tab and returns to it. */
export const $googleSignIn = atom<GoogleSignIn>({ step: 'idle' })

export const GOOGLE_CONNECTED = 'Google Business Profile connected successfully'
const NOT_CONNECTED = 'Google Business Profile was not connected. Try again in a minute.'

/** Navigates to the auth endpoint. */
type Leave = (url: string) => void
const leave: Leave = url => location.assign(url)

// Resets the state when Back in Google's dialog restores this page.
onMount($googleSignIn, () => {
  const cameBack = (event: PageTransitionEvent) => {
    if (event.persisted) $googleSignIn.set({ step: 'idle' })
  }
  globalThis.addEventListener?.('pageshow', cameBack)
  return () => globalThis.removeEventListener?.('pageshow', cameBack)
})

$selectionVersion.listen(() => $googleSignIn.set({ step: 'idle' }))

/** Opens Google's dialog in this tab, to connect or reconnect a location of the selected business. */
export async function connectGoogle(returnTo: ReturnScreen, go = leave) {
  if ($googleSignIn.get().step === 'saving') return
  $googleSignIn.set({ step: 'saving' })
  try {
    const { url } = await (await api.auth.google.start.$post({ json: { returnTo } })).json()
    go(url)
  } catch (error) {
    $googleSignIn.set({ step: 'failed', message: messageOf(error, NOT_CONNECTED) })
  }
}

/** Status and codes of the return URL: only success with both codes is a sign-in. */
/** Parameters of Google's return URL. The second code is missing if the user declined. */
export type GoogleReturn = { status: string; code1: string; code2?: string | undefined }

const REFUSED: Record<string, string> = {
  declined:
    'Google Business Profile was not connected, because permission was not given. You can connect any time.',
  expired: 'This sign-in took too long or was started somewhere else. Please connect again.',
}

/** Sends the codes of Google's dialog to the api, and shows the result. */
export async function finishGoogle({ status, code1, code2 = '' }: GoogleReturn): Promise<void> {
  if (status !== 'success' || code1 === '' || code2 === '')
    return $googleSignIn.set({ step: 'failed', message: REFUSED[status] ?? NOT_CONNECTED })
  $googleSignIn.set({ step: 'saving' })
  try {
    const json = { google_code: `${code1}/${code2}` }
    const { data } = await (await api.auth.google['save-info'].$post({ json })).json()
    $googleSignIn.set({ step: 'idle' })
    await Promise.all([$accounts.google.reload(), $locations.reload()])
    if (data.accountConnected) showConnected()
    else locationChoice.open()
  } catch (error) {
    $googleSignIn.set({ step: 'failed', message: messageOf(error, NOT_CONNECTED) })
  }
}

/** Shows one toast at a time, as in Social Hub. */
export function showConnected(message = GOOGLE_CONNECTED) {
  $toasts.set([])
  toast('success', message, { duration: SOCIAL_HUB_TOAST_MS, coloured: true })
}
