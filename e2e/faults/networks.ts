import { NETWORK_IDS, type NetworkId } from '#shared/networks.ts'
import { blueskyFaults } from './networks/bluesky.ts'
import { facebookFaults } from './networks/facebook.ts'
import { googleFaults } from './networks/google.ts'
import { instagramFaults } from './networks/instagram.ts'
import type { NetworkFaults } from './networks/network-faults.ts'
import { wordpressFaults } from './networks/wordpress.ts'

export const FAULTS: Record<NetworkId, NetworkFaults> = {
  facebook: facebookFaults,
  instagram: instagramFaults,
  google: googleFaults,
  bluesky: blueskyFaults,
  wordpress: wordpressFaults,
}

/** Returns the items that each network has, with the network. */
export const ofEachNetwork = <Item extends object>(
  itemsOf: (faults: NetworkFaults) => Item[],
): (Item & { network: NetworkId })[] =>
  NETWORK_IDS.flatMap(network => itemsOf(FAULTS[network]).map(item => ({ ...item, network })))
