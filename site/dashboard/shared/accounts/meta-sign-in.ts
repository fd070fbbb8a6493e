import { atom } from 'nanostores'
import * as v from 'valibot'

import { META_NETWORKS, type MetaNetwork, networks, type NetworkId } from '#shared/networks.ts'
import { FACEBOOK_AFTER_LOGIN_MS } from '#shared/timings.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { showConnected } from './accounts.ts'
import { $pages, pageChoice } from './facebook-pages.ts'
import { $accounts } from './store.ts'

export type SignIn =
  | { step: 'idle' }
  | { step: 'asking'; window: SignInWindow }
  | { step: 'saving' }
  | { step: 'failed'; message: string }

/** Progress of the networks that sign in in a window of their own. */
export const $signIns = {
  facebook: atom<SignIn>({ step: 'idle' }),
  instagram: atom<SignIn>({ step: 'idle' }),
} as const satisfies Record<MetaNetwork, unknown>

export type Browser = {
  open: (network: MetaNetwork) => SignInWindow | undefined
  pause: (ms: number) => Promise<void>
}

const browser: Browser = {
  open: openSignInWindow,
  pause: ms => new Promise(resolve => setTimeout(resolve, ms)),
}

type ConnectOptions = {
  /** True in the first steps, where a Page with the business's name is connected without asking. */
  isFirst?: boolean
  /** Network whose sign-in follows in the same window. */
  next?: MetaNetwork | undefined
}

/** Connects or reconnects an account of the selected business. Call it within a click handler. */
export async function connect(
  network: MetaNetwork,
  { open, pause } = browser,
  { isFirst = false, next }: ConnectOptions = {},
) {
  const $signIn = $signIns[network]
  if (isInFlight(network)) return
  const window = open(network)
  if (!window) return $signIn.set({ step: 'failed', message: blocked(network) })

  let current: SignIn = { step: 'asking', window }
  const go = (next: SignIn) => {
    if ($signIn.get() === current) $signIn.set((current = next))
  }
  $signIn.set(current)
  let following: Promise<unknown> | undefined
  try {
    const { url } = await bodyOf(api.auth[network].start.$post())
    window.goTo(url)
    const message = await window.message(returnOrigin(url))
    if ($signIn.get() !== current) return
    go({ step: 'saving' })
    // The next sign-in doesn't wait until this one is saved.
    if (next && v.is(Success, message)) following = connect(next, { open: () => window, pause }, { isFirst })
    else window.close()
    await FINISH[network](message, pause)
    // Its window would cover the choice of a Page.
    await following
    if ($signIn.get() === current) await showOrChoose(network, isFirst)
    go({ step: 'idle' })
  } catch (error) {
    go({ step: 'failed', message: messageFor(error, network) })
  } finally {
    await following
    window.close()
  }
}

/**
 * Connects the first accounts of a business that `prepare` adds, on one network or on two after each other, in a window that is
 * opened within the click handler.
 * @param prepare returns false if there is no business yet
 */
export async function connectAfter(
  prepare: () => Promise<boolean>,
  [network, next]: readonly [MetaNetwork, MetaNetwork?],
  { open, pause } = browser,
) {
  if (isInFlight(network)) return
  const window = open(network)
  if (await prepare()) await connect(network, { open: () => window, pause }, { isFirst: true, next })
  else window?.close()
}

const isInFlight = (network: MetaNetwork) => ['asking', 'saving'].includes($signIns[network].get().step)

export function cancelSignIn(network: MetaNetwork) {
  const signIn = $signIns[network].get()
  $signIns[network].set({ step: 'idle' })
  if (signIn.step === 'asking') signIn.window.close()
}

$selectionVersion.listen(() => META_NETWORKS.forEach(cancelSignIn))

const FINISH: Record<MetaNetwork, (message: unknown, pause: Browser['pause']) => Promise<unknown>> = {
  async facebook(message, pause) {
    const json = readReturn('facebook', v.object({ code: v.string(), state: v.string() }), message)
    await Promise.all([api.auth.facebook.$post({ json }), pause(FACEBOOK_AFTER_LOGIN_MS)])
  },
  async instagram(message) {
    // Some browsers separate a window from its opener, so only the account shows whether the sign-in succeeded.
    if (message === undefined && (await isConnected('instagram'))) return
    readReturn('instagram', v.object({ token: v.string() }), message)
  },
}

async function isConnected(network: MetaNetwork) {
  await $accounts[network].reload()
  const account = $accounts[network].get()
  return account.data?.accountConnected && account.data.status === 'connected'
}

async function showOrChoose(network: MetaNetwork, isFirst: boolean): Promise<unknown> {
  if (network === 'facebook' && (await isPageToBeChosen()))
    return isFirst ? pageChoice.connectNamesake() : pageChoice.open()
  return showConnected(network)
}

async function isPageToBeChosen() {
  await $pages.reload()
  const pages = $pages.get()
  if (pages.state === 'failed') throw pages.error
  return Boolean(pages.data?.pages.length)
}

/** Origin of the api, which the dialog returns to. */
const returnOrigin = (dialogUrl: string) =>
  new URL(new URL(dialogUrl).searchParams.get('redirect_uri') ?? location.href).origin

const blocked = (network: MetaNetwork) =>
  `Your browser blocked the ${networks[network].name} window. Allow pop-ups for this site, then connect again.`

const messageFor = (error: unknown, network: MetaNetwork) =>
  error instanceof SignInFailed
    ? error.message
    : messageOf(error, `${networks[network].name} was not connected. Try again in a minute.`)

export type SignInWindow = {
  goTo(url: string): void
  /** Resolves with the message of the return page at `origin`, or undefined if the user closed the window first. */
  message(origin: string): Promise<unknown>
  close(): void
}

const SIZES: Record<MetaNetwork, { width: number; height: number }> = {
  facebook: { width: 600, height: 700 },
  instagram: { width: 500, height: 600 },
}
const POLL_MS = 400

/** Opens an empty pop-up, which browsers only allow within a click handler. Returns undefined if it was blocked. */
export function openSignInWindow(network: MetaNetwork): SignInWindow | undefined {
  const popUp = window.open('', '_blank', `popup,${place(SIZES[network])}`)
  if (!popUp || popUp.closed) return undefined
  popUp.document.title = networks[network].name
  popUp.document.body.textContent = `Opening ${networks[network].name}…`
  return {
    goTo: url => popUp.location.replace(url),
    message: origin => receiveMessage(popUp, origin),
    close: () => popUp.close(),
  }
}

function place({ width, height }: { width: number; height: number }) {
  const left = Math.round(window.screenX + (window.outerWidth - width) / 2)
  const top = Math.round(window.screenY + (window.outerHeight - height) / 2)
  return `width=${width},height=${height},left=${left},top=${top}`
}

function receiveMessage(popUp: Window, origin: string): Promise<unknown> {
  return new Promise(resolve => {
    let wasClosed = false
    const end = (message: unknown) => {
      clearInterval(watch)
      window.removeEventListener('message', onMessage)
      resolve(message)
    }
    const onMessage = (event: MessageEvent<unknown>) => {
      // The event's source may be missing if the window closed right after posting.
      const isFromIt = event.source === popUp || (event.source === null && popUp.closed)
      if (isFromIt && event.origin === origin) end(event.data)
    }
    // A message can arrive after the window is seen as closed, so one more check follows.
    const watch = setInterval(() => {
      if (wasClosed) end(undefined)
      wasClosed = popUp.closed
    }, POLL_MS)
    window.addEventListener('message', onMessage)
  })
}

/** A sign-in that ended without an account. Its message is for the user. */
class SignInFailed extends Error {
  override name = 'SignInFailed'
}

const Success = v.object({ status: v.literal('success') })
const Failure = v.object({ message: v.pipe(v.string(), v.nonEmpty()) })

/**
 * Parses the message of a sign-in window.
 * @throws {SignInFailed} with the window's message for any status but success, or ours if it was closed
 */
function readReturn<Schema extends v.GenericSchema>(
  network: NetworkId,
  schema: Schema,
  message: unknown,
): v.InferOutput<Schema> {
  const { name } = networks[network]
  if (message === undefined)
    throw new SignInFailed(
      `The ${name} window was closed before you finished. Connect again when you’re ready.`,
    )
  const parsed = v.safeParse(schema, message)
  if (v.is(Success, message) && parsed.success) return parsed.output
  const failure = v.safeParse(Failure, message)
  throw new SignInFailed(
    failure.success ? failure.output.message : `${name} was not connected. Try again in a minute.`,
  )
}
