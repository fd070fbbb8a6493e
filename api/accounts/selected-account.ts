import { accountForPublishing } from '#api/accounts/tokens/linked-account.ts'
import type { UserContext } from '#api/context.ts'
import type { Account } from '#api/db/schema/businesses/accounts.ts'
import { DomainError } from '#api/errors.ts'
import { ACCOUNT_MESSAGES, describeLostAccess, reconnectAdvice } from '#shared/accounts.ts'
import type { Permission } from '#shared/businesses/permissions.ts'
import { networks, type NetworkId } from '#shared/networks.ts'
import { findAccount } from './sign-in/connection.ts'
import { requireSelectedDestination } from './sign-in/connection.ts'

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
