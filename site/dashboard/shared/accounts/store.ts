import { NETWORK_IDS, type NetworkId } from '#shared/networks.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'

const account = (provider: NetworkId) =>
  remote(() => dataOf(api.auth.accountDetails.$post({ json: { provider } })))

/** The selected business's account of each network. */
export const $accounts = {
  facebook: account('facebook'),
  instagram: account('instagram'),
  google: account('google'),
} as const satisfies Record<NetworkId, unknown>

// Another business's data must not be shown for the selected one.
$selectionVersion.listen(() => {
  for (const network of NETWORK_IDS) $accounts[network].resetAndRefetch()
})
