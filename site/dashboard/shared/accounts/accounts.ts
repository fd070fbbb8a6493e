import { atom } from 'nanostores'

import { type NetworkId, networks } from '#shared/networks.ts'
import { needsAccount } from '#shared/posts/needs.ts'
import { ANOTHER_ACCOUNT } from '#shared/posts/posts.ts'
import { $selectionVersion, remoteOfSelection } from '#site/dashboard/shared/domains/store.ts'
import { api, bodyOf, dataOf } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'
import { $accounts, showSuccess } from './store.ts'

/** The network whose account the info card shows. */
export const $shownAccount = atom<NetworkId | undefined>()

$selectionVersion.listen(() => $shownAccount.set(undefined))

export function showAccount(network: NetworkId) {
  $shownAccount.set(network)
  void $accounts[network].reload()
}

/** Numbers of a network's deliveries that wait for an account, or were written for another one. */
type HeldCounts = { forAccount: number; forAnother: number }

export const $heldPosts = remoteOfSelection(async domainId => {
  if (!domainId) return {}
  const query = { state: 'held', domainId, limit: '100' } as const
  const { data } = await bodyOf(api.posts.$get({ query }))
  const counts: Partial<Record<NetworkId, HeldCounts>> = {}
  for (const { network, state, reasonCode } of data.flatMap(post => post.deliveries)) {
    const isForAnother = reasonCode === ANOTHER_ACCOUNT
    if (state !== 'held' || !(isForAnother || needsAccount({ state, reasonCode }))) continue
    const held = (counts[network] ??= { forAccount: 0, forAnother: 0 })
    held[isForAnother ? 'forAnother' : 'forAccount']++
  }
  return counts
})

/** Number of accounts that the user has connected, and that the plan allows. */
export const $allowance = remote(() => dataOf(api.auth.accountAllowance.$get()))

const reloadAccount = (network: NetworkId) =>
  Promise.all([$accounts[network], $heldPosts, $allowance].map($store => $store.reload()))

export async function showConnected(network: NetworkId): Promise<void> {
  await reloadAccount(network)
  $shownAccount.set(network)
  showSuccess(`${networks[network].name} connected successfully`)
}

export async function disconnect(network: NetworkId): Promise<void> {
  const body = JSON.stringify({ provider: network })
  const headers = { 'Content-Type': 'application/json' }
  await api.auth.disconnectSocialAccount.$delete({}, { init: { body, headers } })
  if ($shownAccount.get() === network) $shownAccount.set(undefined)
  await reloadAccount(network)
  showSuccess(`${networks[network].name} disconnected successfully`)
}
