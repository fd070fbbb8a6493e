import type { ConnectInvitation, ConnectOptions, ConnectOutcome } from '#shared/connect-links.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import type { NetworkDeclaration } from '#shared/networks/declaration.ts'
import type { ApiError } from '#site/lib/api/error.ts'
import { callLink } from '../links/call.ts'

export type PageState =
  | { state: 'loading' }
  | { state: 'gone' }
  | { state: 'failed'; message: string }
  | { state: 'ready'; invitation: ConnectInvitation; options: Options }

/** Pages or locations of each network that waits for a choice. */
type Options = Partial<Record<NetworkId, ConnectOptions>>

export type Notice = { network: NetworkId; message: string }

export const isDone = ({ networks }: ConnectInvitation) =>
  networks.every(({ state }) => state === 'connected')

/** Returns the step to take now: the choice after a sign-in, otherwise the first network that isn’t connected. */
export const nextStep = ({ networks }: Pick<ConnectInvitation, 'networks'>) =>
  networks.find(({ state }) => state === 'choosing') ?? networks.find(({ state }) => state === 'open')

export async function loadInvitation(): Promise<PageState> {
  try {
    const { data: invitation } = await callLink<{ data: ConnectInvitation }>('')
    const waiting = invitation.networks.filter(({ state }) => state === 'choosing')
    const found = await Promise.all(waiting.map(async ({ network }) => [network, await optionsOf(network)]))
    return { state: 'ready', invitation, options: Object.fromEntries(found) as Options }
  } catch (error) {
    const { code, message } = error as ApiError
    return code === 'not_found' ? { state: 'gone' } : { state: 'failed', message }
  }
}

const optionsOf = (network: NetworkId) => callLink<ConnectOptions>(`/${network}/options`)

/** Opens the network's dialog in this tab. @returns an error message, if any */
export async function startSignIn(network: NetworkId, handle = ''): Promise<string | undefined> {
  try {
    const { url } = await callLink<{ url: string }>(`/${network}/start`, { json: { handle } })
    location.assign(url)
    return undefined
  } catch (error) {
    return (error as ApiError).message
  }
}

/** Connects a Page or location. @returns an error message, if any */
export async function choose(network: NetworkId, id: string): Promise<string | undefined> {
  try {
    await callLink(`/${network}/choose`, { json: { id } })
    return undefined
  } catch (error) {
    return (error as ApiError).message
  }
}

const OUTCOMES: Record<ConnectOutcome, ((network: NetworkDeclaration) => string) | undefined> = {
  connected: undefined,
  choose: undefined,
  declined: ({ name }) => `${name} wasn’t connected, because you didn’t allow it. You can try again.`,
  nothing: ({ name, account }) =>
    account.choice === 'Page'
      ? `That ${name} account doesn’t manage a Page that we may use. Sign in with the one that does, and tick the Page when ${name} asks.`
      : `That ${name} account doesn’t manage anything that we may use. Sign in with the one that does.`,
  taken: () =>
    'That one is already connected to another business. Choose another, or ask the person who sent you this link.',
  full: () => 'No more accounts can be connected right now. Ask the person who sent you this link.',
  failed: ({ name }) => `${name} didn’t finish the sign-in. Please try again in a minute.`,
  expired: () => 'That sign-in took too long or was started elsewhere. Please sign in again.',
}

/** Returns the message for the outcome in this page's URL, and removes it, so that a reload doesn't show it again. */
export function takeNotice(): Notice | undefined {
  const query = new URLSearchParams(location.search)
  const network = query.get('network')
  const outcome = query.get('outcome')
  if (!network || !outcome) return undefined
  history.replaceState(history.state, '', location.pathname)
  if (!Object.hasOwn(networks, network) || !Object.hasOwn(OUTCOMES, outcome)) return undefined
  const id = network as NetworkId
  const message = OUTCOMES[outcome as ConnectOutcome]?.(networks[id])
  return message === undefined ? undefined : { network: id, message }
}
