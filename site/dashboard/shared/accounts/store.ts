import { onMount } from 'nanostores'

import { byNetwork, NETWORK_IDS, type NetworkId } from '#shared/networks.ts'
import { SOCIAL_HUB_TOAST_MS } from '#shared/timings.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { onLive } from '#site/lib/live/live.ts'
import { remote } from '#site/lib/remote.ts'
import { $toasts, toast } from '#site/lib/toasts.ts'

export const $accounts = byNetwork((provider: NetworkId) => {
  const $account = remote(() => dataOf(api.auth.accountDetails.$post({ json: { provider } })))
  onMount($account, () => onLive('accounts', $account.refresh))
  return $account
})

$selectionVersion.listen(() => {
  for (const network of NETWORK_IDS) $accounts[network].resetAndRefetch()
})

/** Shows the result of connecting or disconnecting in place of any other toast. */
export function showSuccess(message: string) {
  $toasts.set([])
  toast('success', message, { duration: SOCIAL_HUB_TOAST_MS, coloured: true })
}
