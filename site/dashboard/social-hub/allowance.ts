import { computed, onMount } from 'nanostores'

import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { api } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'

/** Number of accounts that the user has connected, and that the plan allows. */
export const $allowance = remote(async () => (await (await api.auth.accountAllowance.$get()).json()).data)

const $connections = computed(Object.values($accounts), (...accounts) =>
  accounts.map(account => (account.state === 'ready' ? account.data.accountConnected : '?')).join(' '),
)

/** Reloads when an account of the business is connected or disconnected. */
onMount($allowance, () =>
  $connections.listen((now, before) => {
    if (before && !before.includes('?') && now !== before) void $allowance.reload()
  }),
)
