import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm'

import type { UserContext } from '#api/context.ts'
import { deliveries } from '#api/db/schema/posts.ts'
import { invalidField } from '#api/errors.ts'
import {
  CALENDAR_EXCERPT,
  CALENDAR_MAX_DAYS,
  CALENDAR_MAX_ENTRIES,
  CALENDAR_MESSAGES,
  type CalendarEntry,
  type CalendarQuery,
} from '#shared/posts/calendar.ts'
import { DELIVERY_STATES } from '#shared/posts/posts.ts'

const DAY_MS = 24 * 60 * 60_000

/** Returns all deliveries in the window except cancelled ones, soonest first. */
export async function readCalendar(
  { db, userId }: UserContext,
  { from, to, domainId }: CalendarQuery,
): Promise<CalendarEntry[]> {
  const [start, end] = [new Date(from), new Date(to)]
  if (+end - +start > CALENDAR_MAX_DAYS * DAY_MS) throw invalidField('to', CALENDAR_MESSAGES.tooLong)
  const rows = await db
    .select({
      postId: deliveries.postId,
      deliveryId: deliveries.id,
      network: deliveries.network,
      state: deliveries.state,
      reasonCode: deliveries.reasonCode,
      removedAt: deliveries.removedAt,
      publishAt: deliveries.publishAt,
      excerpt: sql<string>`substr(${deliveries.message}, 1, ${CALENDAR_EXCERPT})`,
      networks: sql<number>`(select count(*) from deliveries other where other.post_id = deliveries.post_id and other.state <> 'canceled')`,
    })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.userId, userId),
        inArray(
          deliveries.state,
          DELIVERY_STATES.filter(state => state !== 'canceled'),
        ),
        gte(deliveries.publishAt, start),
        lt(deliveries.publishAt, end),
        domainId ? eq(deliveries.domainId, domainId) : undefined,
      ),
    )
    .orderBy(asc(deliveries.publishAt), asc(deliveries.id))
    .limit(CALENDAR_MAX_ENTRIES)
  return rows.map(({ reasonCode, removedAt, publishAt, ...row }) => ({
    ...row,
    ...(reasonCode && { reasonCode }),
    ...(removedAt && { removedAt: removedAt.toISOString() }),
    publishAt: publishAt.toISOString(),
  }))
}
