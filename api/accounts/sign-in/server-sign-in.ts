import * as v from 'valibot'

import { revokeGrant, revokeLogin } from '#api/accounts/disconnect.ts'
import type { AccountKey } from '#api/accounts/tokens/tokens.ts'
import type { Context, RequestContext, UserContext } from '#api/context.ts'
import { limit, limitAddress } from '#api/http/limits/limits.ts'
import { parseInput } from '#api/http/route.ts'
import type { ServerGrant } from '#api/networks/core/server-sign-in.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { ACCOUNT_MESSAGES } from '#shared/accounts.ts'
import { signInFieldOf, type DecentralizedNetwork } from '#shared/networks.ts'
import { signInInput, type SignInInput } from '#shared/server-sign-in.ts'
import {
  type Login,
  connectAccount,
  requireAccountAllowance,
  requireSelectedKey,
  requireStillAllowed,
  type SignInContext,
} from './connection.ts'
import { type LinkSignIn, asLinkLogin } from './link-sign-in.ts'
import { consumeState, saveState } from './oauth-state.ts'
import type { RedirectQuery } from './return-page.ts'
import { callProvider, completeReturn, CONNECT_LIMIT, returnUrl } from './sign-in.ts'

/** The business whose account a pending sign-in connects, and the secret input of the adapter's `finish`. */
const Started = v.object({ domainId: v.string(), pending: v.string() })
const binding = (network: DecentralizedNetwork, state: string) => `oauth_states ${network} ${state}`

/**
 * Starts a sign-in at the account's server, and returns the URL of its consent page.
 * @throws {DomainError} `conflict` if no business is selected or the plan is full, `invalid` for a wrong input
 */
export async function startServerSignIn(
  ctx: UserContext,
  network: DecentralizedNetwork,
  input: SignInInput,
  browser: string,
): Promise<string> {
  const key = await requireSelectedKey(ctx, network)
  await limit(ctx, { ...CONNECT_LIMIT, key: ctx.userId })
  await requireAccountAllowance(ctx, key)
  const { url, state, pending } = await startAtServer(ctx, network, input)
  const started = JSON.stringify({ domainId: key.domainId, pending })
  await saveState(ctx, network, state, browser, {
    encryptedVerifier: ctx.cipher.encrypt(started, binding(network, state)),
    domainId: ctx.shownDomainId,
  })
  return url
}

const startAtServer = (ctx: Context, network: DecentralizedNetwork, input: SignInInput) =>
  callProvider(() =>
    ctx.networks[network].serverSignIn.start(
      input[signInFieldOf(network).name] ?? '',
      returnUrl(ctx.config, network),
    ),
  )

/** Completes a sign-in in the browser that started it, and links the account for the user who did. */
export const completeServerSignIn = (
  ctx: RequestContext,
  network: DecentralizedNetwork,
  returned: RedirectQuery,
  browser: string | undefined,
) => completeReturn(ctx, network, returned.error, () => finishServerSignIn(ctx, network, returned, browser))

async function finishServerSignIn(
  requestContext: RequestContext,
  network: DecentralizedNetwork,
  returned: RedirectQuery,
  browser: string | undefined,
): Promise<void> {
  await limitAddress(requestContext, { ...CONNECT_LIMIT, name: 'connect:address' })
  const { state } = returned
  if (!browser || !state) throw new DomainError('invalid', ACCOUNT_MESSAGES.stateExpired)
  const { encryptedVerifier, userId, shownDomainId } = await consumeState(requestContext, network, state, {
    browser,
  })
  const ctx = { ...requestContext, userId, shownDomainId }
  const { domainId, pending } = v.parse(
    Started,
    JSON.parse(ctx.cipher.decrypt(encryptedVerifier ?? '', binding(network, state))),
  )
  const key = { domainId, network }
  const grant = await finishAtServer(ctx, network, pending, returned)
  await linkOrRevoke(ctx, key, grant, loginOf(grant))
}

const finishAtServer = (
  ctx: Context,
  network: DecentralizedNetwork,
  pending: string,
  returned: RedirectQuery,
) => callProvider(() => ctx.networks[network].serverSignIn.finish(pending, returned))

/** Connects the account and revokes the login that it replaces. If that fails, revokes the new login. */
export async function linkOrRevoke(
  ctx: SignInContext,
  key: AccountKey & { network: DecentralizedNetwork },
  grant: ServerGrant,
  login: Login,
): Promise<void> {
  const { network } = key
  const { accountId: providerId, accessToken: token } = grant
  try {
    await requireStillAllowed(ctx, key)
    const profile = await callProvider(() => ctx.networks[network].serverSignIn.readProfile(grant))
    const { replaced } = await connectAccount(ctx, key, login, { providerId, token, profile })
    if (replaced) await revokeLogin(ctx, replaced)
  } catch (error) {
    await revokeNew(ctx, network, grant)
    throw error
  }
}

const revokeNew = (
  ctx: Context,
  network: DecentralizedNetwork,
  { loginId: providerUserId, userToken }: ServerGrant,
) => revokeGrant(ctx, { network, providerUserId, token: () => userToken })

export const loginOf = ({ loginId: providerUserId, userToken, expiresAt }: ServerGrant): Login => ({
  providerUserId,
  userToken,
  expiresAt,
})

/** A sign-in with a connect link. It names its account, so there is nothing to choose. */
export const serverLinkSignIn = (network: DecentralizedNetwork): LinkSignIn => ({
  async begin(ctx, { handle }) {
    const input = parseInput(signInInput(network), { [signInFieldOf(network).name]: handle })
    const { pending: verifier, ...begun } = await startAtServer(ctx, network, input)
    return { ...begun, verifier }
  },
  async revoke(ctx, returned, pending) {
    await revokeNew(ctx, network, await finishAtServer(ctx, network, pending, returned))
  },
  async complete(ctx, returned, pending) {
    const grant = await finishAtServer(ctx, network, pending, returned)
    const saved = { login: asLinkLogin(ctx, loginOf(grant)) }
    return {
      saved,
      unlisted: [],
      options: [{ id: grant.accountId, name: '', detail: '' }],
      connect: ({ domainId }) => linkOrRevoke(ctx, { domainId, network }, grant, saved.login),
    }
  },
})
