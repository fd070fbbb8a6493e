import { useEffect } from 'react'

import { NETWORK_IDS, networks } from '#shared/networks.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { $shownAccount } from './accounts.ts'
import { showSuccess } from './store.ts'

/** Leaves for the page of a website or server, which returns here. */
export const leave = (url: string): void => location.assign(url)

/** Shows the account that such a page has just let us connect. */
export function usePageReturn() {
  useEffect(() => {
    const page = $router.get()
    const network = NETWORK_IDS.find(id => id === page?.search['connected'])
    if (!page || !network) return
    $router.open(page.path, true)
    $shownAccount.set(network)
    showSuccess(`${networks[network].name} connected successfully`)
  }, [])
}
