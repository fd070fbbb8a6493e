import { computed } from 'nanostores'

import type { LinkedAccount } from '#shared/accounts.ts'
import { NETWORK_IDS, type NetworkId } from '#shared/networks.ts'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'

export type Accounts = Partial<Record<NetworkId, LinkedAccount>>

/** Accounts to write for, including those that need reconnecting. */
export const $connected = computed(
  NETWORK_IDS.map(network => $accounts[network]),
  (...accounts): Accounts =>
    Object.fromEntries(
      accounts.flatMap((account, index) =>
        account.state === 'ready' && account.data.accountConnected
          ? [[NETWORK_IDS[index], account.data]]
          : [],
      ),
    ),
)

/** True once all networks have loaded and none has an account. */
export const $noAccounts = computed(
  NETWORK_IDS.map(network => $accounts[network]),
  (...accounts) => accounts.every(account => account.state === 'ready' && !account.data.accountConnected),
)

/** Networks whose accounts could not be loaded. */
export const $accountsFailed = computed(
  NETWORK_IDS.map(network => $accounts[network]),
  (...accounts) => accounts.some(({ state }) => state === 'failed'),
)

/** Networks whose accounts are still loading. */
export const $accountsLoading = computed(
  NETWORK_IDS.map(network => $accounts[network]),
  (...accounts) => accounts.some(({ state }) => state === 'loading'),
)
