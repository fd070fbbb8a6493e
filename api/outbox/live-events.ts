import { eq, sql } from 'drizzle-orm'

import type { Context, Inside } from '#api/context.ts'
import { isAmong, prepared } from '#api/db/prepared.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { liveEvents } from '#api/db/schema/server/live.ts'
import type { LiveEvents, LiveType } from '#shared/live.ts'

/** Publishes an event to the browsers of all members of a business. */
export const publishToBusiness = <Type extends LiveType>(
  ctx: Inside<Context>,
  domainId: string,
  type: Type,
  data: LiveEvents[Type],
) => publishToBusinesses(ctx, type, [{ domainId, data }])

/** Publishes an event to the user's browsers. */
export const publishToUser = <Type extends LiveType>(
  ctx: Inside<Context>,
  userId: string,
  type: Type,
  data: LiveEvents[Type],
) => publishToUsers(ctx, type, [{ userId, data }])

/** Publishes an event to the browsers of all administrators. */
export async function publishToAdministrators(ctx: Inside<Context>, type: 'requests' | 'siteScores') {
  const administrators = await ctx.db.select({ userId: users.id }).from(users).where(eq(users.role, 'admin'))
  const events = administrators.map(administrator => ({ ...administrator, data: {} }))
  await publishToUsers(ctx, type, events)
}

export async function publishToUsers<Type extends LiveType>(
  { db, now }: Inside<Context>,
  type: Type,
  rows: { userId: string; data: LiveEvents[Type] }[],
): Promise<void> {
  if (rows.length > 0) await eventsAdded(db).execute({ rows: JSON.stringify(rows), type, createdAt: +now() })
}

const eventsAdded = prepared(db =>
  db
    .insert(liveEvents)
    .select(
      sql`select null, item.value ->> 'userId', ${sql.placeholder('type')}, item.value -> 'data', ${sql.placeholder('createdAt')}
          from json_each(${sql.placeholder('rows')}) as item`,
    )
    .prepare(),
)

/** Publishes events to the browsers of the members of their businesses. */
export async function publishToBusinesses<Type extends LiveType>(
  ctx: Inside<Context>,
  type: Type,
  events: { domainId: string; data: LiveEvents[Type] }[],
): Promise<void> {
  const domainIds = [...new Set(events.map(({ domainId }) => domainId))]
  if (domainIds.length === 0) return
  const team = await membersOfBusinesses(ctx.db).execute({ ids: JSON.stringify(domainIds) })
  const membersOf = Map.groupBy(team, member => member.domainId)
  const rows = events.flatMap(({ domainId, data }) =>
    (membersOf.get(domainId) ?? []).map(({ userId }) => ({ userId, data })),
  )
  await publishToUsers(ctx, type, rows)
}

/** Reads the members of the businesses whose ids are the JSON array `ids`. */
export const membersOfBusinesses = prepared(db =>
  db.select().from(members).where(isAmong(members.domainId)).prepare(),
)

export async function deleteLiveEventsOf({ db }: Inside<Context>, userId: string): Promise<void> {
  await db.delete(liveEvents).where(eq(liveEvents.userId, userId))
}
