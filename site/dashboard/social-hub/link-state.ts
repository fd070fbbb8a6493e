import { atom, computed, type ReadableAtom } from 'nanostores'

import type { AccountDetails, LinkedAccount } from '#shared/accounts.ts'
import type { NetworkId } from '#shared/networks.ts'
import { type GoogleSignIn, $locations } from '#site/dashboard/shared/accounts/google-sign-in.ts'
import type { Remote } from '#site/lib/remote.ts'
import { $pages } from './page-choice.ts'
import type { SignIn } from './sign-ins.ts'

export type LinkState =
  | { is: 'loading' }
  | { is: 'unreadable'; message: string }
  | { is: 'asking' }
  | { is: 'saving' }
  | { is: 'choosing' }
  | { is: 'choosingLocation' }
  | { is: 'unlinked' }
  | { is: 'linked'; account: LinkedAccount }
  | { is: 'signedOut'; account: LinkedAccount }

/** Returns the state of a network's card; a sign-in in progress comes first. */
export function linkState(
  signIn: SignIn | GoogleSignIn,
  account: Remote<AccountDetails>,
  choice: Remote<'page' | 'location' | undefined>,
): LinkState {
  if (signIn.step === 'asking' || signIn.step === 'saving') return { is: signIn.step }
  if (account.state === 'loading') return { is: 'loading' }
  if (account.state === 'failed') return { is: 'unreadable', message: account.message }
  if (account.data.accountConnected) {
    const is = account.data.status === 'connected' ? 'linked' : 'signedOut'
    return { is, account: account.data }
  }
  const left = choice.state === 'ready' ? choice.data : undefined
  return { is: left === undefined ? 'unlinked' : left === 'page' ? 'choosing' : 'choosingLocation' }
}

type PendingChoice = Remote<'page' | 'location' | undefined>

/** Nothing to choose, so the provider isn't called. */
export const $noChoice = atom<PendingChoice>({ state: 'ready', data: undefined })

/** Pending choices after signing in to a network. */
export const CHOICES: Record<NetworkId, ReadableAtom<PendingChoice>> = {
  facebook: computed($pages, (pages): PendingChoice =>
    pages.state === 'ready'
      ? { state: 'ready', data: pages.data.pages.length > 0 ? 'page' : undefined }
      : pages,
  ),
  instagram: $noChoice,
  google: computed($locations, (found): PendingChoice =>
    found.state === 'ready'
      ? { state: 'ready', data: found.data.mustChoose ? 'location' : undefined }
      : found,
  ),
}
