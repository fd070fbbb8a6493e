import { and, inArray, type SQL, sql } from 'drizzle-orm'

import type { Context, Inside } from '#api/context.ts'
import { field, fromRows, insertMany } from '#api/db/insert-many.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { liveEvents } from '#api/db/schema/server/live.ts'
import type { LiveEvents, LiveType } from '#shared/live.ts'

/** Publishes an event to the browsers of all members of a business if `when` holds. Returns the unexecuted statement for `db.batch`. */
export const liveInsertFor = <Type extends LiveType>(
  ctx: Inside<Context>,
  domainId: string,
  type: Type,
  data: LiveEvents[Type],
  when: SQL = sql`true`,
) => liveInsertsFor(ctx, type, [{ domainId, data }], when)

/** Like `liveInserts`, for all members of each row's business. */
export const liveInsertsFor = <Type extends LiveType>(
  ctx: Inside<Context>,
  type: Type,
  rows: { domainId: string; data: LiveEvents[Type] }[],
  when: SQL,
) =>
  insertMany(
    ctx.db,
    liveEvents,
    { userId: sql`member.user_id`, type, data: field('data'), createdAt: ctx.now() },
    sql`${fromRows(rows)} join ${members} as member on member.domain_id = ${field('domainId')} where ${when}`,
  )

/** Publishes an event to the user's browsers if `when` holds. Returns the unexecuted statement for `db.batch`. */
export const liveInsert = <Type extends LiveType>(
  ctx: Inside<Context>,
  userId: string,
  type: Type,
  data: LiveEvents[Type],
  when: SQL = sql`true`,
) => liveInserts(ctx, type, [{ userId, data }], when)

/**
 * Publishes an event for each row that meets `when`; `when` may use the row's fields as `item.value ->> 'name'`. Returns the
 * unexecuted statement for `db.batch`.
 */
export const liveInserts = <Type extends LiveType>(
  ctx: Inside<Context>,
  type: Type,
  rows: { userId: string; data: LiveEvents[Type] }[],
  when: SQL = sql`true`,
) =>
  insertMany(
    ctx.db,
    liveEvents,
    { userId: field('userId'), type, data: field('data'), createdAt: ctx.now() },
    sql`${fromRows(rows)} where ${when}`,
  )

/**
 * Publishes an event for each row of a select with `user_id` and `data` as JSON. Returns the unexecuted statement for
 * `db.batch`.
 */
export const liveSelect = (ctx: Inside<Context>, type: LiveType, rows: SQL) =>
  insertMany(
    ctx.db,
    liveEvents,
    { userId: sql`user_id`, type, data: sql`data`, createdAt: ctx.now() },
    sql`from (${rows}) where true`,
  )

type NewEvent<Type extends LiveType> = { domainId: string; data: LiveEvents[Type] }

/** Publishes events to the members of their businesses after the changes have been committed. */
export async function publishEvents<Type extends LiveType>(
  ctx: Inside<Context>,
  type: Type,
  events: NewEvent<Type>[],
): Promise<void> {
  if (events.length > 0) await liveInsertsFor(ctx, type, events, sql`true`)
}

/** Deletes the recent events of a user, or of a subquery's users, if `when` holds. Returns the unexecuted statement for `db.batch`. */
export const forgetLiveEvents = ({ db }: Inside<Context>, users: string | SQL, when = sql`true`) =>
  db
    .delete(liveEvents)
    .where(and(inArray(liveEvents.userId, typeof users === 'string' ? [users] : users), when))
