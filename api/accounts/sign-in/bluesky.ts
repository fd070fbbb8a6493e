import * as v from 'valibot'

import { revokeGrant, revokeLogin } from '#api/accounts/disconnect.ts'
import type { AccountKey } from '#api/accounts/tokens/tokens.ts'
import type { Context, RequestContext, UserContext } from '#api/context.ts'
import { limit, limitAddress } from '#api/http/limits/limits.ts'
import { parseInput } from '#api/http/route.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { ACCOUNT_MESSAGES } from '#shared/accounts.ts'
import { type BlueskyLoginInput, BlueskyStart } from '#shared/bluesky.ts'
import {
  type Login,
  replaceAccount,
  requireAccountAllowance,
  requireSelectedKey,
  requireStillAllowed,
  type SignInContext,
} from './connection.ts'
import { type LinkSignIn, underLink } from './link-sign-in.ts'
import { consumeState, saveState } from './oauth-state.ts'
import { returnText } from './return-page.ts'
import { callProvider, completeReturn, CONNECT_LIMIT } from './sign-in.ts'

/** Query of the redirect from a server's page. */
export const BlueskyReturn = v.object({
  code: returnText(2000),
  state: returnText(500),
  iss: returnText(500),
  error: returnText(100),
})
export type BlueskyReturn = v.InferOutput<typeof BlueskyReturn>

/** A sign-in that was pushed to a server (PAR), and the business whose account it connects. */
const Announced = v.object({ domainId: v.string(), pending: v.string() })
const binding = (state: string) => `oauth_states bluesky ${state}`

/**
 * Pushes a sign-in to the account's server (PAR), and returns the URL of the page on which the owner gives consent.
 * @throws {DomainError} `conflict` if no business is selected or the plan is full, `invalid` with what is wrong with the handle
 */
export async function startBluesky(
  ctx: UserContext,
  { handle }: BlueskyStart,
  browser: string,
): Promise<string> {
  const { domainId, network } = await requireSelectedKey(ctx, 'bluesky')
  await limit(ctx, { ...CONNECT_LIMIT, key: ctx.userId })
  await requireAccountAllowance(ctx, { domainId, network })
  const { url, state, pending } = await callProvider(async () =>
    (await ctx.networks.bluesky.login.oauth()).start(handle),
  )
  await saveState(ctx, network, state, browser, {
    encryptedVerifier: ctx.cipher.encrypt(JSON.stringify({ domainId, pending }), binding(state)),
    domainId: ctx.shownDomainId,
  })
  return url
}

/** Completes a sign-in in the browser that started it, and links the account for the user who did. */
export const returnFromBluesky = (
  ctx: RequestContext,
  returned: BlueskyReturn,
  browser: string | undefined,
) => completeReturn(ctx, 'bluesky', returned.error, () => finishBluesky(ctx, returned, browser))

async function finishBluesky(
  requestContext: RequestContext,
  { state, code, iss }: BlueskyReturn,
  browser: string | undefined,
): Promise<void> {
  await limitAddress(requestContext, { ...CONNECT_LIMIT, name: 'connect:address' })
  if (!browser || !state || !code) throw new DomainError('invalid', ACCOUNT_MESSAGES.stateExpired)
  const { encryptedVerifier, userId, shownDomainId } = await consumeState(requestContext, 'bluesky', state, {
    browser,
  })
  const ctx = { ...requestContext, userId, shownDomainId }
  const { domainId, pending } = v.parse(
    Announced,
    JSON.parse(ctx.cipher.decrypt(encryptedVerifier ?? '', binding(state))),
  )
  const key = { domainId, network: 'bluesky' } as const
  await requireStillAllowed(ctx, key)
  await linkOrRevoke(ctx, key, await signInByPage(ctx, pending, { code, iss }))
}

/** Completes a sign-in on a server's page. Each is a session of its own, so it is revoked without regard to others of the account. */
const signInByPage = async (
  ctx: Context,
  pending: string,
  { code, iss }: Pick<BlueskyReturn, 'code' | 'iss'>,
): Promise<SignedInAccount> => ({
  ...(await callProvider(async () =>
    (await ctx.networks.bluesky.login.oauth()).finish(pending, { code, iss }),
  )),
  loginId: `oauth:${Bun.randomUUIDv7()}`,
})

/** Links the account that signed in on its server's page, or ends that sign-in. */
async function linkOrRevoke(ctx: SignInContext, key: AccountKey, signedIn: SignedInAccount): Promise<void> {
  const { loginId: providerUserId, userToken } = signedIn
  try {
    await linkAccount(ctx, key, signedIn)
  } catch (error) {
    await revokeGrant(ctx, { network: 'bluesky', providerUserId, token: () => userToken })
    throw error
  }
}

/** A sign-in with a connect link. It names its account, so there is nothing to choose. */
export const blueskyLink: LinkSignIn = {
  async begin(ctx, asked) {
    const { handle } = parseInput(BlueskyStart, asked)
    const { url, state, pending } = await callProvider(async () =>
      (await ctx.networks.bluesky.login.oauth()).start(handle),
    )
    return { url, state, verifier: pending }
  },
  async start(ctx, returned, pending) {
    const signedIn = { ...(await signInByPage(ctx, pending, returned)), viaLink: true as const }
    return {
      saved: { login: loginOf(ctx, signedIn) },
      unlisted: [],
      options: [{ id: signedIn.did, name: '', detail: '' }],
      connect: key => linkOrRevoke(ctx, key, signedIn),
    }
  },
}

/**
 * Signs in with an app password, and links the account.
 * @throws {DomainError} `invalid` with the server's reason, `conflict` if no business is selected or the plan is full
 */
export async function connectBluesky(ctx: UserContext, input: BlueskyLoginInput): Promise<AccountKey> {
  const key = await requireSelectedKey(ctx, 'bluesky')
  await limit(ctx, { ...CONNECT_LIMIT, key: ctx.userId })
  await requireAccountAllowance(ctx, key)
  const signedIn = await callProvider(() => ctx.networks.bluesky.login.signIn(input))
  await linkAccount(ctx, key, { ...signedIn, loginId: signedIn.did })
  return key
}

type SignedInAccount = {
  did: string
  accessToken: string
  userToken: string
  expiresAt: Date | undefined
  loginId: string
  viaLink?: true
}

/** Links the account that signed in, and ends the sign-in that it replaces. */
async function linkAccount(ctx: SignInContext, key: AccountKey, signedIn: SignedInAccount): Promise<void> {
  const { did, accessToken } = signedIn
  const profile = await callProvider(() => ctx.networks.bluesky.login.readProfile(did, accessToken))
  const { replaced } = await replaceAccount(ctx, key, loginOf(ctx, signedIn), {
    providerId: did,
    token: accessToken,
    profile,
  })
  if (replaced) await revokeLogin(ctx, replaced)
}

function loginOf(
  ctx: SignInContext,
  { loginId: providerUserId, userToken, expiresAt, viaLink }: SignedInAccount,
): Login {
  const login = { providerUserId, userToken, expiresAt }
  return viaLink ? underLink(ctx, login) : login
}
