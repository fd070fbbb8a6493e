import { and, eq } from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import { requireActiveDomain } from '#api/businesses/domains.ts'
import type { UserContext } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { DomainError } from '#api/errors.ts'
import { ACCOUNT_MESSAGES } from '#shared/accounts.ts'
import type { Permission } from '#shared/businesses/permissions.ts'
import type { NetworkId } from '#shared/networks.ts'
import type { SignInContext, AccountKey } from './connection.ts'

/** @throws {DomainError} `not_found` if the business shown in the window was deleted, or isn't the caller's */
export async function selectedDestination(
  ctx: UserContext,
  network: NetworkId,
): Promise<AccountKey | undefined> {
  const domain = await requireActiveDomain(ctx)
  return domain ? { domainId: domain._id, network } : undefined
}

/** @throws {DomainError} `conflict` when no business is selected, `not_found` as above, `forbidden` without the permission */
export async function requireSelectedDestination(
  ctx: UserContext,
  network: NetworkId,
  permission: Permission = 'connect',
): Promise<AccountKey> {
  const domain = await requireActiveDomain(ctx, permission)
  if (!domain) throw new DomainError('conflict', ACCOUNT_MESSAGES.noDomain)
  return { domainId: domain._id, network }
}

/** @throws {DomainError} if the user may no longer connect accounts of the business that the sign-in was started for */
export async function requireDestination(ctx: SignInContext, slot: AccountKey): Promise<AccountKey> {
  const [domain] = await ctx.db
    .select({ id: domains.id })
    .from(domains)
    .where(and(eq(domains.id, slot.domainId), isAllowedIn(ctx, domains.id, 'connect')))
  if (!domain) throw new DomainError('conflict', ACCOUNT_MESSAGES.noDomain)
  return slot
}
