import { and, eq } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { decryptUserToken, encryptToken } from './encrypted-tokens.ts'
import { accountForPublishing, type LinkedAccount } from './linked-account.ts'
import { lockForRenewal, unlockRenewal } from './renewal-lock.ts'

/** Google's tokens last an hour. One is renewed early enough not to expire during a call. */
const MIN_LIFE_MS = 5 * 60_000
const CHECK_INTERVAL_MS = 250
const MAX_CHECKS = 60

/**
 * Returns the account with a token that is valid for a call. Renews Google's tokens, which expire within an hour.
 * @param rejectedToken a token that the provider rejected before it expired
 * @throws {NetworkError} `reconnect` if the user's grant has ended, `transient` if Google can't be reached
 */
export async function withValidToken(
  ctx: Context,
  linked: LinkedAccount,
  rejectedToken?: string,
): Promise<LinkedAccount> {
  let current = linked
  for (let check = 0; check < MAX_CHECKS; check++) {
    const { account, token } = current
    if (account.network !== 'google' || account.status !== 'connected') return current
    const ends = +(account.tokenExpiresAt ?? 0)
    if (token !== rejectedToken && ends - +ctx.now() > MIN_LIFE_MS) return current
    if (await lockForRenewal(ctx, account.id)) return await renew(ctx, current, rejectedToken)
    await ctx.pause(CHECK_INTERVAL_MS)
    current = (await accountForPublishing(ctx, account.id)) ?? current
  }
  throw new NetworkError('transient', 'google/renewing', 'Our sign-in to Google is being renewed.')
}

/** Returns whether only the access token was rejected, so that the user's grant may yield another. */
export async function canBeRenewed(
  ctx: Context,
  linked: LinkedAccount,
  refusal: NetworkError,
): Promise<boolean> {
  if (refusal.code !== 'google/UNAUTHENTICATED') return false
  try {
    return (await withValidToken(ctx, linked, linked.token)).token !== linked.token
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    return error.kind !== 'reconnect'
  }
}

async function renew(ctx: Context, { account: { id } }: LinkedAccount, rejectedToken?: string) {
  try {
    const linked = await accountForPublishing(ctx, id)
    if (!linked) throw new NetworkError('transient', 'google/gone', 'The account is not connected any more.')
    const { account, token } = linked
    const isNew = token !== rejectedToken && +(account.tokenExpiresAt ?? 0) - +ctx.now() > MIN_LIFE_MS
    if (isNew || account.status !== 'connected') return linked
    const { accessToken, expiresAt } = await ctx.networks.google.login.renew(decryptUserToken(ctx, account))
    const [renewed] = await ctx.db
      .update(accounts)
      .set({
        encryptedToken: encryptToken(ctx, account, accessToken),
        tokenExpiresAt: expiresAt,
        updatedAt: ctx.now(),
      })
      .where(and(eq(accounts.id, id), eq(accounts.encryptedUserToken, account.encryptedUserToken)))
      .returning()
    return renewed ? { account: renewed, token: accessToken } : linked
  } finally {
    await unlockRenewal(ctx, id)
  }
}
