import { eq, type SQL, sql } from 'drizzle-orm'

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

/** Publishes an event for each row to all members of its business if `when` holds. Returns the unexecuted statement. */
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

/** Publishes an event to the user's browsers. */
export const liveInsert = <Type extends LiveType>(
  ctx: Inside<Context>,
  userId: string,
  type: Type,
  data: LiveEvents[Type],
) => liveInserts(ctx, type, [{ userId, data }])

/** Publishes an event for each row. */
export async function liveInserts<Type extends LiveType>(
  { db, now }: Inside<Context>,
  type: Type,
  rows: { userId: string; data: LiveEvents[Type] }[],
): Promise<void> {
  if (rows.length > 0)
    await db.insert(liveEvents).values(rows.map(row => ({ ...row, type, createdAt: now() })))
}

type NewEvent<Type extends LiveType> = { domainId: string; data: LiveEvents[Type] }

/** Publishes events to the members of their businesses after the changes have been committed. */
export async function publishEvents<Type extends LiveType>(
  ctx: Inside<Context>,
  type: Type,
  events: NewEvent<Type>[],
): Promise<void> {
  if (events.length > 0) await liveInsertsFor(ctx, type, events, sql`true`)
}

/** Deletes the recent events of a user. */
export async function forgetLiveEvents({ db }: Inside<Context>, userId: string): Promise<void> {
  await db.delete(liveEvents).where(eq(liveEvents.userId, userId))
}
