import { and, count, eq, gte, inArray, lt, sql } from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { UserContext } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { slots } from '#api/db/schema/posts/slots.ts'
import { DAY_MS, dayIn, WEEK_DAYS, weekOf } from '#api/insights/days.ts'
import type { WeekDay } from '#shared/overview.ts'
import { UNCANCELED_STATES } from '#shared/posts/posts.ts'

/** The maximum offset of a zone from UTC is 14 hours. */
const ZONE_MARGIN_MS = DAY_MS

/**
 * Counts this week's posts by day and state, and each day's weekly posting times: all of them (`slots`), and those still ahead
 * minus the posts still to go out (`free`).
 */
export async function readWeek(ctx: UserContext, timeZone: string): Promise<WeekDay[]> {
  const days = weekOf(ctx.now(), timeZone)
  const toDay = dayIn(timeZone)
  const today = toDay(ctx.now())
  const [posts, times] = await Promise.all([postsOf(ctx, days), readTimes(ctx, timeZone)])
  const byDay = Map.groupBy(posts, ({ at }) => toDay(new Date(at)))
  return days.map((day, index) => {
    const ofDay = byDay.get(day) ?? []
    const attention = ofDay.filter(({ problems }) => problems > 0)
    const scheduled = ofDay.filter(({ problems, waiting }) => problems === 0 && waiting > 0)
    const ofWeekday = times.filter(({ weekday }) => weekday === index + 1)
    const slots = sumOf(ofWeekday)
    const upcoming =
      day === today ? sumOf(ofWeekday.filter(({ isOver }) => !isOver)) : day < today ? 0 : slots
    const planned = ofDay.filter(({ at }) => at > +ctx.now()).length
    return {
      day,
      attention: attention.length,
      scheduled: scheduled.length,
      published: ofDay.length - attention.length - scheduled.length,
      slots: times.length > 0 ? slots : null,
      free: Math.max(0, upcoming - planned),
    }
  })
}

/** Selects one row per post, with its number of networks per kind of state. */
const postsOf = (ctx: UserContext, days: string[]) => {
  const monday = Date.parse(`${days[0]}T00:00:00Z`)
  return ctx.db
    .select({
      at: sql<number>`min(${deliveries.publishAt})`,
      problems: sql<number>`sum(${deliveries.state} in ('held', 'failed'))`,
      waiting: sql<number>`sum(${deliveries.state} <> 'published')`,
    })
    .from(deliveries)
    .where(
      and(
        isAllowedIn(ctx, deliveries.domainId),
        inArray(deliveries.state, UNCANCELED_STATES),
        gte(deliveries.publishAt, new Date(monday - ZONE_MARGIN_MS)),
        lt(deliveries.publishAt, new Date(monday + WEEK_DAYS * DAY_MS + ZONE_MARGIN_MS)),
      ),
    )
    .groupBy(deliveries.postId)
}

type Times = { weekday: number; count: number; isOver: boolean }

const sumOf = (times: Times[]) => times.reduce((sum, { count }) => sum + count, 0)

/**
 * Counts the weekly posting times of all businesses of the user by ISO weekday. `isOver` is true from that time of day on, in
 * the zone of the business or, without one, the user's.
 */
async function readTimes(ctx: UserContext, timeZone: string): Promise<Times[]> {
  const rows = await ctx.db
    .select({ weekday: slots.weekday, time: slots.time, zone: domains.timeZone, count: count() })
    .from(slots)
    .innerJoin(domains, eq(domains.id, slots.domainId))
    .where(isAllowedIn(ctx, slots.domainId))
    .groupBy(slots.weekday, slots.time, domains.timeZone)
  const clocks = new Map(rows.map(({ zone }) => [zone, clockIn(zone || timeZone, ctx.now())]))
  return rows.map(({ time, zone, ...row }) => ({ ...row, isOver: time <= (clocks.get(zone) ?? '') }))
}

/** '17:30' */
const clockIn = (timeZone: string, instant: Date) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(instant)
