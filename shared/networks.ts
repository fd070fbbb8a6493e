import { bluesky } from './networks/bluesky.ts'
import type { SignInField, NetworkDeclaration } from './networks/declaration.ts'
import { facebook } from './networks/facebook.ts'
import { google } from './networks/google.ts'
import { instagram } from './networks/instagram.ts'
import { wordpress } from './networks/wordpress.ts'

/** The social networks, in their order on every screen. */
const DECLARED = { facebook, instagram, google, bluesky, wordpress }
export type NetworkId = keyof typeof DECLARED

export const networks: Record<NetworkId, NetworkDeclaration> = DECLARED
export const NETWORK_IDS = Object.keys(DECLARED) as [NetworkId, ...NetworkId[]]

type NetworkWith<Account> = {
  [Id in NetworkId]: (typeof DECLARED)[Id]['account'] extends Account ? Id : never
}[NetworkId]

/** Networks with a single sign-in page. The first steps and new connect links offer these. */
export type CentralNetwork = NetworkWith<{ signInField: null }>
export const CENTRAL_NETWORKS = NETWORK_IDS.filter(
  (id): id is CentralNetwork => !networks[id].account.signInField,
)

/** Networks of many servers. Members enter their handle or website, and sign in on their own server's page. */
export type DecentralizedNetwork = Exclude<NetworkId, CentralNetwork>
export const isDecentralized = (id: NetworkId): id is DecentralizedNetwork =>
  networks[id].account.signInField !== null
export const DECENTRALIZED_NETWORKS = NETWORK_IDS.filter(isDecentralized)
export const signInFieldOf = (network: DecentralizedNetwork): SignInField =>
  DECLARED[network].account.signInField

/** Meta's networks. They sign in in a window of their own, and sign their callbacks. */
export const META_NETWORKS = ['facebook', 'instagram'] as const
export type MetaNetwork = (typeof META_NETWORKS)[number]

/** Returns the networks of a new post: those with an account, without the ones for articles if there are others. */
export function startingNetworks(connected: readonly NetworkId[]): readonly NetworkId[] {
  const defaults = connected.filter(network => networks[network].isOnByDefault)
  return defaults.length > 0 ? defaults : connected
}

/** Returns the networks of a draft: those that its author switched on, and the default ones that weren't switched off. */
export function chosenNetworks(
  choice: Partial<Record<NetworkId, boolean>>,
  connected: readonly NetworkId[],
): NetworkId[] {
  const starting = startingNetworks(connected)
  return NETWORK_IDS.filter(network => choice[network] ?? starting.includes(network))
}

/** Sorts networks in their order on every screen. */
export const compareNetworks = (a: NetworkId, b: NetworkId): number =>
  NETWORK_IDS.indexOf(a) - NETWORK_IDS.indexOf(b)

/** Returns 'Facebook, Instagram or Google'. */
export const formatAlternatives = (names: readonly string[]) =>
  `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
export const CHOOSE_NETWORK = `Please choose ${formatAlternatives(NETWORK_IDS)}.`

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
