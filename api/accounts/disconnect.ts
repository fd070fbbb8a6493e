import { and, eq, ne, not, type SQL } from 'drizzle-orm'

import type { Context, UserContext } from '#api/context.ts'
import { allOf } from '#api/db/conditions.ts'
import { type Account, accounts } from '#api/db/schema/businesses/accounts.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { ACCOUNT_MESSAGES } from '#shared/accounts.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { findAccount, removeAccount, requireSelectedKey } from './sign-in/connection.ts'
import { decryptOrLog, decryptUserToken } from './tokens/tokens.ts'

/** Disconnects the network's account from the selected business and holds its scheduled deliveries. */
export async function disconnectAccount(ctx: UserContext, network: NetworkId): Promise<void> {
  const key = await requireSelectedKey(ctx, network)
  const account = await findAccount(ctx, key)
  if (!account) throw new DomainError('not_found', ACCOUNT_MESSAGES.notConnected(networks[network].name))
  await removeAccount(ctx, account)
  await revokeLogin(ctx, account, ne(accounts.id, account.id))
}

/**
 * Revokes a user's logins at the networks. Instagram has no call for this, so its tokens are deleted with the accounts.
 * @param remains SQL condition: the account remains with its business when the user leaves
 * @returns false if a network could not be reached and a retry makes sense
 */
export async function revokeLoginsOf(ctx: Context, userId: string, remains: SQL): Promise<boolean> {
  const isRemoved = allOf(eq(accounts.userId, userId), not(remains))
  const own = await ctx.db.select().from(accounts).where(isRemoved)
  const logins = new Map(own.map(account => [`${account.network} ${account.providerUserId}`, account]))
  const done: boolean[] = []
  for (const account of logins.values()) done.push(await revokeLogin(ctx, account, not(isRemoved)))
  return !done.includes(false)
}

/**
 * Revokes a login, which invalidates all tokens of the person at the network. Does nothing while another account uses it.
 * @param others SQL condition for the accounts that may still use the login; all by default
 * @returns false if the network could not be reached and a retry makes sense
 */
export const revokeLogin = (ctx: Context, account: Account, others?: SQL): Promise<boolean> =>
  revokeGrant(
    ctx,
    { ...account, token: () => decryptOrLog(ctx, account, () => decryptUserToken(ctx, account)) },
    others,
  )

type Grant = Pick<Account, 'network' | 'providerUserId'> & { token: () => string | undefined }

/** Like `revokeLogin`, for a login that may not be stored. */
export async function revokeGrant(
  ctx: Context,
  { network, providerUserId, ...grant }: Grant,
  others?: SQL,
): Promise<boolean> {
  const { account } = ctx.networks[network]
  if (!account.revoke) return true
  const isInUse = and(eq(accounts.network, network), eq(accounts.providerUserId, providerUserId), others)
  if ((await ctx.db.$count(accounts, isInUse)) > 0) return true
  const token = grant.token()
  if (!token) return true
  try {
    await account.revoke(token)
    return true
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    ctx.log.warn({ network, failure: error.code }, 'login could not be revoked')
    // A token that the network rejects is already revoked.
    return error.kind === 'reconnect' || error.kind === 'permanent'
  }
}
