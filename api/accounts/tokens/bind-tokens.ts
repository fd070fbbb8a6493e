import { and, eq, isNull, or } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { isUnbound } from '#api/db/encrypted.ts'
import { type Account, accounts } from '#api/db/schema/businesses/accounts.ts'
import { decryptToken, decryptUserToken, encryptToken, encryptUserToken } from './encrypted-tokens.ts'
import { lockForRenewal, unlockRenewal } from './renewal-lock.ts'

const AT_ONCE = 100

/** Re-encrypts tokens that release 0.1.0 didn't bind to their rows. Holds the renewal lock, since renewals compare ciphertexts. */
export async function bindTokens(ctx: Context): Promise<void> {
  const { db, cipher } = ctx
  const unbound = await db
    .select()
    .from(accounts)
    .where(or(isUnbound(cipher, accounts.encryptedToken), isUnbound(cipher, accounts.encryptedUserToken)))
    .limit(AT_ONCE)
  for (const account of unbound) {
    if (!(await lockForRenewal(ctx, account.id))) continue
    try {
      await bind(ctx, account)
    } finally {
      await unlockRenewal(ctx, account.id)
    }
  }
}

async function bind(ctx: Context, account: Account): Promise<void> {
  const { id, encryptedToken, encryptedUserToken } = account
  await ctx.db
    .update(accounts)
    .set({
      encryptedToken:
        encryptedToken && encryptToken(ctx, account, decryptToken(ctx, account, encryptedToken)),
      encryptedUserToken: encryptUserToken(ctx, account, decryptUserToken(ctx, account)),
    })
    .where(
      and(
        eq(accounts.id, id),
        eq(accounts.encryptedUserToken, encryptedUserToken),
        encryptedToken === null
          ? isNull(accounts.encryptedToken)
          : eq(accounts.encryptedToken, encryptedToken),
      ),
    )
}
