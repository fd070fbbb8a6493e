import { eq, type SQL, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { field, fromRows, insertMany } from '#api/db/insert-many.ts'
import { liveEvents } from '#api/db/schema/live.ts'
import type { LiveEvents, LiveType } from '#shared/live.ts'

/** Publishes an event to the user's browsers if `when` holds. Returns the unexecuted statement for `db.batch`. */
export const liveInsert = <Type extends LiveType>(
  ctx: Context,
  userId: string,
  type: Type,
  data: LiveEvents[Type],
  when: SQL = sql`true`,
) => liveInserts(ctx, type, [{ userId, data }], when)

/**
 * Publishes an event for each row for which `when` holds; `when` may use the row's fields as `item.value ->> 'name'`. Returns the
 * unexecuted statement for `db.batch`.
 */
export const liveInserts = <Type extends LiveType>(
  ctx: Context,
  type: Type,
  rows: { userId: string; data: LiveEvents[Type] }[],
  when: SQL,
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
export const liveSelect = (ctx: Context, type: LiveType, rows: SQL) =>
  insertMany(
    ctx.db,
    liveEvents,
    { userId: sql`user_id`, type, data: sql`data`, createdAt: ctx.now() },
    sql`from (${rows}) where true`,
  )

type NewEvent = { [Type in LiveType]: { userId: string; type: Type; data: LiveEvents[Type] } }[LiveType]

/** Publishes events after their changes have been committed. */
export async function publishEvents({ db, now }: Context, events: NewEvent[]): Promise<void> {
  if (events.length > 0)
    await db.insert(liveEvents).values(events.map(event => ({ ...event, createdAt: now() })))
}

/** Deletes a user's recent events. Returns the unexecuted statement for `db.batch`. */
export const forgetLiveEvents = ({ db }: Context, userId: string) =>
  db.delete(liveEvents).where(eq(liveEvents.userId, userId))
