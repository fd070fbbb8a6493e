import { bluesky } from './bluesky/network.ts'
import { facebook } from './facebook/network.ts'
import { google } from './google/network.ts'
import { instagram } from './instagram/network.ts'
import { wordpress } from './wordpress/network.ts'

/** Networks with public posts. */
export const NETWORKS = { facebook, instagram, google, bluesky, wordpress }
export type NetworkName = keyof typeof NETWORKS
export const NETWORK_NAMES = Object.keys(NETWORKS) as [NetworkName, ...NetworkName[]]

/** The state of each network that shares none with others. */
export type NetworkStates = { [Name in NetworkName]: ReturnType<(typeof NETWORKS)[Name]['empty']> }

export const emptyNetworks = () =>
  Object.fromEntries(Object.entries(NETWORKS).map(([name, { empty }]) => [name, empty()])) as NetworkStates
