import { and, eq, inArray, isNull, lt, ne, or } from 'drizzle-orm'

import { findAccount, removeAccount, requireSelectedDestination } from '#api/accounts/sign-in/connection.ts'
import { revokeLogin } from '#api/accounts/tokens/revocations.ts'
import { accountForPublishing } from '#api/accounts/tokens/tokens.ts'
import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { Context, Inside, UserContext } from '#api/context.ts'
import { type Account, accounts } from '#api/db/schema/businesses/accounts.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { ACCOUNT_MESSAGES, describeLostAccess, reconnectAdvice } from '#shared/accounts.ts'
import type { Permission } from '#shared/businesses/permissions.ts'
import { type NetworkId, networks } from '#shared/networks.ts'

/** Returns a business's accounts that can have posts. Posts for one that needs reconnecting are held until then. */
export function connectedAccounts(ctx: Inside<UserContext>, domainId: string): Promise<Account[]> {
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
  await revokeLogin(ctx, account, ne(accounts.id, account.id))
}

/**
 * Returns the selected business's account on a network, with its token.
 * @throws {DomainError} `not_found` if there is none, `conflict` if it needs reconnecting or no business is selected
 */
export async function requireSelectedAccount(
  ctx: UserContext,
  network: NetworkId,
  permission: Permission,
): Promise<{ account: Account; token: string }> {
  const account = await findAccount(ctx, await requireSelectedDestination(ctx, network, permission))
  if (!account || account.status === 'choosing')
    throw new DomainError('not_found', ACCOUNT_MESSAGES.notConnected(networks[network].name))
  const linked = await accountForPublishing(ctx, account.id)
  if (!linked?.token || linked.account.status !== 'connected') throw signedOut(account)
  return linked
}

export const signedOut = ({
  network,
  name,
  reconnectCause: cause,
}: Pick<Account, 'network' | 'name' | 'reconnectCause'>) =>
  new DomainError(
    'conflict',
    `${describeLostAccess(network, name, cause)}. Reconnect it in Social Hub${reconnectAdvice(network, cause)}.`,
  )
