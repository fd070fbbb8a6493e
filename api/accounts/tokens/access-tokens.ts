import { and, eq } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { accounts } from '#api/db/schema/accounts.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { decryptUserToken, encryptToken } from './encrypted-tokens.ts'
import { accountForPublishing, type LinkedAccount } from './linked-account.ts'
import { lockForRenewal, unlockRenewal } from './renewal-lock.ts'

/** Google's tokens live an hour: one that ends sooner than any call may take is renewed first. */
const MIN_LIFE_MS = 5 * 60_000
/** Longer than a renewal takes: it counts only where a process died in the middle of one. */
const LOCK_MS = 30_000
const LOOK_EVERY_MS = 250
const MAX_CHECKS = 60

/**
 * The account with a token that will do for a call now. Only Google's tokens end so soon that this asks for another.
 * @param refused a token that the provider did not accept, although its time is not over
 * @throws NetworkError `reconnect` when the person's grant has ended, `passing` when Google can't be asked
 */
export async function withLivingToken(
  ctx: Context,
  linked: LinkedAccount,
  refused?: string,
): Promise<LinkedAccount> {
  let current = linked
  for (let look = 0; look < MAX_CHECKS; look++) {
    const { account, token } = current
    if (account.network !== 'google' || account.status !== 'connected') return current
    const ends = +(account.tokenExpiresAt ?? 0)
    if (token !== refused && ends - +ctx.now() > MIN_LIFE_MS) return current
    if (await lockForRenewal(ctx, account.id, LOCK_MS)) return await renew(ctx, current, refused)
    await ctx.pause(LOOK_EVERY_MS)
    current = (await accountForPublishing(ctx, account.id)) ?? current
  }
  throw new NetworkError('transient', 'google/renewing', 'Our sign-in to Google is being renewed.')
}

/** Whether an access token alone was refused: the person's grant, which outlives it, may give another. */
export async function canBeRenewed(
  ctx: Context,
  linked: LinkedAccount,
  refusal: NetworkError,
): Promise<boolean> {
  if (refusal.code !== 'google/UNAUTHENTICATED') return false
  try {
    return (await withLivingToken(ctx, linked, linked.token)).token !== linked.token
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    return error.kind !== 'reconnect'
  }
}

async function renew(ctx: Context, { account: { id } }: LinkedAccount, refused?: string) {
  try {
    const linked = await accountForPublishing(ctx, id)
    if (!linked) throw new NetworkError('transient', 'google/gone', 'The account is not connected any more.')
    const { account, token } = linked
    const isNew = token !== refused && +(account.tokenExpiresAt ?? 0) - +ctx.now() > MIN_LIFE_MS
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
