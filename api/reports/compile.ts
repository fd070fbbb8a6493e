import { and, asc, count, desc, eq, gte, inArray, isNull, lt, lte, sql } from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { Context, OwnerContext } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { accountInsights, insightReads } from '#api/db/schema/businesses/insights.ts'
import { audits, scores } from '#api/db/schema/businesses/scores.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { slots } from '#api/db/schema/posts/slots.ts'
import { engagementOf, isComparable, sum, whyMissing } from '#api/insights/account-figures.ts'
import { combinedPosts, reactionsOf } from '#api/insights/combined-posts.ts'
import { dayIn } from '#api/insights/days.ts'
import { thumbnailsOf } from '#api/media/media.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { toMeasurement } from '#api/scores/history.ts'
import type { CombinedPost } from '#shared/insights.ts'
import { type DeliveryState, REVIEW_STATES } from '#shared/posts/posts.ts'
import { shiftMonth } from '#shared/reports/render/labels.ts'
import {
  REPORT_POSTS,
  type ReportAccount,
  type ReportContent,
  type ReportPost,
} from '#shared/reports/report.ts'
import { excerpt as excerptOf } from '#shared/text/graphemes.ts'
import { boundsOf, daysOf, DEFAULT_TIME_ZONE, weeksOf } from './months.ts'

const EXCERPT_LENGTH = 140
/** Minimum number of known days for comparing a month. */
const MIN_KNOWN_DAYS = 25

type MonthOf = { domainId: string; month: string }

/**
 * Collects a report's content: the activity of a business in one month.
 * @throws {DomainError} `not_found`
 */
export async function compileReport(ctx: OwnerContext, { domainId, month }: MonthOf): Promise<ReportContent> {
  const [domain] = await ctx.db
    .select()
    .from(domains)
    .where(and(eq(domains.id, domainId), isAllowedIn(ctx, domains.id, 'configure')))
  if (!domain) throw new DomainError('not_found', 'This business no longer exists.')
  const timeZone = domain.timeZone ?? DEFAULT_TIME_ZONE
  const before = shiftMonth(month, -1)
  const [posts, earlier, known, latest, previous, plan] = await Promise.all([
    combinedPosts(ctx, { domainId, ...boundsOf(month, timeZone) }),
    combinedPosts(ctx, { domainId, ...boundsOf(before, timeZone) }),
    accountsOf(ctx, { domainId, month }),
    lastMeasurement(ctx, domainId, boundsOf(month, timeZone)),
    lastMeasurement(ctx, domainId, boundsOf(before, timeZone)),
    planOf(ctx, { domainId, month: shiftMonth(month, 1) }, timeZone),
  ])
  const ours = posts.filter(({ postId }) => postId !== null)
  return {
    business: domain.businessName,
    website: domain.websiteUrl,
    timeZone,
    month,
    preparedAt: ctx.now().toISOString(),
    posts: {
      total: ours.length,
      before: earlier.length > 0 ? earlier.filter(({ postId }) => postId !== null).length : null,
      elsewhere: posts.length - ours.length,
      listed: ours.slice(0, REPORT_POSTS).map(post => toReportPost(post)),
    },
    best: await bestOf(ctx, posts),
    accounts: known,
    scores: { latest, before: previous },
    plan,
  }
}

function toReportPost(
  { publishedAt, excerpt, placements }: CombinedPost,
  picture: string | null = null,
): ReportPost {
  return {
    publishedAt,
    excerpt: excerptOf(excerpt, EXCERPT_LENGTH),
    picture,
    placements: placements.map(({ network, permalink, reactions, readAt }) => ({
      network,
      permalink,
      reactions,
      readAt,
    })),
  }
}

async function bestOf(ctx: OwnerContext, posts: CombinedPost[]): Promise<ReportContent['best']> {
  const known = posts.flatMap(post => {
    const reactions = reactionsOf(post)
    return reactions === null ? [] : [{ post, reactions }]
  })
  const [best] = known.toSorted((a, b) => b.reactions - a.reactions)
  if (!best || best.reactions === 0) return null
  const { postId } = best.post
  const thumbnail = postId ? (await thumbnailsOf(ctx, [postId])).get(postId) : undefined
  return {
    ...toReportPost(best.post, await pictureOf(ctx, thumbnail?.thumbnailKey ?? null)),
    average: known.reduce((sum, { reactions }) => sum + reactions, 0) / known.length,
    comparedWith: known.length,
  }
}

async function accountsOf(ctx: OwnerContext, { domainId, month }: MonthOf): Promise<ReportAccount[]> {
  const days = daysOf(month)
  const daysBefore = daysOf(shiftMonth(month, -1))
  const linked = await ctx.db
    .select({
      id: accounts.id,
      network: accounts.network,
      name: sql<string>`coalesce(nullif(${accounts.name}, ''), ${accounts.username})`,
      status: accounts.status,
      readAt: insightReads.readAt,
      missing: insightReads.missing,
    })
    .from(accounts)
    .leftJoin(insightReads, eq(insightReads.accountId, accounts.id))
    .where(and(eq(accounts.domainId, domainId), inArray(accounts.status, ['connected', 'needs_reconnect'])))
    .orderBy(asc(accounts.createdAt), asc(accounts.id))
  const rows = await ctx.db
    .select()
    .from(accountInsights)
    .where(
      and(
        inArray(
          accountInsights.accountId,
          linked.map(({ id }) => id),
        ),
        gte(accountInsights.day, daysBefore[0] ?? ''),
        lte(accountInsights.day, days.at(-1) ?? ''),
      ),
    )
    .orderBy(asc(accountInsights.day))
  return linked.map(({ id, network, name, status, readAt, missing }) => {
    const own = rows.filter(({ accountId }) => accountId === id)
    const inMonth = own.filter(({ day }) => day.startsWith(month))
    const followers = inMonth.flatMap(({ day, followers }) =>
      followers === null ? [] : [{ day, value: followers }],
    )
    const engagement = inMonth.flatMap(({ engagement }) => engagement ?? [])
    const before = sum(engagementOf(own, daysBefore))
    const [first, last] = [followers[0], followers.at(-1)]
    return {
      network,
      name,
      readAt: readAt?.toISOString() ?? null,
      followers: first && last ? { first, last } : null,
      engagement:
        engagement.length > 0
          ? {
              value: sum(engagement),
              days: engagement.length,
              before:
                engagement.length >= MIN_KNOWN_DAYS && before > 0 && isComparable(own, daysBefore)
                  ? before
                  : null,
            }
          : null,
      missing: ctx.networks[network].insights ? whyMissing(status, missing) : 'unshared',
    }
  })
}

async function lastMeasurement(
  { db }: OwnerContext,
  domainId: string,
  { from, to }: { from: Date; to: Date },
) {
  const [row] = await db
    .select({ scores })
    .from(scores)
    .innerJoin(audits, eq(audits.id, scores.auditId))
    .where(and(eq(audits.domainId, domainId), gte(scores.measuredAt, from), lt(scores.measuredAt, to)))
    .orderBy(desc(scores.measuredAt), desc(scores.id))
    .limit(1)
  return row ? toMeasurement(row.scores) : null
}

/** States of a delivery that went out or will. Held and failed ones need a person first. */
const PLANNED_STATES: DeliveryState[] = [
  ...REVIEW_STATES,
  'scheduled',
  'publishing',
  'unconfirmed',
  'published',
]

async function planOf(
  { db }: OwnerContext,
  { domainId, month }: MonthOf,
  timeZone: string,
): Promise<ReportContent['plan']> {
  const { from, to } = boundsOf(month, timeZone)
  const toDay = dayIn(timeZone)
  const [planned, perWeekday] = await Promise.all([
    db
      .select({
        postId: deliveries.postId,
        network: deliveries.network,
        message: deliveries.message,
        state: deliveries.state,
        publishAt: deliveries.publishAt,
      })
      .from(deliveries)
      .where(
        and(
          eq(deliveries.domainId, domainId),
          inArray(deliveries.state, PLANNED_STATES),
          isNull(deliveries.removedAt),
          gte(deliveries.publishAt, from),
          lt(deliveries.publishAt, to),
        ),
      )
      .orderBy(asc(deliveries.publishAt), asc(deliveries.network)),
    db
      .select({ weekday: slots.weekday, times: count() })
      .from(slots)
      .where(eq(slots.domainId, domainId))
      .groupBy(slots.weekday),
  ])
  const posts = [...Map.groupBy(planned, ({ postId }) => postId).values()]
  const toCome = posts.filter(placements => placements.some(({ state }) => state !== 'published'))
  return {
    month,
    weeks: weeksOf({
      month,
      postDays: posts.flatMap(([first]) => (first ? toDay(first.publishAt) : [])),
      slots: new Map(perWeekday.map(({ weekday, times }) => [weekday, times])),
    }),
    published: posts.length - toCome.length,
    listed: toCome.slice(0, REPORT_POSTS).flatMap(placements => {
      const [first] = placements
      return first
        ? {
            publishAt: first.publishAt.toISOString(),
            excerpt: excerptOf(first.message, EXCERPT_LENGTH),
            networks: placements.map(({ network }) => network),
          }
        : []
    }),
  }
}

/** Larger thumbnails are omitted, because people mail a report as one file. */
const MAX_BYTES = 150_000

/** Returns a stored thumbnail as a data URL, so that a report outlives its media. Null if there is none. */
export async function pictureOf({ storage }: Context, key: string | null): Promise<string | null> {
  const file = key === null ? undefined : await storage.read(key)
  if (!file || file.size > MAX_BYTES) return null
  return `data:image/webp;base64,${Buffer.from(await file.bytes()).toString('base64')}`
}
