import { computed } from 'nanostores'

import type { AccountDetails } from '#shared/accounts.ts'
import { NETWORK_IDS, type NetworkId } from '#shared/networks.ts'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'

export type ConnectedAccount = Extract<AccountDetails, { accountConnected: true }>
export type Accounts = Partial<Record<NetworkId, ConnectedAccount>>

/** The accounts that can be written for, those that need reconnecting too. */
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

/** Which of them are connected could not be found out. */
export const $accountsFailed = computed(
  NETWORK_IDS.map(network => $accounts[network]),
  (...accounts) => accounts.some(({ state }) => state === 'failed'),
)

/** Which of them are connected is not known yet. */
export const $accountsLoading = computed(
  NETWORK_IDS.map(network => $accounts[network]),
  (...accounts) => accounts.some(({ state }) => state === 'loading'),
)
