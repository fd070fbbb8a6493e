import type { AccountKey } from '#api/accounts/tokens/tokens.ts'
import type { GoogleGrant } from '#api/networks/google/login.ts'
import type { UnlistedGroup } from '#shared/accounts.ts'
import type { ConnectOption } from '#shared/connect-links.ts'
import type { Login, SignInContext } from './connection.ts'

/** A sign-in that is stored, encrypted, until its visitor chooses a Page or location. `person` is present for Google. */
export type SavedLogin = { login: Login; person?: GoogleGrant['person'] }

/** A completed sign-in and the accounts that it may connect. */
export type SignedIn = {
  saved: SavedLogin
  options: ConnectOption[]
  /** Groups of accounts that the network didn't list. */
  unlisted: UnlistedGroup[]
  connect: (key: AccountKey, id: string) => Promise<void>
}

/** How a visitor of a connect link signs in to a network. */
export type LinkSignIn = {
  /** Exchanges a dialog's code. */
  start: (ctx: SignInContext, code: string, verifier: string) => Promise<SignedIn>
  /** Returns the accounts that a stored sign-in may connect now. Missing for networks without a choice. */
  resume?: (ctx: SignInContext, saved: SavedLogin) => Promise<SignedIn>
}

export const underLink = ({ now }: SignInContext, login: Login): Login => ({
  ...login,
  signedInAt: now(),
  viaLink: true,
})
