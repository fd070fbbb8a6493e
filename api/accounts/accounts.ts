import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { Context, Inside, UserContext } from '#api/context.ts'
import { type Account, accounts } from '#api/db/schema/businesses/accounts.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { ACCOUNT_MESSAGES, describeLostAccess, reconnectAdvice } from '#shared/accounts.ts'
import type { Permission } from '#shared/businesses/permissions.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { findAccount, requireSelectedKey } from './sign-in/connection.ts'
import { accountForPublishing, type LinkedAccount } from './tokens/tokens.ts'

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

/**
 * Returns the selected business's account on a network, with its token.
 * @throws {DomainError} `not_found` if there is none, `conflict` if it needs reconnecting or no business is selected
 */
export async function requireSelectedAccount(
  ctx: UserContext,
  network: NetworkId,
  permission: Permission,
): Promise<LinkedAccount> {
  const account = await findAccount(ctx, await requireSelectedKey(ctx, network, permission))
  if (!account || account.status === 'choosing')
    throw new DomainError('not_found', ACCOUNT_MESSAGES.notConnected(networks[network].name))
  const linked = await accountForPublishing(ctx, account.id)
  if (!linked?.token || linked.account.status !== 'connected') throw needsReconnectError(account)
  return linked
}

/** Returns the error for a call that needs an account which must be reconnected first. */
export const needsReconnectError = ({
  network,
  name,
  reconnectCause: cause,
}: Pick<Account, 'network' | 'name' | 'reconnectCause'>) =>
  new DomainError(
    'conflict',
    `${describeLostAccess(network, name, cause)}. Reconnect it in Social Hub${reconnectAdvice(network, cause)}.`,
  )
