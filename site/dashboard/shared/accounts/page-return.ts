import { useEffect } from 'react'

import { SIGN_IN_FAILURE } from '#shared/accounts.ts'
import { NETWORK_IDS, type NetworkId, networks } from '#shared/networks.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { $shownAccount } from './accounts.ts'
import { $pageSignIns } from './page-sign-in.ts'
import { showSuccess } from './store.ts'

/** Returns the reason of a failed sign-in, and forgets it. */
function takeFailure(network: NetworkId): string {
  const found = document.cookie.split('; ').find(each => each.startsWith(`${SIGN_IN_FAILURE}=`))
  document.cookie = `${SIGN_IN_FAILURE}=; Path=/dashboard; Max-Age=0`
  return found
    ? decodeURIComponent(found.slice(SIGN_IN_FAILURE.length + 1))
    : `${networks[network].name} was not connected. Try again in a minute.`
}

/** Shows the account that a server's or website's page has just let us connect, or why it didn't. */
export const usePageReturn = () => useEffect(showPageReturn, [])

export function showPageReturn() {
  const page = $router.get()
  const find = (name: string) => NETWORK_IDS.find(id => id === page?.search[name])
  const [connected, failed] = [find('connected'), find('failed')]
  if (page && (connected || failed)) $router.open(page.path, true)
  if (failed) $pageSignIns[failed].set({ step: 'failed', message: takeFailure(failed) })
  if (!connected) return
  $shownAccount.set(connected)
  showSuccess(`${networks[connected].name} connected successfully`)
}
