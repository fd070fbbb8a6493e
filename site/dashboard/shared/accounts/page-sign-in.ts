import { atom } from 'nanostores'

import { byNetwork, type DialogNetwork, type NetworkId } from '#shared/networks.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import type { SignIn } from './meta-sign-in.ts'

/** A network whose accounts are on servers of their own, so that a member first names the server or the account. */
export type PageNetwork = Exclude<NetworkId, DialogNetwork>

/** The network whose form is open, in which a member names the account or website whose own page then asks its owner. */
export const $form = atom<PageNetwork | undefined>()

/** Failed sign-ins of networks whose page is a server's own. A form shows its own progress. */
export const $pageSignIns = byNetwork(() => atom<SignIn>({ step: 'idle' }))

export function openForm(network: PageNetwork) {
  $pageSignIns[network].set({ step: 'idle' })
  $form.set(network)
}

export const closeForm = () => $form.set(undefined)

$selectionVersion.listen(() => {
  closeForm()
  for (const $signIn of Object.values($pageSignIns)) $signIn.set({ step: 'idle' })
})

/** Leaves for the page of a website or server, which returns here. */
export const leave = (url: string): void => location.assign(url)
