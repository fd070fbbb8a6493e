import { and, asc, eq, lt } from 'drizzle-orm'

import { accountForPublishing } from '#api/accounts/tokens/linked-account.ts'
import type { Context } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { markNeedsReconnect } from './signed-out.ts'
import { encryptToken, encryptUserToken } from './tokens/encrypted-tokens.ts'
import { lockForRenewal, unlockRenewal } from './tokens/renewal-lock.ts'

const DAY = 24 * 60 * 60_000
/** Instagram's tokens last sixty days and can be renewed after one; renewing after a week leaves time for retries. */
const RENEW_BEFORE_END_MS = 53 * DAY
const BATCH_SIZE = 100
/** Exceeds the duration of a renewal, so that a lock expires only if its process died. */
const LOCK_MS = 5 * 60_000

/** Renews tokens a week after their last renewal. After sixty days only a new sign-in helps. */
export async function refreshTokens(ctx: Context): Promise<void> {
  const { db, now } = ctx
  const due = await db
    .select()
    .from(accounts)
    .where(
      and(
        eq(accounts.network, 'instagram'),
        eq(accounts.status, 'connected'),
        lt(accounts.tokenExpiresAt, new Date(now().getTime() + RENEW_BEFORE_END_MS)),
      ),
    )
    .orderBy(asc(accounts.tokenExpiresAt))
    .limit(BATCH_SIZE)
  for (const { id } of due) {
    if (!(await lockForRenewal(ctx, id, LOCK_MS))) continue
    await refreshToken(ctx, id)
    await unlockRenewal(ctx, id)
  }
}

/** Leaves the account unchanged after a transient failure, for the next run. Marks it if the provider rejects the token. */
async function refreshToken(ctx: Context, id: string): Promise<void> {
  const linked = await accountForPublishing(ctx, id)
  if (linked?.account.status !== 'connected') return
  const { account, token } = linked
  try {
    const { accessToken, expiresAt } = await ctx.networks.instagram.login.refresh(token)
    await ctx.db
      .update(accounts)
      .set({
        encryptedToken: encryptToken(ctx, account, accessToken),
        encryptedUserToken: encryptUserToken(ctx, account, accessToken),
        tokenExpiresAt: expiresAt,
        updatedAt: ctx.now(),
      })
      .where(and(eq(accounts.id, id), eq(accounts.encryptedToken, account.encryptedToken ?? '')))
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    ctx.log.warn({ accountId: id, failure: error.code, kind: error.kind }, 'token not renewed')
    if (error.kind === 'reconnect') await markNeedsReconnect(ctx, id, token, error)
  }
}
