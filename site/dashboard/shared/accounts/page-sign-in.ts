import { atom } from 'nanostores'
import { useEffect } from 'react'

import type { BlueskyLoginInput, BlueskyStart } from '#shared/bluesky.ts'
import { NETWORK_IDS, networks } from '#shared/networks.ts'
import type { WordPressStart } from '#shared/wordpress.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { $shownAccount, showConnected } from './accounts.ts'
import { showSuccess } from './store.ts'

/** The network whose form is open, in which a member names the account or website whose own page then asks its owner. */
export const $form = atom<'bluesky' | 'wordpress' | undefined>()

export const closeForm = () => $form.set(undefined)

$selectionVersion.listen(closeForm)

/** Leaves for the page of a website or server, which returns here. */
const leave = (url: string): void => location.assign(url)

/** Opens the page of the account's server. @throws {ApiError} which the form shows */
export async function startBluesky(json: BlueskyStart, go = leave): Promise<void> {
  const { url } = await bodyOf(api.auth.bluesky.start.$post({ json }))
  go(url)
}

/** Opens the website's own page. @throws {ApiError} which the form shows */
export async function startWordPress(json: WordPressStart, go = leave): Promise<void> {
  const { url } = await bodyOf(api.auth.wordpress.start.$post({ json }))
  go(url)
}

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

/** Connects an account of the selected business by an app password. @throws {ApiError} which the form shows */
export async function connectBluesky(json: BlueskyLoginInput): Promise<void> {
  await api.auth.bluesky.$post({ json })
  await showConnected('bluesky')
}
