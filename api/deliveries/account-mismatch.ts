import { and, eq, type SQL, sql } from 'drizzle-orm'

import type { Context, Inside } from '#api/context.ts'
import type { Account } from '#api/db/schema/businesses/accounts.ts'
import { type DeliveryRow, deliveries } from '#api/db/schema/posts/posts.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { mayAppearLate, mayBePublished } from './may-be-published.ts'
import { reasons } from './reasons.ts'

const connected = (column: SQL) =>
  sql`(select ${column} from accounts where accounts.id = deliveries.account_id and accounts.provider_id <> '')`

/** Like `isForAnother`, for many deliveries. */
const isMismatched = sql`deliveries.meant_for <> ${connected(sql`accounts.provider_id`)}`

const MEANT = '{meant}'
const CONNECTED = '{connected}'
const { reasonCode, reason } = reasons.anotherAccount(MEANT, CONNECTED)
const mismatchReason = sql<string>`replace(replace(${reason}, ${MEANT}, deliveries.meant_for_name), ${CONNECTED}, ${connected(sql`accounts.name`)})`

/**
 * Holds deliveries that were just scheduled on another account than they were written for. Excludes those that are or may still
 * become public on the previous account, because we ask their author to check there first. Notifies nobody. Returns the
 * unexecuted statement for `db.batch`.
 */
export const holdForAnotherAccount = ({ db, now }: Inside<Context>, condition: SQL) =>
  db
    .update(deliveries)
    .set({ state: 'held', wakeAt: null, updatedAt: now(), reasonCode, reason: mismatchReason })
    .where(
      and(
        condition,
        eq(deliveries.state, 'scheduled'),
        isMismatched,
        sql`not ${mayBePublished(sql`deliveries.id`)}`,
        sql`not ${mayAppearLate(sql`deliveries.id`)}`,
      ),
    )
    .returning()

type Written = Pick<DeliveryRow, 'meantFor' | 'meantForName'> & {
  account: Pick<Account, 'providerId' | 'name'> | null
}

/** Returns true for a delivery that was written for another account than the connected one. */
export const isForAnother = ({
  meantFor,
  account,
}: Pick<Written, 'meantFor'> & { account: { providerId: string } | null }): boolean =>
  Boolean(meantFor && account?.providerId && meantFor !== account.providerId)

/** @throws {DomainError} `conflict` if one of these deliveries was written for another account than the connected one */
export function requireOwnAccount(chosen: readonly Written[]): void {
  const other = chosen.find(isForAnother)
  if (!other) return
  const { reason } = reasons.anotherAccount(other.meantForName, other.account?.name ?? '')
  throw new DomainError('conflict', reason)
}
