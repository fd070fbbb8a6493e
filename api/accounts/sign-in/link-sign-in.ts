import type { AccountKey } from '#api/accounts/tokens/tokens.ts'
import type { Context } from '#api/context.ts'
import { newVerifier } from '#api/networks/core/oauth.ts'
import type { GoogleGrant } from '#api/networks/google/login.ts'
import type { UnlistedGroup } from '#shared/accounts.ts'
import type { ConnectOption } from '#shared/connect-links.ts'
import type { CentralNetwork } from '#shared/networks.ts'
import type { Login, SignInContext } from './connection.ts'
import { newStateFor } from './oauth-state.ts'
import type { RedirectQuery } from './return-page.ts'
import { requireSettings, returnUrl } from './sign-in.ts'

/** A sign-in that is stored, encrypted, until its visitor chooses a Page or location. `person` is set for Google. */
export type SavedLogin = { login: Login; person?: GoogleGrant['person'] }

/** A completed sign-in and the accounts that it may connect. */
export type SignedIn = {
  saved: SavedLogin
  options: ConnectOption[]
  /** Groups of accounts that the network didn't list completely. */
  unlisted: UnlistedGroup[]
  connect: (key: AccountKey, id: string) => Promise<void>
}

export type LinkSignIn = {
  /** Returns the URL of the network's page, and the state and secret that complete the sign-in. */
  begin: (
    ctx: Context,
    input: { domainId: string; handle: string },
  ) => Promise<{ url: string; state: string; verifier: string }>
  /** Exchanges the redirect's code. */
  complete: (ctx: SignInContext, returned: RedirectQuery, verifier: string) => Promise<SignedIn>
  /** Revokes a sign-in whose link was revoked meanwhile. Set for networks whose redirect already grants access. */
  revoke?: (ctx: Context, returned: RedirectQuery, verifier: string) => Promise<void>
  /** Returns the accounts that a stored sign-in may connect. Set for networks with a choice. */
  resume?: (ctx: SignInContext, saved: SavedLogin) => Promise<SignedIn>
}

export const asLinkLogin = ({ now }: SignInContext, login: Login): Login => ({
  ...login,
  signedInAt: now(),
  viaLink: true,
})

/** Begins a sign-in in a network's dialog. @throws {DomainError} `invalid` if the network isn't configured */
export const beginDialog =
  (network: CentralNetwork): LinkSignIn['begin'] =>
  async (ctx, { domainId }) => {
    requireSettings(ctx, network)
    const [state, verifier] = [newStateFor(domainId), newVerifier()]
    const redirectUri = returnUrl(ctx.config, network)
    return { state, verifier, url: ctx.networks[network].login.dialogUrl({ state, redirectUri, verifier }) }
  }
