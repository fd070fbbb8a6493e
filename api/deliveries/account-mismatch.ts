import { and, eq, type SQL, sql } from 'drizzle-orm'

import type { Context, UserContext } from '#api/context.ts'
import { deliveries } from '#api/db/schema/posts.ts'
import { DomainError } from '#api/errors.ts'
import { mayBePublished } from './may-be-published.ts'
import { reasons } from './reasons.ts'

const connected = (column: SQL) =>
  sql`(select ${column} from accounts where accounts.id = deliveries.account_id and accounts.provider_id <> '')`

/** The account that is connected now is another one than a delivery was written for. */
const isForAnother = sql`deliveries.meant_for <> ${connected(sql`accounts.provider_id`)}`

const MEANT = '{meant}'
const CONNECTED = '{connected}'
const { reasonCode, reason } = reasons.anotherAccount(MEANT, CONNECTED)
const reasonInWords = sql<string>`replace(replace(${reason}, ${MEANT}, deliveries.meant_for_name), ${CONNECTED}, ${connected(sql`accounts.name`)})`

/**
 * For a caller's batch: holds what it has just scheduled on another account than it was written for, silently. What may be
 * out is left to be looked for.
 */
export const holdForAnotherAccount = ({ db, now }: Context, which: SQL) =>
  db
    .update(deliveries)
    .set({ state: 'held', wakeAt: null, updatedAt: now(), reasonCode, reason: reasonInWords })
    .where(
      and(
        which,
        eq(deliveries.state, 'scheduled'),
        isForAnother,
        sql`not ${mayBePublished(sql`deliveries.id`)}`,
      ),
    )
    .returning()

/** What an author's word for the connected account changes of a delivery. */
export const meantForConnected = {
  meantFor: sql`coalesce(${connected(sql`accounts.provider_id`)}, deliveries.meant_for)`,
  meantForName: sql`coalesce(${connected(sql`accounts.name`)}, deliveries.meant_for_name)`,
}

/** @throws DomainError `conflict` when something of this was written for another account than is connected now */
export async function requireOwnAccount({ db }: UserContext, which: SQL): Promise<void> {
  const [one] = await db.select({ reason: reasonInWords }).from(deliveries).where(and(which, isForAnother))
  if (one) throw new DomainError('conflict', one.reason)
}
