import { atom } from 'nanostores'

import type { NetworkId } from '#shared/networks.ts'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'

/** Whose account the info card shows, once one was chosen. */
export const $shownAccount = atom<NetworkId | undefined>()

$selectionVersion.listen(() => $shownAccount.set(undefined))

/** Shows an account, asked of its network anew. */
export function showAccount(network: NetworkId) {
  $shownAccount.set(network)
  void $accounts[network].reload()
}
