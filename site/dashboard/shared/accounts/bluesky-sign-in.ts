import { atom } from 'nanostores'

import type { BlueskyLoginInput } from '#shared/bluesky.ts'
import { networks } from '#shared/networks.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { api } from '#site/lib/api/api.ts'
import { $heldPosts, $shownAccount } from './accounts.ts'
import { $accounts, showSuccess } from './store.ts'

export const $blueskyForm = atom(false)

export const openBlueskySignIn = () => $blueskyForm.set(true)
export const closeBlueskySignIn = () => $blueskyForm.set(false)

$selectionVersion.listen(closeBlueskySignIn)

/** Connects an account of the selected business. @throws {ApiError} which the form shows */
export async function connectBluesky(json: BlueskyLoginInput): Promise<void> {
  await api.auth.bluesky.$post({ json })
  await Promise.all([$accounts.bluesky.reload(), $heldPosts.reload()])
  $shownAccount.set('bluesky')
  showSuccess(`${networks.bluesky.name} connected successfully`)
}
