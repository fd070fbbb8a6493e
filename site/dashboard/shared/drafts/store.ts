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

// Cancelling and restoring posts changes drafts. Other changes send no event, so they are loaded when the window gets the focus.
whileShown($drafts, reloadSoon => {
  addEventListener('focus', $drafts.refresh)
  return [onLive('delivery', reloadSoon), () => removeEventListener('focus', $drafts.refresh)]
})

export const titleOf = ({ text }: DraftSummary) => text || 'Draft without text'

/** Id of the draft that was deleted last, which the composer stops showing. */
export const $deletedDraft = atom('')

export const $allAccounts = computed(
  NETWORK_IDS.map(network => $accounts[network]),
  (...accounts) => accounts,
)

type Choice = Partial<Record<NetworkId, boolean>>

/** Returns the networks of a draft: those that its author chose, or without a choice those that it started with. */
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

export const pictureOf = ({ thumbnailUrl, mediaCount }: DraftSummary) =>
  mediaCount > 0
    ? { kind: 'image' as const, ...(thumbnailUrl && { url: thumbnailUrl }), more: mediaCount - 1 }
    : undefined
