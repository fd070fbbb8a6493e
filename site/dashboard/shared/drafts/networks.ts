import { computed } from 'nanostores'

import { NETWORK_IDS, type NetworkId } from '#shared/networks.ts'
import type { DraftSummary } from '#shared/posts/drafts.ts'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'

type Choice = Partial<Record<NetworkId, boolean>>

/** Returns the networks that a draft goes to: those that its author chose, and without a choice those with a working account. */
export const $networksFor = computed(
  NETWORK_IDS.map(network => $accounts[network]),
  (...accounts) =>
    (choice: Choice): NetworkId[] =>
      NETWORK_IDS.filter((network, index) => {
        const account = accounts[index]
        const isWorking =
          account?.state === 'ready' && account.data.accountConnected && account.data.status === 'connected'
        return choice[network] ?? isWorking
      }),
)

export const choiceOf = ({ networks, networksOff = [] }: DraftSummary): Choice =>
  Object.fromEntries([
    ...networks.map(network => [network, true]),
    ...networksOff.map(network => [network, false]),
  ])
