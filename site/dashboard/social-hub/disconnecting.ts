import { atom } from 'nanostores'

import { type NetworkId, networks } from '#shared/networks.ts'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { api } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { $heldPosts } from './held-posts.ts'
import { notify } from './notice.ts'
import { $shownAccount } from './shown-account.ts'

export type Disconnecting =
  | { step: 'closed' }
  | { step: 'asking'; network: NetworkId; message: string }
  | { step: 'saving'; network: NetworkId }

export const $disconnecting = atom<Disconnecting>({ step: 'closed' })

export const askToDisconnect = (network: NetworkId) =>
  $disconnecting.set({ step: 'asking', network, message: '' })

export const keepConnected = () => $disconnecting.set({ step: 'closed' })

/** Disconnects the account in question; errors are shown in the dialog. */
export async function disconnect() {
  const current = $disconnecting.get()
  if (current.step !== 'asking') return
  const { network } = current
  $disconnecting.set({ step: 'saving', network })
  try {
    const body = JSON.stringify({ provider: network })
    const headers = { 'Content-Type': 'application/json' }
    await api.auth.disconnectSocialAccount.$delete({}, { init: { body, headers } })
    if ($shownAccount.get() === network) $shownAccount.set(undefined)
    await Promise.all([$accounts[network].reload(), $heldPosts.reload()])
    keepConnected()
    notify('success', `${networks[network].name} disconnected successfully`)
  } catch (error) {
    const message = messageOf(error, `${networks[network].name} was not disconnected. Try again.`)
    $disconnecting.set({ step: 'asking', network, message })
  }
}
