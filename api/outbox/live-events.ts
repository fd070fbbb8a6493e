import { eq, sql } from 'drizzle-orm'

import type { Context, Inside } from '#api/context.ts'
import { field, fromRows, insertMany } from '#api/db/insert-many.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { liveEvents } from '#api/db/schema/server/live.ts'
import type { LiveEvents, LiveType } from '#shared/live.ts'

/** Publishes an event to the browsers of all members of a business. */
export const liveInsertFor = <Type extends LiveType>(
  ctx: Inside<Context>,
  domainId: string,
  type: Type,
  data: LiveEvents[Type],
) => publishEvents(ctx, type, [{ domainId, data }])

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

/** Publishes events to the browsers of the members of their businesses. */
export async function publishEvents<Type extends LiveType>(
  ctx: Inside<Context>,
  type: Type,
  events: { domainId: string; data: LiveEvents[Type] }[],
): Promise<void> {
  if (events.length === 0) return
  await insertMany(
    ctx.db,
    liveEvents,
    { userId: sql`member.user_id`, type, data: field('data'), createdAt: ctx.now() },
    sql`${fromRows(events)} join ${members} as member on member.domain_id = ${field('domainId')}`,
  )
}

/** Deletes the recent events of a user. */
export async function forgetLiveEvents({ db }: Inside<Context>, userId: string): Promise<void> {
  await db.delete(liveEvents).where(eq(liveEvents.userId, userId))
}
