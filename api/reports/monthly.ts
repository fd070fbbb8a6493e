import { and, eq, gte, isNull, notExists, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { reports } from '#api/db/schema/businesses/reports.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { dayIn } from '#api/insights/days.ts'
import { notificationInsert } from '#api/notifications/notifications.ts'
import { monthLabel, shiftMonth } from '#shared/reports/render/labels.ts'
import { compileReport } from './compile.ts'
import { boundsOf, DEFAULT_TIME_ZONE, monthIn } from './months.ts'

/** Days at the start of a month during which last month's report is prepared, in case the api is down on the first. */
const LAST_DAY = 7
/** Exceeds a month and the week after it. */
const LOOK_BACK_MS = 45 * 24 * 60 * 60_000

type Business = { domainId: string; userId: string; month: string; name: string }

/** Prepares the last month's report of each business that published something, and asks its owner once to release it. */
export async function prepareMonthlyReports(ctx: Context): Promise<void> {
  for (const business of await businessesDue(ctx)) {
    try {
      await prepareFor(ctx, business)
    } catch (error) {
      ctx.log.error({ err: error, domainId: business.domainId }, 'a monthly report was not prepared')
    }
  }
}

async function businessesDue({ db, now }: Context): Promise<Business[]> {
  const rows = await db
    .select({
      domainId: domains.id,
      userId: domains.userId,
      name: domains.businessName,
      timeZone: domains.timeZone,
      lastPost: sql<number>`max(${deliveries.publishedAt})`,
    })
    .from(domains)
    .innerJoin(deliveries, eq(deliveries.domainId, domains.id))
    .innerJoin(users, eq(users.id, domains.userId))
    .where(
      and(
        eq(deliveries.state, 'published'),
        isNull(deliveries.removedAt),
        gte(deliveries.publishedAt, new Date(+now() - LOOK_BACK_MS)),
        notExists(
          db
            .select({ one: sql`1` })
            .from(reports)
            .where(
              and(
                eq(reports.domainId, domains.id),
                gte(reports.month, shiftMonth(monthIn(now(), 'UTC'), -1)),
              ),
            ),
        ),
      ),
    )
    .groupBy(domains.id)
  return rows.flatMap(({ timeZone, lastPost, ...business }) => {
    const zone = timeZone ?? DEFAULT_TIME_ZONE
    const month = shiftMonth(monthIn(now(), zone), -1)
    const isEarly = Number(dayIn(zone)(now()).slice(-2)) <= LAST_DAY
    return isEarly && lastPost >= +boundsOf(month, zone).from ? [{ ...business, month }] : []
  })
}

async function prepareFor(ctx: Context, { userId, domainId, month, name }: Business): Promise<void> {
  const content = await compileReport({ ...ctx, userId }, { domainId, month })
  if (content.posts.total === 0) return
  const id = crypto.randomUUID()
  const values = {
    id,
    userId,
    domainId,
    month,
    state: 'draft' as const,
    content,
    recipients: [],
    preparedAt: ctx.now(),
  }
  await write(ctx, async ctx => {
    if ((await ctx.db.$count(domains, eq(domains.id, domainId))) === 0) return
    const [saved] = await ctx.db
      .insert(reports)
      .values(values)
      .onConflictDoNothing()
      .returning({ id: reports.id })
    if (saved)
      await notificationInsert(ctx, {
        id: `report:${id}`,
        userId,
        type: 'general',
        tone: 'info',
        title: `${name}: the ${monthLabel(month)} report is ready`,
        message: 'Read it, add a line of your own, and release it.',
        link: `/dashboard/reports?report=${id}`,
      })
  })
}
