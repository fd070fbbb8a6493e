import { and, count, gte, inArray, lt, sql } from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { UserContext } from '#api/context.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { slots } from '#api/db/schema/posts/slots.ts'
import { DAY_MS, dayIn, WEEK_DAYS, weekOf } from '#api/insights/days.ts'
import type { WeekDay } from '#shared/overview.ts'
import { UNCANCELED_STATES } from '#shared/posts/posts.ts'

/** The maximum offset of a zone from UTC is 14 hours. */
const ZONE_MARGIN_MS = DAY_MS

/** Counts this week's posts by day and state, with the number of weekly posting times on each day. */
export async function readWeek(ctx: UserContext, timeZone: string): Promise<WeekDay[]> {
  const days = weekOf(ctx.now(), timeZone)
  const [posts, perWeekday] = await Promise.all([postsOf(ctx, days), slotsPerWeekday(ctx)])
  const toDay = dayIn(timeZone)
  const byDay = Map.groupBy(posts, ({ at }) => toDay(new Date(at)))
  const hasSlots = perWeekday.size > 0
  return days.map((day, index) => {
    const ofDay = byDay.get(day) ?? []
    const attention = ofDay.filter(({ problems }) => problems > 0)
    const scheduled = ofDay.filter(({ problems, waiting }) => problems === 0 && waiting > 0)
    return {
      day,
      attention: attention.length,
      scheduled: scheduled.length,
      published: ofDay.length - attention.length - scheduled.length,
      slots: hasSlots ? (perWeekday.get(index + 1) ?? 0) : null,
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

/** Counts weekly posting times by ISO weekday, for all businesses of the user. */
async function slotsPerWeekday(ctx: UserContext): Promise<Map<number, number>> {
  const rows = await ctx.db
    .select({ weekday: slots.weekday, times: count() })
    .from(slots)
    .where(isAllowedIn(ctx, slots.domainId))
    .groupBy(slots.weekday)
  return new Map(rows.map(({ weekday, times }) => [weekday, times]))
}
