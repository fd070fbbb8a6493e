import { and, asc, count, desc, eq, gte, inArray, isNull, lt } from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { Context, OwnerContext } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { audits, scores } from '#api/db/schema/businesses/scores.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { slots } from '#api/db/schema/posts/slots.ts'
import { accountFigures, seriesWithPrevious, whyMissing } from '#api/insights/account-figures.ts'
import { combinedPosts } from '#api/insights/combined-posts.ts'
import { readConversation } from '#api/insights/conversation.ts'
import { DEFAULT_TIME_ZONE } from '#api/insights/days.ts'
import { readAccountsWithFigures } from '#api/insights/insights.ts'
import { comparedDays, type Period } from '#api/insights/period.ts'
import { PRESENCE_SUMS, readPresences } from '#api/insights/presence.ts'
import { thumbnailsOf } from '#api/media/media.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { dayIn } from '#api/runtime/wall-clock.ts'
import { toMeasurement } from '#api/scores/history.ts'
import {
  type AccountPresence,
  type CombinedPost,
  type Figure,
  postFigure,
  type PresenceSum,
  type SeriesDay,
} from '#shared/insights.ts'
import { type DeliveryState, REVIEW_STATES } from '#shared/posts/posts.ts'
import { shiftMonth } from '#shared/reports/render/labels.ts'
import {
  LISTED_POSTS,
  REPORT_KEYWORDS,
  REPORT_POSTS,
  type ReportAccount,
  type ReportContent,
  type ReportDay,
  type ReportPost,
  type ReportPresence,
} from '#shared/reports/report.ts'
import { excerpt as excerptOf } from '#shared/text/graphemes.ts'
import { boundsOf, monthPeriod, weeksOf } from './months.ts'

const EXCERPT_LENGTH = 140

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
  const period = monthPeriod(ctx.now(), month, timeZone)
  const { posts: window, postsBefore } = period
  const [posts, earlier, known, latest, previous, plan, conversation] = await Promise.all([
    combinedPosts(ctx, { domainId, from: window.from, to: window.until }),
    combinedPosts(ctx, { domainId, from: postsBefore.from, to: postsBefore.until }),
    accountsOf(ctx, { domainId, month }, period),
    lastMeasurement(ctx, domainId, boundsOf(month, timeZone)),
    lastMeasurement(ctx, domainId, boundsOf(shiftMonth(month, -1), timeZone)),
    planOf(ctx, { domainId, month: shiftMonth(month, 1) }, timeZone),
    readConversation(ctx, { domainId, period }),
  ])
  const ours = posts.filter(({ postId }) => postId !== null)
  return {
    business: domain.businessName,
    website: domain.websiteUrl,
    timeZone,
    month,
    preparedAt: ctx.now().toISOString(),
    compared: comparedDays(period),
    posts: {
      total: ours.length,
      before: earlier.length > 0 ? earlier.filter(({ postId }) => postId !== null).length : null,
      elsewhere: posts.length - ours.length,
      // The one beyond the maximum is listed in place of a line that says “1 more”.
      listed: ours.slice(0, LISTED_POSTS + 1).map(post => toReportPost(post)),
    },
    ...(await bestOf(ctx, posts)),
    ...known,
    conversation,
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
    placements: placements.map(({ network, permalink, reactions, measures, readAt }) => ({
      network,
      permalink,
      reactions,
      measures,
      readAt,
    })),
  }
}

/** Number of posts that are shown with their pictures. */
const BEST_POSTS = 3

async function bestOf(
  ctx: OwnerContext,
  posts: CombinedPost[],
): Promise<Pick<ReportContent, 'best' | 'runnersUp'>> {
  const known = posts.flatMap(post => {
    const reactions = postFigure(post, 'reactions')
    return reactions === null ? [] : [{ post, reactions }]
  })
  const top = known
    .filter(({ reactions }) => reactions > 0)
    .toSorted((a, b) => b.reactions - a.reactions)
    .slice(0, BEST_POSTS)
  const postIds = top.flatMap(({ post }) => post.postId ?? [])
  const thumbnails = await thumbnailsOf(ctx, postIds)
  const [best, ...runnersUp] = await Promise.all(
    top.map(async ({ post }) => {
      const key = (post.postId && thumbnails.get(post.postId)?.thumbnailKey) ?? null
      return toReportPost(post, await pictureOf(ctx, key))
    }),
  )
  if (!best) return { best: null }
  const average = known.reduce((sum, { reactions }) => sum + reactions, 0) / known.length
  return { best: { ...best, average, comparedWith: known.length }, runnersUp }
}

/** Returns the same figures as Insights. */
async function accountsOf(
  ctx: OwnerContext,
  { domainId, month }: MonthOf,
  period: Period,
): Promise<Required<Pick<ReportContent, 'accounts' | 'presence'>>> {
  const { linked, days, sums } = await readAccountsWithFigures(ctx, domainId, period)
  const presences = await readPresences(ctx, linked, period)
  const accounts = linked.map(({ id, network, name, username, status, readAt, missing }): ReportAccount => {
    const figures = accountFigures(days(id), sums(id), period)
    const { series, previous } = seriesWithPrevious(days(id), sums(id), period)
    const sumOf = (name: 'engagement' | 'reach' | 'views') => reportSum(name, figures[name], series, period)
    return {
      network,
      name: name || username,
      readAt: readAt?.toISOString() ?? null,
      followers: followersOf(figures.followers, series),
      engagement: sumOf('engagement'),
      reach: sumOf('reach'),
      views: sumOf('views'),
      series: series.map(reportDay),
      previous: previous?.map(reportDay) ?? null,
      missing: ctx.networks[network].insights ? whyMissing(status, missing) : 'unshared',
    }
  })
  return { accounts, presence: presences.flatMap(presence => toReportPresence(presence, month, period)) }
}

/** Converts presence to a report's form. Returns an empty list if the network has no figures for the month yet. */
function toReportPresence(
  { network, name, readAt, knownUntil, sums, series, keywords }: AccountPresence,
  month: string,
  period: Period,
): ReportPresence[] {
  if (sums.shown.value === null) return []
  const sumOf = (name: PresenceSum) => [name, reportSum(name, sums[name], series, period)]
  return [
    {
      network,
      name,
      readAt,
      knownUntil,
      sums: Object.fromEntries(PRESENCE_SUMS.map(sumOf)) as ReportPresence['sums'],
      keywords: keywords?.month === month ? { month, list: keywords.list.slice(0, REPORT_KEYWORDS) } : null,
    },
  ]
}

/** Returns a sum of the month, with the number of days that it covers. */
function reportSum<Name extends string>(
  name: Name,
  { value, change }: Figure,
  series: readonly ({ day: string } & Record<Name, number | null>)[],
  { finished }: Period,
) {
  if (value === null) return null
  const { length } = series.filter(({ day, [name]: each }) => each !== null && finished.includes(day))
  return { value, days: length, before: change === null ? null : value - change }
}

const reportDay = ({ day, followers, engagement }: SeriesDay): ReportDay => ({ day, followers, engagement })

function followersOf({ value, change, since }: Figure, series: SeriesDay[]): ReportAccount['followers'] {
  const last = series.findLast(({ followers }) => followers !== null)
  if (value === null || !last) return null
  return {
    first: since === null ? { day: last.day, value } : { day: since, value: value - (change ?? 0) },
    last: { day: last.day, value },
  }
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
      postDays: posts.flatMap(([first]) => (first ? dayIn(timeZone, first.publishAt) : [])),
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

/** Maximum size of a thumbnail. Larger ones are omitted, because people mail a report as one file. */
const MAX_BYTES = 150_000

/** Returns a stored thumbnail as a data URL, so that a report outlives its media. Null if there is none. */
export async function pictureOf({ storage }: Context, key: string | null): Promise<string | null> {
  const file = key === null ? undefined : await storage.read(key)
  if (!file || file.size > MAX_BYTES) return null
  return `data:image/webp;base64,${Buffer.from(await (await file.blob()).arrayBuffer()).toString('base64')}`
}
