import { NETWORK_TESTS } from '#api/test/networks.ts'
import type { NetworkFaults } from '#api/test/networks/network-tests.ts'
import { byNetwork, NETWORK_IDS, type NetworkId } from '#shared/networks.ts'

export const FAULTS = byNetwork(id => NETWORK_TESTS[id].faults)

/** Returns the items that each network has, with the network. */
export const ofEachNetwork = <Item extends object>(
  itemsOf: (faults: NetworkFaults) => Item[],
): (Item & { network: NetworkId })[] =>
  NETWORK_IDS.flatMap(network => itemsOf(FAULTS[network]).map(item => ({ ...item, network })))
