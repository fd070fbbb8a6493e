import { atom } from 'nanostores'

import type { BlueskyLoginInput, BlueskyStart } from '#shared/bluesky.ts'
import { networks } from '#shared/networks.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { $heldPosts, $shownAccount } from './accounts.ts'
import { leave } from './page-sign-in.ts'
import { $accounts, showSuccess } from './store.ts'

export const $blueskyForm = atom(false)

export const openBlueskySignIn = () => $blueskyForm.set(true)
export const closeBlueskySignIn = () => $blueskyForm.set(false)

$selectionVersion.listen(closeBlueskySignIn)

/** Opens the page of the account's server. @throws {ApiError} which the form shows */
export async function startBluesky(json: BlueskyStart, go = leave): Promise<void> {
  const { url } = await bodyOf(api.auth.bluesky.start.$post({ json }))
  go(url)
}

/** Connects an account of the selected business by an app password. @throws {ApiError} which the form shows */
export async function connectBluesky(json: BlueskyLoginInput): Promise<void> {
  await api.auth.bluesky.$post({ json })
  await Promise.all([$accounts.bluesky.reload(), $heldPosts.reload()])
  $shownAccount.set('bluesky')
  showSuccess(`${networks.bluesky.name} connected successfully`)
}
