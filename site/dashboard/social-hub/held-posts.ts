import type { NetworkId } from '#shared/networks.ts'
import { ANOTHER_ACCOUNT } from '#shared/posts/posts.ts'
import { selectedDomainId } from '#site/dashboard/shared/domains/selected-id.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { api } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'

const ACCOUNT_MISSING = ['needs_reconnect', 'disconnected']

/** Held posts: for an account to connect, or for a decision because another account is connected than they were written for. */
export type Held = { forAccount: number; forAnother: number }

/** Counts of the business's held posts, by network. */
export const $heldPosts = remote(async () => {
  const domainId = await selectedDomainId()
  if (!domainId) return {}
  const query = { state: 'held', domainId, limit: '100' } as const
  const { data } = await (await api.posts.$get({ query })).json()
  const counts: Partial<Record<NetworkId, Held>> = {}
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
