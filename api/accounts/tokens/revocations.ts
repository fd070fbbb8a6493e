import { and, eq, ne } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { type Account, accounts } from '#api/db/schema/accounts.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { decryptUserToken } from './encrypted-tokens.ts'

/**
 * Gives back what a person let us do at the networks. Instagram offers no such call: there the tokens are only deleted.
 * @returns false where a network could not be asked, so that it is worth trying again
 */
export async function revokeLoginsOf(ctx: Context, userId: string): Promise<boolean> {
  const own = await ctx.db.select().from(accounts).where(eq(accounts.userId, userId))
  const logins = new Map(own.map(account => [`${account.network} ${account.providerUserId}`, account]))
  const done: boolean[] = []
  for (const account of logins.values()) done.push(await revokeLogin(ctx, account))
  return !done.includes(false)
}

/** Revoking ends every token that the person gave us, those of somebody else here who linked the same login, too. */
async function revokeLogin(ctx: Context, account: Account): Promise<boolean> {
  const { network, providerUserId, userId } = account
  const { login } = ctx.networks[network]
  if (!('revoke' in login)) return true
  const isOfOthers = and(
    eq(accounts.network, network),
    eq(accounts.providerUserId, providerUserId),
    ne(accounts.userId, userId),
  )
  if ((await ctx.db.$count(accounts, isOfOthers)) > 0) return true
  const token = openOrNone(ctx, account)
  if (!token) return true
  try {
    await login.revoke(token)
    return true
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    ctx.log.warn({ accountId: account.id, failure: error.code }, 'login could not be revoked')
    // A token that the network refuses has been revoked already.
    return error.kind === 'reconnect' || error.kind === 'permanent'
  }
}

/** Empty when it was dropped, undefined when it was sealed with another APP_SECRET. */
function openOrNone(ctx: Context, account: Account): string | undefined {
  try {
    return decryptUserToken(ctx, account)
  } catch {
    return undefined
  }
}
