import { and, eq, type SQL, sql } from 'drizzle-orm'

import type { Context, Inside, UserContext } from '#api/context.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { DomainError } from '#api/errors.ts'
import { mayAppearLate, mayBePublished } from './may-be-published.ts'
import { reasons } from './reasons.ts'

const connected = (column: SQL) =>
  sql`(select ${column} from accounts where accounts.id = deliveries.account_id and accounts.provider_id <> '')`

/** Matches deliveries that were written for another account than the connected one. */
export const isForAnother = sql`deliveries.meant_for <> ${connected(sql`accounts.provider_id`)}`

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
        isForAnother,
        sql`not ${mayBePublished(sql`deliveries.id`)}`,
        sql`not ${mayAppearLate(sql`deliveries.id`)}`,
      ),
    )
    .returning()

/** Column values for a delivery whose author consents to the connected account. */
export const meantForConnected = {
  meantFor: sql`coalesce(${connected(sql`accounts.provider_id`)}, deliveries.meant_for)`,
  meantForName: sql`coalesce(${connected(sql`accounts.name`)}, deliveries.meant_for_name)`,
}

/** @throws {DomainError} `conflict` if one of these deliveries was written for another account than the connected one */
export async function requireOwnAccount({ db }: UserContext, condition: SQL): Promise<void> {
  const [one] = await db
    .select({ reason: mismatchReason })
    .from(deliveries)
    .where(and(condition, isForAnother))
  if (one) throw new DomainError('conflict', one.reason)
}
