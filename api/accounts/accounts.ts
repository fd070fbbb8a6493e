import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { Context, Inside, UserContext } from '#api/context.ts'
import { type Account, accounts } from '#api/db/schema/businesses/accounts.ts'
import type { Usage } from '#api/networks/core/feed.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { ACCOUNT_MESSAGES, describeLostAccess, reconnectAdvice } from '#shared/accounts.ts'
import type { Permission } from '#shared/businesses/permissions.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { findAccount, requireSelectedKey } from './sign-in/connection.ts'
import { findLinkedAccount, type LinkedAccount } from './tokens/tokens.ts'

/**
 * Returns a business's accounts that posts can be written for. Posts for those that need reconnecting are held until then.
 */
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

/** Usage at which an account starts to cool down. Meta rejects calls at 100 percent; the margin is left to other apps and people. */
const COOL_DOWN_PERCENT = 90
const COOL_DOWN_MINUTES = 5

/** Makes calls for an account, and starts its cool-down if a response shows that its call budget is nearly used up. */
export async function watchUsage<Result>(
  ctx: Context,
  accountId: string | undefined,
  call: (onUsage: (usage: Usage) => void) => Promise<Result>,
): Promise<Result> {
  let highest: Usage = { percent: 0, regainMinutes: 0 }
  try {
    return await call(usage => {
      if (usage.percent >= highest.percent) highest = usage
    })
  } finally {
    if (accountId && highest.percent >= COOL_DOWN_PERCENT) {
      const waitMs = (highest.regainMinutes || COOL_DOWN_MINUTES) * MINUTE_MS
      await startCoolDown(ctx, accountId, new Date(+ctx.now() + waitMs))
    }
  }
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
  const linked = await findLinkedAccount(ctx, account.id)
  if (!linked?.token || linked.account.status !== 'connected') throw needsReconnectError(account)
  return linked
}

/** Returns the error for a call whose account must be reconnected first. */
export const needsReconnectError = ({
  network,
  name,
  reconnectCause: cause,
}: Pick<Account, 'network' | 'name' | 'reconnectCause'>) =>
  new DomainError(
    'conflict',
    `${describeLostAccess(network, name, cause)}. Reconnect it in Social Hub${reconnectAdvice(network, cause)}.`,
  )
