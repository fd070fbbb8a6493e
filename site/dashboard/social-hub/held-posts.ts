import type { NetworkId } from '#shared/networks.ts'
import { api } from '#site/lib/api.ts'
import { remote } from '#site/lib/remote.ts'
import { $selectedDomain, $selectionVersion } from '../domains/store.ts'

const FOR_WANT_OF_AN_ACCOUNT = ['needs_reconnect', 'disconnected']

/** How many posts of the selected domain wait for an account of each network. */
export const $heldPosts = remote(async () => {
  const domainId = $selectedDomain.get()?._id
  if (!domainId) return {}
  const query = { state: 'held', domainId, limit: '100' } as const
  const { data } = await (await api.posts.$get({ query })).json()
  const counts: Partial<Record<NetworkId, number>> = {}
  for (const { network, state, reasonCode } of data.flatMap(post => post.deliveries)) {
    if (state === 'held' && FOR_WANT_OF_AN_ACCOUNT.includes(reasonCode)) {
      counts[network] = (counts[network] ?? 0) + 1
    }
  }
  return counts
})

$selectionVersion.listen(() => {
  $heldPosts.reset()
  if ($heldPosts.lc > 0) void $heldPosts.reload()
})
