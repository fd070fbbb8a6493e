import { atom } from 'nanostores'

import type { NetworkId } from '#shared/networks.ts'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'

/** The network of the account in the info card, once selected. */
export const $shownAccount = atom<NetworkId | undefined>()

$selectionVersion.listen(() => $shownAccount.set(undefined))

/** Shows an account, refetched from its network. */
export function showAccount(network: NetworkId) {
  $shownAccount.set(network)
  void $accounts[network].reload()
}
