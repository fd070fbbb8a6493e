import { atom } from 'nanostores'
import type { ReactNode } from 'react'

import { byNetwork, type PageNetwork } from '#shared/networks.ts'
import type { PageStart } from '#shared/page-sign-in.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import type { FormStore } from '#site/forms/form-store.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import type { SignIn } from './meta-sign-in.ts'

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

/** Connects an account without its server's page. */
export type OtherWay = {
  label: string
  newStore: (failed: string) => FormStore<unknown>
  /** What the form asks besides the account. */
  fields: ReactNode
}

/** Leaves for the page of the account's server, which returns here. @throws {ApiError} which the form shows */
export const startByPage = async (
  network: PageNetwork,
  json: PageStart,
  leave = (url: string): void => location.assign(url),
): Promise<void> => leave((await bodyOf(api.auth[network].start.$post({ json }))).url)
