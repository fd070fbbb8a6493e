import { and, eq, inArray } from 'drizzle-orm'

import type { UserContext } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { accountInsights, insightReads } from '#api/db/schema/businesses/insights.ts'
import type { Yesterday } from '#shared/overview.ts'
import { combinedPosts } from './combined-posts.ts'
import { DAY_MS, dayIn, dayOf } from './days.ts'
import { ownAccounts } from './own-accounts.ts'

/** Adds up yesterday's figures of the user's accounts. Networks count by UTC days; posts are counted by days of the zone. */
export async function readYesterday(ctx: UserContext, timeZone: string): Promise<Yesterday> {
  const now = ctx.now()
  const day = dayOf(new Date(+now - DAY_MS))
  const dayBefore = dayOf(new Date(+now - 2 * DAY_MS))
  const [rows, posts] = await Promise.all([
    ctx.db
      .select({ figures: accountInsights, readAt: insightReads.readAt })
      .from(accountInsights)
      .innerJoin(accounts, eq(accounts.id, accountInsights.accountId))
      .innerJoin(insightReads, eq(insightReads.accountId, accounts.id))
      .where(and(ownAccounts(ctx, undefined), inArray(accountInsights.day, [dayBefore, day]))),
    combinedPosts(ctx, { from: new Date(+now - 3 * DAY_MS), to: now }),
  ])
  const toDay = dayIn(timeZone)
  // Subtracts from the date, because the zone's day may have 23 or 25 hours.
  const yesterday = dayOf(new Date(Date.parse(toDay(now)) - DAY_MS))
  const byAccount = [...Map.groupBy(rows, ({ figures }) => figures.accountId).values()].map(own => {
    const figuresOf = (wanted: string) => own.find(({ figures }) => figures.day === wanted)?.figures
    return { last: figuresOf(day), before: figuresOf(dayBefore), readAt: own[0]?.readAt }
  })
  const known = byAccount.filter(({ last }) => (last?.engagement ?? last?.followers ?? null) !== null)
  const [readAt] = known.flatMap(({ readAt }) => readAt?.toISOString() ?? []).toSorted()
  return {
    day,
    posts: posts.filter(({ publishedAt }) => toDay(new Date(publishedAt)) === yesterday).length,
    engagement: sumKnown(byAccount.map(({ last }) => last?.engagement)),
    followers: sumKnown(
      byAccount.map(({ last, before }) =>
        typeof last?.followers === 'number' && typeof before?.followers === 'number'
          ? last.followers - before.followers
          : null,
      ),
    ),
    readAt: readAt ?? null,
  }
}

/** Returns the sum of the known values; null if none is known. */
function sumKnown(values: (number | null | undefined)[]): number | null {
  const known = values.flatMap(value => value ?? [])
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) : null
}
