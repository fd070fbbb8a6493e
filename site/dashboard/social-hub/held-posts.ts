import type { NetworkId } from '#shared/networks.ts'
import { ANOTHER_ACCOUNT } from '#shared/posts/posts.ts'
import { selectedDomainId } from '#site/dashboard/shared/domains/selected-id.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { api } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'

const ACCOUNT_MISSING = ['needs_reconnect', 'disconnected']

/** Numbers of posts held until an account is connected, and of those held because they were written for another account. */
export type HeldCounts = { forAccount: number; forAnother: number }

/** Counts of the business's held posts, by network. */
export const $heldPosts = remote(async () => {
  const domainId = await selectedDomainId()
  if (!domainId) return {}
  const query = { state: 'held', domainId, limit: '100' } as const
  const { data } = await (await api.posts.$get({ query })).json()
  const counts: Partial<Record<NetworkId, HeldCounts>> = {}
  for (const { network, state, reasonCode } of data.flatMap(post => post.deliveries)) {
    const isForAnother = reasonCode === ANOTHER_ACCOUNT
    if (state !== 'held' || !(isForAnother || ACCOUNT_MISSING.includes(reasonCode))) continue
    const held = (counts[network] ??= { forAccount: 0, forAnother: 0 })
    held[isForAnother ? 'forAnother' : 'forAccount']++
  }
  return counts
})

$selectionVersion.listen(() => {
  $heldPosts.resetAndRefetch()
})
