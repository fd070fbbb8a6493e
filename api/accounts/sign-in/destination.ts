import { and, eq } from 'drizzle-orm'

import type { UserContext } from '#api/context.ts'
import { domains } from '#api/db/schema/domains.ts'
import { getActiveDomain } from '#api/domains/domains.ts'
import { DomainError } from '#api/errors.ts'
import { ACCOUNT_MESSAGES } from '#shared/accounts.ts'
import type { NetworkId } from '#shared/networks.ts'
import type { OwnerContext, AccountSlot } from './linking.ts'

export async function selectedDestination(
  ctx: UserContext,
  network: NetworkId,
): Promise<AccountSlot | undefined> {
  const domain = await getActiveDomain(ctx)
  return domain ? { domainId: domain._id, network } : undefined
}

/** @throws {DomainError} `conflict` when no domain is selected */
export async function requireSelectedDestination(ctx: UserContext, network: NetworkId): Promise<AccountSlot> {
  const slot = await selectedDestination(ctx, network)
  if (!slot) throw new DomainError('conflict', ACCOUNT_MESSAGES.noDomain)
  return slot
}

/** @throws {DomainError} if the user no longer has the domain that the sign-in was started for */
export async function requireDestination(
  { db, userId }: OwnerContext,
  slot: AccountSlot,
): Promise<AccountSlot> {
  const [domain] = await db
    .select({ id: domains.id })
    .from(domains)
    .where(and(eq(domains.id, slot.domainId), eq(domains.userId, userId)))
  if (!domain) throw new DomainError('conflict', ACCOUNT_MESSAGES.noDomain)
  return slot
}
