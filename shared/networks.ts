import { bluesky } from './networks/bluesky.ts'
import type { Asked, NetworkDeclaration } from './networks/declaration.ts'
import { facebook } from './networks/facebook.ts'
import { google } from './networks/google.ts'
import { instagram } from './networks/instagram.ts'
import { wordpress } from './networks/wordpress.ts'

/** The social networks, in their order on every screen. */
const DECLARED = { facebook, instagram, google, bluesky, wordpress }
export type NetworkId = keyof typeof DECLARED

export const networks: Record<NetworkId, NetworkDeclaration> = DECLARED
export const NETWORK_IDS = Object.keys(DECLARED) as [NetworkId, ...NetworkId[]]

/** The networks whose account is declared like this. */
type NetworkWith<Account> = {
  [Id in NetworkId]: (typeof DECLARED)[Id]['account'] extends Account ? Id : never
}[NetworkId]

/** Networks with a sign-in page of their own: those of the first steps, and with which new connect links start. */
export type DialogNetwork = NetworkWith<{ asks: null }>
export const DIALOG_NETWORKS = NETWORK_IDS.filter((id): id is DialogNetwork => !networks[id].account.asks)

/** Networks of many servers. A member names their account or server, and signs in on its page. */
export type PageNetwork = Exclude<NetworkId, DialogNetwork>
export const isPageNetwork = (id: NetworkId): id is PageNetwork => networks[id].account.asks !== null
export const PAGE_NETWORKS = NETWORK_IDS.filter(isPageNetwork)
export const askedBy = (network: PageNetwork): Asked => DECLARED[network].account.asks

/** Networks that are Meta's: their sign-in is a window, and their callbacks are signed. */
export const META_NETWORKS = ['facebook', 'instagram'] as const
export type MetaNetwork = (typeof META_NETWORKS)[number]

/** Returns the networks with which a new post starts: those with an account, without the ones for articles if there are others. */
export function startingNetworks(connected: readonly NetworkId[]): readonly NetworkId[] {
  const usual = connected.filter(network => networks[network].startsOn)
  return usual.length > 0 ? usual : connected
}

/** Returns the networks that a draft goes to: those that its author chose and, without a choice, those with which a new post starts. */
export function chosenNetworks(
  choice: Partial<Record<NetworkId, boolean>>,
  connected: readonly NetworkId[],
): NetworkId[] {
  const starting = startingNetworks(connected)
  return NETWORK_IDS.filter(network => choice[network] ?? starting.includes(network))
}

/** Compares networks for `toSorted`, so that they have the same order on every screen. */
export const inNetworkOrder = (a: NetworkId, b: NetworkId): number =>
  NETWORK_IDS.indexOf(a) - NETWORK_IDS.indexOf(b)

/** Returns 'Facebook, Instagram or Google'. */
export const oneOf = (names: readonly string[]) => `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
export const CHOOSE_NETWORK = `Please choose ${oneOf(NETWORK_IDS)}.`

/** Returns the short names of the networks whose declaration passes a test, for a sentence that lists them. */
export const namesWhere = (test: (network: NetworkDeclaration, id: NetworkId) => unknown): string[] =>
  NETWORK_IDS.flatMap(id => (test(networks[id], id) ? networks[id].shortName : []))

export const byNetwork = <Value>(make: (network: NetworkId) => Value) =>
  Object.fromEntries(NETWORK_IDS.map(network => [network, make(network)])) as Record<NetworkId, Value>

/** Builds an object with a key for each network, such as `facebookText`. */
export const keyedByNetwork = <Suffix extends string, Value>(
  suffix: Suffix,
  make: (network: NetworkId) => Value,
  ids: readonly NetworkId[] = NETWORK_IDS,
) =>
  Object.fromEntries(ids.map(network => [`${network}${suffix}`, make(network)])) as Record<
    `${NetworkId}${Suffix}`,
    Value
  >
