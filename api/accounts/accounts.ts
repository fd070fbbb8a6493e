import { and, eq, inArray, isNull, lt, ne, or } from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { Context, UserContext } from '#api/context.ts'
import { type Account, accounts } from '#api/db/schema/businesses/accounts.ts'
import { DomainError } from '#api/errors.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { ACCOUNT_MESSAGES } from '#shared/accounts.ts'
import { networks, type NetworkId } from '#shared/networks.ts'
import { findAccount, removeAccount } from './sign-in/connection.ts'
import { requireSelectedDestination } from './sign-in/connection.ts'
import { decryptUserToken } from './tokens/encrypted-tokens.ts'
import { decryptOrLog } from './tokens/linked-account.ts'

/** Returns a business's accounts that can have posts. Posts for one that needs reconnecting are held until then. */
export function connectedAccounts(ctx: UserContext, domainId: string): Promise<Account[]> {
  return ctx.db
    .select()
    .from(accounts)
    .where(
      and(
        isAllowedIn(ctx, accounts.domainId),
        eq(accounts.domainId, domainId),
        inArray(accounts.status, ['connected', 'needs_reconnect']),
      ),
    )
}

/** Starts a cool-down of an account. Never shortens an existing one. */
export async function startCoolDown({ db }: Context, accountId: string, until: Date): Promise<void> {
  await db
    .update(accounts)
    .set({ coolDownUntil: until })
    .where(
      and(eq(accounts.id, accountId), or(isNull(accounts.coolDownUntil), lt(accounts.coolDownUntil, until))),
    )
}

/** Disconnects the network's account from the selected business and holds its scheduled deliveries. */
export async function disconnectAccount(ctx: UserContext, network: NetworkId): Promise<void> {
  const slot = await requireSelectedDestination(ctx, network)
  const account = await findAccount(ctx, slot)
  if (!account) throw new DomainError('not_found', ACCOUNT_MESSAGES.notConnected(networks[network].name))
  await removeAccount(ctx, account)
  if (account.network !== 'instagram') await revokeUnusedLogin(ctx, account, account.network)
}

/** Revokes the login if no other account uses it, since that invalidates all tokens of the user at the network. */
async function revokeUnusedLogin(
  ctx: Context,
  account: Account,
  network: 'facebook' | 'google',
): Promise<void> {
  const isSameLogin = and(
    eq(accounts.network, network),
    eq(accounts.providerUserId, account.providerUserId),
    ne(accounts.id, account.id),
  )
  if ((await ctx.db.$count(accounts, isSameLogin)) > 0) return
  const token = decryptOrLog(ctx, account, () => decryptUserToken(ctx, account))
  if (token === undefined) return
  try {
    await ctx.networks[network].login.revoke(token)
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    ctx.log.warn({ accountId: account.id, failure: error.code }, 'login could not be revoked')
  }
}
