import { atom } from 'nanostores'
import { useEffect } from 'react'

import { type DialogNetwork, NETWORK_IDS, type NetworkId, networks } from '#shared/networks.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { $shownAccount } from './accounts.ts'
import { showSuccess } from './store.ts'

/** A network whose accounts are on servers of their own, so that a member first names the server or the account. */
export type PageNetwork = Exclude<NetworkId, DialogNetwork>

/** The network whose form is open, in which a member names the account or website whose own page then asks its owner. */
export const $form = atom<PageNetwork | undefined>()

export const closeForm = () => $form.set(undefined)

$selectionVersion.listen(closeForm)

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
