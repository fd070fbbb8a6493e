import { and, eq, inArray, not, type SQL } from 'drizzle-orm'

import type { Context, Inside } from '#api/context.ts'
import { type Account, accounts } from '#api/db/schema/businesses/accounts.ts'
import { type DeliveryRow, deliveries } from '#api/db/schema/posts/posts.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { chunksOf } from '#shared/chunks.ts'
import { ANOTHER_ACCOUNT } from '#shared/posts/posts.ts'
import { mayAppearLate, mayBePublished } from './may-be-published.ts'
import { reasons } from './reasons.ts'

/**
 * Holds deliveries that were just scheduled on another account than they were written for, and returns them. Leaves out those
 * that may be public on the previous account: their author is asked to check there first. Notifies nobody.
 */
export async function holdForAnotherAccount(
  { db, now }: Inside<Context>,
  condition: SQL,
): Promise<DeliveryRow[]> {
  const { id, meantFor, meantForName } = deliveries
  const scheduled = await db
    .select({ id, meantFor, meantForName, account: { providerId: accounts.providerId, name: accounts.name } })
    .from(deliveries)
    .innerJoin(accounts, eq(accounts.id, deliveries.accountId))
    .where(and(condition, eq(deliveries.state, 'scheduled'), not(mayBePublished), not(mayAppearLate)))
  const held: DeliveryRow[] = []
  for (const [reason, rows] of Map.groupBy(scheduled.filter(isMeantForAnotherAccount), mismatchReason))
    for (const part of chunksOf(rows.map(row => row.id)))
      held.push(
        ...(await db
          .update(deliveries)
          .set({ state: 'held', wakeAt: null, updatedAt: now(), reasonCode: ANOTHER_ACCOUNT, reason })
          .where(inArray(id, part))
          .returning()),
      )
  return held
}

type WithAccount = Pick<DeliveryRow, 'meantFor' | 'meantForName'> & {
  account: Pick<Account, 'providerId' | 'name'> | null
}

/** Returns true for a delivery that was written for another account than the connected one. */
export const isMeantForAnotherAccount = ({
  meantFor,
  account,
}: Pick<WithAccount, 'meantFor'> & { account: { providerId: string } | null }): boolean =>
  Boolean(meantFor && account?.providerId && meantFor !== account.providerId)

/** @throws {DomainError} `conflict` if one of these deliveries was written for another account than the connected one */
export function requireOwnAccount(chosen: readonly WithAccount[]): void {
  const other = chosen.find(isMeantForAnotherAccount)
  if (other) throw new DomainError('conflict', mismatchReason(other))
}

const mismatchReason = ({ meantForName, account }: Pick<WithAccount, 'meantForName' | 'account'>) =>
  reasons.anotherAccount(meantForName, account?.name ?? '').reason
