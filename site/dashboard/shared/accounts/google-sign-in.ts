import { atom, onMount } from 'nanostores'
import { useEffect } from 'react'

import type { ReturnScreen } from '#shared/accounts.ts'
import { CENTRAL_NETWORKS, type NetworkId } from '#shared/networks.ts'
import { $selectionVersion, remoteOfSelection } from '#site/dashboard/shared/domains/store.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { browserStorage } from '#site/lib/browser-storage.ts'
import { settled } from '#site/lib/remote.ts'
import { choiceStore } from './choice-store.ts'
import type { SignIn } from './meta-sign-in.ts'
import { $accounts, showSuccess } from './store.ts'

/** State of connecting Google. Its dialog replaces this page, and returns here. */
export const $googleSignIn = atom<SignIn>({ step: 'idle' })

const NOT_CONNECTED = 'Google Business Profile was not connected. Try again in a minute.'

const leave: (url: string) => void = url => location.assign(url)

const FIRST_STEPS = 'connecting-in-first-steps'

/** Connects Google as one of the first steps, and remembers them while its dialog replaces this page. */
export const connectGoogleFirst = (go = leave) =>
  connectGoogle('social-hub', url => {
    browserStorage('sessionStorage')?.setItem(FIRST_STEPS, 'true')
    go(url)
  })

export async function areConnected(networks: readonly NetworkId[] = CENTRAL_NETWORKS): Promise<boolean> {
  const accounts = await Promise.all(networks.map(network => settled($accounts[network])))
  return accounts.every(({ data }) => data?.accountConnected)
}

// Going back from Google's dialog restores this page while it is still saving.
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
  // Left by a sign-in that went Back from Google's dialog.
  browserStorage('sessionStorage')?.removeItem(FIRST_STEPS)
  try {
    const { url } = await bodyOf(api.auth.google.start.$post({ json: { returnTo } }))
    go(url)
  } catch (error) {
    $googleSignIn.set({ step: 'failed', message: messageOf(error, NOT_CONNECTED) })
  }
}

/** Google's code contains a slash, so the return URL has it in two parts. Both are '-' if the user declined. */
type GoogleReturn = { status: string; code1: string; code2?: string | undefined }

const FAILURES: Record<string, string> = {
  declined:
    'Google Business Profile was not connected, because permission was not given. You can connect any time.',
  expired: 'This sign-in took too long or was started somewhere else. Please connect again.',
}

/**
 * Sends the codes of Google's dialog to the api, and shows the result.
 * @param isFirst true in the first steps, where a location with the name of the business or of its Page is connected without asking
 */
export async function finishGoogle(
  { status, code1, code2 = '' }: GoogleReturn,
  isFirst = false,
): Promise<void> {
  if (status !== 'success' || code1 === '' || code2 === '')
    return $googleSignIn.set({ step: 'failed', message: FAILURES[status] ?? NOT_CONNECTED })
  $googleSignIn.set({ step: 'saving' })
  try {
    const json = { google_code: `${code1}/${code2}` }
    const { data } = await bodyOf(api.auth.google['save-info'].$post({ json }))
    $googleSignIn.set({ step: 'idle' })
    await Promise.all([
      $accounts.google.reload(),
      $locations.reload(),
      isFirst && $accounts.facebook.reload(),
    ])
    if (data.accountConnected || (isFirst && (await locationChoice.connectNamesake()))) showConnected()
    else if (!isFirst) locationChoice.open()
  } catch (error) {
    $googleSignIn.set({ step: 'failed', message: messageOf(error, NOT_CONNECTED) })
  }
}

export const showConnected = () => showSuccess('Google Business Profile connected successfully')

let inFlight = ''

/** Sends the codes to the api, then opens the screen that started the sign-in or, after the first steps, the composer. */
export async function completeReturn(codes: GoogleReturn, screen: string) {
  // The codes work once, and React may run the effect that calls this twice.
  const key = `${codes.code1}/${codes.code2}`
  if (inFlight === key) return
  inFlight = key
  const storage = browserStorage('sessionStorage')
  const isFirst = storage?.getItem(FIRST_STEPS) === 'true'
  await finishGoogle(codes, isFirst)
  inFlight = ''
  storage?.removeItem(FIRST_STEPS)
  const next = !isFirst ? screen : (await areConnected()) ? '/dashboard/create-post' : '/dashboard'
  // Replaces the URL that contains the codes, so that Back doesn't send them again.
  $router.open(next, true)
}

export function readQueryReturn(search: Record<string, string>): GoogleReturn | undefined {
  const { status, code1, code2 } = search
  return status && code1 && code2 ? { status, code1, code2 } : undefined
}

export const $locations = remoteOfSelection(async () => {
  const { showLocationSelection, data, unlisted } = await bodyOf(api.auth.google.locations.$get())
  return { mustChoose: showLocationSelection, locations: data, unlisted }
})

export const locationChoice = choiceStore({
  offered() {
    const { mustChoose = false, locations = [] } = $locations.get().data ?? {}
    return mustChoose ? locations.map(location => ({ ...location, isTaken: Boolean(location.blocked) })) : []
  },
  // A business that chose its Page has told us which of several it is.
  otherName() {
    const { data } = $accounts.facebook.get()
    return data?.accountConnected ? data.name : undefined
  },
  missing: 'Please choose a location to continue.',
  failed: 'The location was not connected. Try again.',
  async connect(id) {
    await api.auth.google.location.$post({ json: { id } })
    await Promise.all([$accounts.google.reload(), $locations.reload()])
  },
})

export function useQueryReturn() {
  useEffect(() => {
    const page = $router.get()
    const codes = page && readQueryReturn(page.search)
    if (codes) void completeReturn(codes, page.path)
  }, [])
}
