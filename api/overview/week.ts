import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm'

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
 * Counts this week's posts by day and state, and each day's weekly posting times. `slots` counts all of them, `free` those that
 * are still ahead and that no upcoming post takes.
 */
export async function readWeek(ctx: UserContext, timeZone: string): Promise<WeekDay[]> {
  const days = weekOf(ctx.now(), timeZone)
  const toDay = dayIn(timeZone)
  const [posts, times] = await Promise.all([postsOf(ctx, days), readTimes(ctx, timeZone)])
  const byDay = Map.groupBy(posts, ({ at }) => toDay(new Date(at)))
  const upcoming = postsByDay(
    times,
    posts.filter(({ at }) => at > +ctx.now()),
  )
  return days.map((day, index) => {
    const ofDay = byDay.get(day) ?? []
    const attention = ofDay.filter(({ problems }) => problems > 0)
    const scheduled = ofDay.filter(({ problems, waiting }) => problems === 0 && waiting > 0)
    const ofWeekday = times.filter(({ weekday }) => weekday === index + 1)
    const ahead = ofWeekday.filter(({ time, now }) => `${day} ${time}` > now)
    return {
      day,
      attention: attention.length,
      scheduled: scheduled.length,
      published: ofDay.length - attention.length - scheduled.length,
      slots: times.length > 0 ? ofWeekday.length : null,
      free: countFree(ahead, id => upcoming.get(`${id} ${day}`)?.length ?? 0),
    }
  })
}

type TimedPost = { domainId: string; at: number }

/** Groups posts of businesses with posting times by business and its day, such as `b1 2026-11-27`. */
function postsByDay(times: readonly PostingTime[], posts: readonly TimedPost[]) {
  const zones = new Map(times.map(({ domainId, zone }) => [domainId, zone]))
  const toDays = new Map([...new Set(zones.values())].map(zone => [zone, dayIn(zone)]))
  return Map.groupBy(posts, ({ domainId, at }) => {
    const toDay = toDays.get(zones.get(domainId) ?? '')
    return `${domainId} ${toDay?.(new Date(at)) ?? ''}`
  })
}

/** Counts a day's times that no post takes. A post takes none of another business. */
function countFree(times: readonly PostingTime[], plannedOf: (domainId: string) => number): number {
  const counts = [...Map.groupBy(times, ({ domainId }) => domainId)].map(([id, ofBusiness]) =>
    Math.max(0, ofBusiness.length - plannedOf(id)),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Selects one row per post, with its number of networks per kind of state. */
const postsOf = (ctx: UserContext, days: string[]) => {
  const monday = Date.parse(`${days[0]}T00:00:00Z`)
  return ctx.db
    .select({
      domainId: deliveries.domainId,
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

type PostingTime = {
  domainId: string
  weekday: number
  time: string
  /** Zone of the business or, without one, the user's. */
  zone: string
  /** The day and time in that zone: '2026-11-27 17:30'. */
  now: string
}

/** Reads the weekly posting times of all businesses of the user. */
async function readTimes(ctx: UserContext, timeZone: string): Promise<PostingTime[]> {
  const rows = await ctx.db
    .select({ domainId: slots.domainId, weekday: slots.weekday, time: slots.time, zone: domains.timeZone })
    .from(slots)
    .innerJoin(domains, eq(domains.id, slots.domainId))
    .where(isAllowedIn(ctx, slots.domainId))
  const times = rows.map(row => ({ ...row, zone: row.zone || timeZone }))
  const zones = new Set(times.map(({ zone }) => zone))
  const nows = new Map([...zones].map(zone => [zone, nowIn(zone, ctx.now())]))
  return times.map(row => ({ ...row, now: nows.get(row.zone) ?? '' }))
}

const nowIn = (timeZone: string, now: Date) => `${dayIn(timeZone)(now)} ${clockIn(timeZone, now)}`

/** '17:30' */
const clockIn = (timeZone: string, instant: Date) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(instant)
