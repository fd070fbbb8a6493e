import { atom } from 'nanostores'
import { useEffect } from 'react'

import { SIGN_IN_FAILURE_COOKIE } from '#shared/accounts.ts'
import {
  byNetwork,
  NETWORK_IDS,
  type NetworkId,
  networks,
  type DecentralizedNetwork,
} from '#shared/networks.ts'
import type { SignInInput } from '#shared/server-sign-in.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { openDialog } from '#site/dashboard/shared/open-dialog.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { $shownAccount } from './accounts.ts'
import type { SignIn } from './meta-sign-in.ts'
import { showSuccess } from './store.ts'

/** Failed sign-ins that returned from a server's page. */
export const $serverSignIns = byNetwork(() => atom<SignIn>({ step: 'idle' }))

export function openForm(network: DecentralizedNetwork) {
  $serverSignIns[network].set({ step: 'idle' })
  return openDialog(async () => (await import('./ServerSignInDialog.tsx')).ServerSignInDialog, { network })
}

$selectionVersion.listen(() => {
  for (const $signIn of Object.values($serverSignIns)) $signIn.set({ step: 'idle' })
})

/** Opens the sign-in page of the account's server, which returns here. @throws {ApiError} which the form shows */
export async function openServerSignIn(
  network: DecentralizedNetwork,
  json: SignInInput,
  leave = openUrl,
): Promise<void> {
  leave((await bodyOf(api.auth[network].start.$post({ json }))).url)
}

const openUrl = (url: string): void => location.assign(url)

function takeFailure(network: NetworkId): string {
  const found = document.cookie.split('; ').find(each => each.startsWith(`${SIGN_IN_FAILURE_COOKIE}=`))
  document.cookie = `${SIGN_IN_FAILURE_COOKIE}=; Path=/dashboard; Max-Age=0`
  return found
    ? decodeURIComponent(found.slice(SIGN_IN_FAILURE_COOKIE.length + 1))
    : `${networks[network].name} was not connected. Try again in a minute.`
}

/** Shows the account that was connected on a server's page, or why it wasn't. */
export const useSignInResult = () => useEffect(showSignInResult, [])

export function showSignInResult() {
  const page = $router.get()
  const find = (name: string) => NETWORK_IDS.find(id => id === page?.search[name])
  const [connected, failed] = [find('connected'), find('failed')]
  if (page && (connected || failed)) $router.open(page.path, true)
  if (failed) $serverSignIns[failed].set({ step: 'failed', message: takeFailure(failed) })
  if (!connected) return
  $shownAccount.set(connected)
  showSuccess(`${networks[connected].name} connected successfully`)
}
