import { and, between, count, inArray, min } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import type { SQLiteColumn } from '#api/db/schema/columns.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { slots } from '#api/db/schema/posts/slots.ts'
import { weekOf } from '#api/insights/days.ts'
import { dayIn } from '#api/runtime/wall-clock.ts'
import type { ClientPlan } from '#shared/businesses/clients.ts'
import { DAY_MS } from '#shared/durations.ts'
import { type DeliveryState, PROBLEM_STATES, UNCANCELED_STATES } from '#shared/posts/posts.ts'

/** Returns an SQL condition on the column with a business's id; undefined for all businesses. */
export type IsListed = (domainId: SQLiteColumn) => SQL | undefined

/** Time before now that is read. It includes the maximum offset of a zone from UTC, 14 hours. */
const BEFORE_MS = 8 * DAY_MS
/** Time after now that is read. It includes next week. */
const AFTER_MS = 15 * DAY_MS

export type PlannedPost = {
  domainId: string
  /** Time at which its first network gets the post. */
  at: number
  /** Day of that time in the zone of the business. */
  day: string
  needsAttention: boolean
  isPublished: boolean
}

const attention: readonly DeliveryState[] = PROBLEM_STATES

/**
 * Returns the listed businesses' posts of this week, the next, and a few days around them, without cancelled ones. A post counts
 * once for all its networks, on its day in the zone of its business.
 * @param timeZone zone of businesses that have none
 */
export async function plannedPosts(
  { db, now }: Context,
  isListed: IsListed,
  timeZone: string,
): Promise<PlannedPost[]> {
  const { domainId, postId, publishAt, state } = deliveries
  const [rows, zones] = await Promise.all([
    db
      .select({ domainId, postId, state, at: min(publishAt) })
      .from(deliveries)
      .where(
        and(
          isListed(domainId),
          inArray(state, UNCANCELED_STATES),
          between(publishAt, new Date(+now() - BEFORE_MS), new Date(+now() + AFTER_MS)),
        ),
      )
      .groupBy(domainId, postId, state),
    zonesOf(db, isListed, timeZone),
  ])
  return [...Map.groupBy(rows, row => row.postId).values()].map(ofPost => {
    const id = ofPost[0]?.domainId ?? ''
    const at = Math.min(...ofPost.map(row => Number(row.at)))
    return {
      domainId: id,
      at,
      day: dayIn(zones.get(id) ?? timeZone, new Date(at)),
      needsAttention: ofPost.some(row => attention.includes(row.state)),
      isPublished: ofPost.every(row => row.state === 'published'),
    }
  })
}

/** Returns each listed business's zone, by id. */
async function zonesOf(db: Context['db'], isListed: IsListed, timeZone: string) {
  const rows = await db
    .select({ id: domains.id, zone: domains.timeZone })
    .from(domains)
    .where(isListed(domains.id))
  return new Map(rows.map(({ id, zone }) => [id, zone || timeZone]))
}

/**
 * Returns the listed businesses' posts of this week and the next, and their weekly posting times, by id.
 * @param timeZone zone of businesses that have none
 */
export async function readPlans(
  ctx: Context,
  isListed: IsListed,
  timeZone: string,
): Promise<Map<string, ClientPlan>> {
  const [zones, posts, times] = await Promise.all([
    zonesOf(ctx.db, isListed, timeZone),
    plannedPosts(ctx, isListed, timeZone),
    ctx.db
      .select({ domainId: slots.domainId, count: count() })
      .from(slots)
      .where(isListed(slots.domainId))
      .groupBy(slots.domainId),
  ])
  const planned = new Map(times.map(({ domainId, count }) => [domainId, count]))
  const postsByDomain = Map.groupBy(posts, ({ domainId }) => domainId)
  const weeks = new Map(
    [...new Set(zones.values())].map(zone => [
      zone,
      { days: weekOf(ctx.now(), zone), next: weekOf(ctx.now(), zone, 1) },
    ]),
  )
  return new Map(
    [...zones].map(([id, zone]) => {
      const { days = [], next = [] } = weeks.get(zone) ?? {}
      const countIn = (week: readonly string[]) =>
        (postsByDomain.get(id) ?? []).filter(
          ({ day, needsAttention }) => !needsAttention && week.includes(day),
        ).length
      return [
        id,
        {
          week: { posts: countIn(days), planned: planned.get(id) ?? null },
          nextWeek: { posts: countIn(next), monday: next[0] ?? '' },
        },
      ]
    }),
  )
}
