import { and, between, count, inArray, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { slots } from '#api/db/schema/posts/slots.ts'
import { DAY_MS, dayIn, weekOf } from '#api/insights/days.ts'
import type { ClientWeek } from '#shared/businesses/clients.ts'
import { UNCANCELED_STATES } from '#shared/posts/posts.ts'
import type { IsListed } from './colleagues.ts'

/** Covers the current week of every time zone. */
const MARGIN_MS = 8 * DAY_MS

/**
 * Returns this week's posts and posting times of the listed businesses, by id. Each statement reads all of them at once.
 * @param timeZone of businesses that have none
 */
export async function readWeeks(
  ctx: Context,
  timeZone: string,
  isListed: IsListed,
): Promise<Map<string, ClientWeek>> {
  const [zones, posts, times] = await Promise.all([
    zonesOf(ctx, timeZone, isListed),
    postsOf(ctx, isListed),
    timesOf(ctx, isListed),
  ])
  const postsByDomain = Map.groupBy(posts, ({ domainId }) => domainId)
  const planned = new Map(times.map(({ domainId, count }) => [domainId, count]))
  return new Map(
    [...Map.groupBy(zones, ({ zone }) => zone)].flatMap(([zone, businesses]) => {
      const isThisWeek = weekIn(zone, ctx.now())
      return businesses.map(({ domainId }) => {
        const posts = (postsByDomain.get(domainId) ?? []).filter(({ at }) => isThisWeek(at)).length
        return [domainId, { posts, planned: planned.get(domainId) ?? null }] as const
      })
    }),
  )
}

/** Returns whether an instant is in the current week of a zone. */
function weekIn(timeZone: string, now: Date) {
  const days = new Set(weekOf(now, timeZone))
  const toDay = dayIn(timeZone)
  return (at: number) => days.has(toDay(new Date(at)))
}

const zonesOf = ({ db }: Context, timeZone: string, isListed: IsListed) =>
  db
    .select({ domainId: domains.id, zone: sql<string>`coalesce(${domains.timeZone}, ${timeZone})` })
    .from(domains)
    .where(isListed(domains.id))

const postsOf = ({ db, now }: Context, isListed: IsListed) =>
  db
    .select({ domainId: deliveries.domainId, at: sql<number>`min(${deliveries.publishAt})` })
    .from(deliveries)
    .where(
      and(
        isListed(deliveries.domainId),
        inArray(deliveries.state, UNCANCELED_STATES),
        between(deliveries.publishAt, new Date(+now() - MARGIN_MS), new Date(+now() + MARGIN_MS)),
      ),
    )
    .groupBy(deliveries.domainId, deliveries.postId)

const timesOf = ({ db }: Context, isListed: IsListed) =>
  db
    .select({ domainId: slots.domainId, count: count() })
    .from(slots)
    .where(isListed(slots.domainId))
    .groupBy(slots.domainId)
