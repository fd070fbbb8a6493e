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
  | { is: 'unlinked' }
  | { is: 'linked'; account: LinkedAccount }
  | { is: 'signedOut'; account: LinkedAccount }

/** Returns the state of a network's card; a sign-in in progress comes first. */
export function linkState(
  signIn: SignIn | GoogleSignIn,
  account: Remote<AccountDetails>,
  mustChoose: boolean,
): LinkState {
  if (signIn.step === 'asking' || signIn.step === 'saving') return { is: signIn.step }
  if (account.state === 'loading') return { is: 'loading' }
  if (account.state === 'failed') return { is: 'unreadable', message: account.message }
  if (account.data.accountConnected) {
    const is = account.data.status === 'connected' ? 'linked' : 'signedOut'
    return { is, account: account.data }
  }
  return { is: mustChoose ? 'choosing' : 'unlinked' }
}

/** Nothing to choose, so the provider isn't called. */
export const $noChoice = atom(false)

/** True for a network after a sign-in to it that is followed by the choice of a Page or location. */
export const CHOICES: Record<NetworkId, ReadableAtom<boolean>> = {
  facebook: computed($pages, ({ data }) => (data?.pages.length ?? 0) > 0),
  instagram: $noChoice,
  google: computed($locations, ({ data }) => data?.mustChoose ?? false),
}
