import { eq, type SQL, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { liveEvents } from '#api/db/schema/live.ts'
import type { LiveEvents, LiveType } from '#shared/live.ts'

/** For a caller's batch: tells the user's open browsers, where `when` holds by then. */
export const liveInsert = <Type extends LiveType>(
  ctx: Context,
  userId: string,
  type: Type,
  data: LiveEvents[Type],
  when: SQL = sql`true`,
) => liveInserts(ctx, type, [{ userId, data }], when)

/**
 * For a caller's batch: the events of many rows, those for which `when` holds by then. It may ask `item.value ->> 'name'` for
 * whatever the row carries.
 */
export const liveInserts = <Type extends LiveType>(
  ctx: Context,
  type: Type,
  rows: { userId: string; data: LiveEvents[Type] }[],
  when: SQL,
) =>
  ctx.db.insert(liveEvents).select(
    sql`select null, item.value ->> 'userId', ${type}, item.value ->> 'data', ${+ctx.now()}
          from json_each(${JSON.stringify(rows)}) as item where ${when}`,
  )

/** For a caller's batch: an event for each row of a select, which gives its `user_id` and its `data` as JSON. */
export const liveSelect = (ctx: Context, type: LiveType, rows: SQL) =>
  ctx.db
    .insert(liveEvents)
    .select(sql`select null, user_id, ${type}, data, ${+ctx.now()} from (${rows}) where true`)

type Told = { [Type in LiveType]: { userId: string; type: Type; data: LiveEvents[Type] } }[LiveType]

/** Tells of what has been written already. */
export async function tellLive({ db, now }: Context, events: Told[]): Promise<void> {
  if (events.length > 0)
    await db.insert(liveEvents).values(events.map(event => ({ ...event, createdAt: now() })))
}

/** For a caller's batch: what the user was told lately is forgotten. */
export const forgetLiveEvents = ({ db }: Context, userId: string) =>
  db.delete(liveEvents).where(eq(liveEvents.userId, userId))
