import { atom, computed } from 'nanostores'

import { chosenNetworks, NETWORK_IDS, type NetworkId } from '#shared/networks.ts'
import type { DraftSummary } from '#shared/posts/drafts.ts'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { onLive } from '#site/lib/live/live.ts'
import { remote, whileShown } from '#site/lib/remote.ts'

/** Drafts of the selected business, last changed first. */
export const $drafts = remote(() => dataOf(api.drafts.$get({ query: {} })))
$selectionVersion.listen($drafts.resetAndRefetch)

/**
 * A cancelled post becomes a draft, and a restored one a post again, possibly in another window or a dialog. Other changes to
 * drafts send no event, so they are loaded when the user returns to this window.
 */
whileShown($drafts, reloadSoon => {
  addEventListener('focus', $drafts.refresh)
  return [onLive('delivery', reloadSoon), () => removeEventListener('focus', $drafts.refresh)]
})

export const titleOf = ({ text }: DraftSummary) => text || 'Draft without text'

/** Id of the draft that was deleted last, on any screen. The composer stops showing it. */
export const $deletedDraft = atom('')

export const $allAccounts = computed(
  NETWORK_IDS.map(network => $accounts[network]),
  (...accounts) => accounts,
)

type Choice = Partial<Record<NetworkId, boolean>>

/** Returns the networks that a draft goes to: those that its author chose, and without a choice those with which it started. */
export const $networksFor = computed($allAccounts, accounts => {
  const connected = NETWORK_IDS.filter((_, index) => {
    const data = accounts[index]?.data
    return data?.accountConnected && data.status === 'connected'
  })
  return (choice: Choice): NetworkId[] => chosenNetworks(choice, connected)
})

export const choiceOf = ({ networks, networksOff = [] }: DraftSummary): Choice =>
  Object.fromEntries([
    ...networks.map(network => [network, true]),
    ...networksOff.map(network => [network, false]),
  ])

export const pictureOf = ({ thumbnailUrl, mediaCount }: DraftSummary) => ({
  kind: 'image' as const,
  ...(thumbnailUrl && { url: thumbnailUrl }),
  more: mediaCount - 1,
})
