import { computed, onMount } from 'nanostores'

import { NETWORK_IDS, type NetworkId } from '#shared/networks.ts'
import type { AccountDetails } from '#shared/accounts.ts'
import { api } from '#site/lib/api.ts'
import { remote } from '#site/lib/remote.ts'
import { $selectionVersion } from '../domains/store.ts'

export type ConnectedAccount = Extract<AccountDetails, { accountConnected: true }>
export type Accounts = Partial<Record<NetworkId, ConnectedAccount>>

const readAccount = async (provider: NetworkId): Promise<AccountDetails> =>
  (await (await api.auth.accountDetails.$post({ json: { provider } })).json()).data

/** The selected domain's accounts, those that need reconnecting too. */
export const $accounts = remote(async (): Promise<Accounts> => {
  const details = await Promise.all(NETWORK_IDS.map(readAccount))
  return Object.fromEntries(
    details.flatMap((account, index) =>
      account.accountConnected ? [[NETWORK_IDS[index] as NetworkId, account]] : [],
    ),
  )
})

onMount($accounts, () =>
  $selectionVersion.listen(() => {
    $accounts.reset()
    void $accounts.reload()
  }),
)

export const $connected = computed($accounts, (accounts): Accounts =>
  accounts.state === 'ready' ? accounts.data : {},
)
