import { and, eq, gte, isNotNull, lt, ne } from 'drizzle-orm'

import { isOwnItem } from '#api/accounts/own-accounts.ts'
import type { OwnerContext } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { inboxItems } from '#api/db/schema/businesses/inbox.ts'
import { dayIn } from '#api/runtime/wall-clock.ts'
import { DAY_MS } from '#shared/durations.ts'
import { type Conversation, RATING_MONTHS, type RatingMonth } from '#shared/insights.ts'
import { DEFAULT_TIME_ZONE } from './days.ts'
import type { Period } from './period.ts'

type ConversationQuery = { domainId: string | undefined; period: Period }

/** Returns how long people waited for answers in a period, and how they rated the business by month until its end. */
export async function readConversation(
  ctx: OwnerContext,
  { domainId, period }: ConversationQuery,
): Promise<Conversation> {
  const [waits, before, ratings] = await Promise.all([
    readWaits(ctx, domainId, period.posts),
    readWaits(ctx, domainId, period.postsBefore),
    readRatings(ctx, { domainId, period }),
  ])
  return {
    answers: { count: waits.length, medianMs: medianOf(waits), beforeMs: medianOf(before) },
    ratings,
  }
}

/** Returns the time until each answer that was given in a window. */
async function readWaits(ctx: OwnerContext, domainId: string | undefined, { from, until }: Period['posts']) {
  const { createdAt, repliedAt, state } = inboxItems
  const rows = await ctx.db
    .select({ createdAt, repliedAt })
    .from(inboxItems)
    .where(
      and(
        isOwnItem(ctx, domainId, inboxItems),
        eq(state, 'answered'),
        isNotNull(repliedAt),
        gte(repliedAt, from),
        lt(repliedAt, until),
      ),
    )
  return rows.map(row => Math.max(0, +(row.repliedAt ?? row.createdAt) - +row.createdAt))
}

/** Returns null for an empty list. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

/** Returns the ratings by month, in the time zone of each business. */
async function readRatings(
  ctx: OwnerContext,
  { domainId, period }: ConversationQuery,
): Promise<RatingMonth[]> {
  const until = new Date(Math.min(+period.posts.until, +period.now))
  const rows = await ctx.db
    .select({ stars: inboxItems.stars, at: inboxItems.createdAt, timeZone: domains.timeZone })
    .from(inboxItems)
    .innerJoin(domains, eq(domains.id, inboxItems.domainId))
    .where(
      and(
        isOwnItem(ctx, domainId, inboxItems),
        eq(inboxItems.kind, 'review'),
        isNotNull(inboxItems.stars),
        ne(inboxItems.state, 'removed'),
        gte(inboxItems.createdAt, new Date(+until - (RATING_MONTHS + 1) * LONGEST_MONTH_MS)),
        lt(inboxItems.createdAt, until),
      ),
    )
  const monthOf = (at: Date, { timeZone }: (typeof rows)[number]) =>
    dayIn(timeZone ?? DEFAULT_TIME_ZONE, at).slice(0, 7)
  const byMonth = Map.groupBy(rows, row => monthOf(row.at, row))
  // A month is listed once it has begun for every business, or has a review. `until` itself may be the start of the next month.
  const [begunForAll] = rows.map(row => monthOf(new Date(+until - 1), row)).toSorted()
  if (begunForAll === undefined) return []
  const lastMonth = [begunForAll, ...byMonth.keys()].toSorted().at(-1) ?? begunForAll
  const end = Temporal.PlainYearMonth.from(lastMonth)
  const months = Array.from({ length: RATING_MONTHS }, (_, index) =>
    end.subtract({ months: RATING_MONTHS - 1 - index }).toString(),
  )
  const first = months.findIndex(month => byMonth.has(month))
  if (first === -1) return []
  return months.slice(first).map(month => {
    const stars = (byMonth.get(month) ?? []).map(row => row.stars ?? 0)
    const average = stars.reduce((sum, each) => sum + each, 0) / stars.length
    return { month, reviews: stars.length, average: stars.length > 0 ? average : null }
  })
}

const LONGEST_MONTH_MS = 31 * DAY_MS
