import { and, eq, gte } from 'drizzle-orm'

import { markNeedsReconnect } from '#api/accounts/needs-reconnect.ts'
import { findLinkedAccount } from '#api/accounts/tokens/tokens.ts'
import type { Context, Inside } from '#api/context.ts'
import { accountInsights, accountPosts, insightReads } from '#api/db/schema/businesses/insights.ts'
import { write } from '#api/db/write.ts'
import { INSIGHTS_BUDGET_PERCENT, type InsightsResult } from '#api/networks/core/insights.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { publishToBusiness } from '#api/outbox/live-events.ts'
import { DAY_MS, MINUTE_MS } from '#shared/durations.ts'
import { truncate } from '#shared/text/graphemes.ts'
import { dayOf, lastDays } from './days.ts'
import { readPresence } from './read-presence.ts'
import {
  type DueRead,
  isClaimOf,
  isListed,
  postponeRead,
  READ_EVERY_MS,
  retryInMs,
  scheduleNewAccounts,
  readDue,
} from './schedule.ts'

/** Delay before the next read while daily figures are missing. */
const CATCH_UP_MS = 15 * MINUTE_MS
/** Maximum random delay, so that accounts connected at the same time aren't due at the same time. */
const SPREAD_MS = 30 * MINUTE_MS
const DEFAULT_REGAIN_MINUTES = 60

/** Twice thirty days, so that the change can be shown from the first day. */
const HISTORY_DAYS = 60
/** Networks correct a day's figures for up to 48 hours. */
const UNSETTLED_DAYS = 3
/** Maximum age of posts to read. The counts of older ones hardly change. */
const POSTS_DAYS = 90

/** Reads the figures of due accounts one by one, for at most `forMs`. */
export async function readDueInsights(ctx: Context, forMs = 12_000): Promise<void> {
  await scheduleNewAccounts(ctx)
  await readDue(ctx, forMs, due => readAccount(ctx, due))
}

async function readAccount(ctx: Context, due: DueRead): Promise<void> {
  const linked = await findLinkedAccount(ctx, due.accountId)
  const { insights: reader, presence } = linked ? ctx.networks[linked.account.network] : {}
  if (linked && presence && linked.account.status === 'connected')
    return await readPresence(ctx, due, { linked, reader: presence })
  if (!linked || !reader || linked.account.status !== 'connected')
    return await postponeRead(ctx, due, READ_EVERY_MS)
  const days = await daysToRead(ctx, due.accountId)
  const isRecentlyListed = isListed(due, ctx.now())
  const postsSince = isRecentlyListed ? new Date(+ctx.now() - POSTS_DAYS * DAY_MS) : undefined
  try {
    const read = await reader.read({
      accountId: linked.account.providerId,
      token: linked.token,
      postsSince,
      days,
    })
    await storeRead(ctx, due, {
      read,
      domainId: linked.account.domainId,
      isWholeList: !isRecentlyListed && read.completeSince !== null,
      budgetPauseMs: budgetPauseMs(read),
      nextInMs: nextReadInMs(read, days, ctx.now()),
    })
  } catch (error) {
    if (!(error instanceof NetworkError)) {
      ctx.log.error({ accountId: due.accountId, err: error }, 'reading insights failed unexpectedly')
      await postponeRead(ctx, due, READ_EVERY_MS, { failures: due.failures + 1 })
      return
    }
    ctx.log.warn({ accountId: due.accountId, failure: error.code, kind: error.kind }, 'insights not read')
    if (error.kind === 'reconnect') await markNeedsReconnect(ctx, due.accountId, linked.token, error)
    await postponeRead(ctx, due, retryInMs(ctx, error, due.failures), { failures: due.failures + 1 })
  }
}

/**
 * Returns the days without figures, or with figures that may change, newest first. Then come days without a reach, which earlier
 * versions didn't read.
 */
async function daysToRead({ db, now }: Context, accountId: string): Promise<string[]> {
  const days = lastDays(new Date(+now() - DAY_MS), HISTORY_DAYS).toReversed()
  const stored = await db
    .select({
      day: accountInsights.day,
      engagement: accountInsights.engagement,
      reach: accountInsights.reach,
    })
    .from(accountInsights)
    .where(and(eq(accountInsights.accountId, accountId), gte(accountInsights.day, days.at(-1) ?? '')))
  const byDay = new Map(stored.map(row => [row.day, row]))
  const isWanted = (day: string) => !isSettled(day, now()) || typeof byDay.get(day)?.engagement !== 'number'
  const lacksReach = (day: string) => !isWanted(day) && byDay.get(day)?.reach === null
  return [...days.filter(isWanted), ...days.filter(lacksReach)]
}

const isSettled = (day: string, now: Date) => day < dayOf(new Date(+now - UNSETTLED_DAYS * DAY_MS))

/** Returns the delay before the next read: a short one while reads still add older days, which stops when the network has no more. */
function nextReadInMs({ days }: InsightsResult, wanted: string[], now: Date): number {
  const isProgress = days.some(({ day, reach }) => reach !== null && isSettled(day, now))
  const isBehind = isProgress && days.length < wanted.length
  return isBehind ? CATCH_UP_MS : READ_EVERY_MS + Math.random() * SPREAD_MS
}

/** Returns how long to make no calls, so that a nearly exhausted call budget is left to publishing; 0 if it isn't exhausted. */
const budgetPauseMs = ({ usage }: InsightsResult) =>
  usage.percent >= INSIGHTS_BUDGET_PERCENT
    ? (usage.regainMinutes || DEFAULT_REGAIN_MINUTES) * MINUTE_MS + Math.random() * SPREAD_MS
    : 0

const MAX_EXCERPT = 280

type ReadToStore = {
  read: InsightsResult
  domainId: string
  isWholeList: boolean
  budgetPauseMs: number
  nextInMs: number
}

/** Saves a read unless another process has claimed the account since. */
const storeRead = (ctx: Context, due: DueRead, toStore: ReadToStore): Promise<void> =>
  write(ctx, async ctx => {
    const { db, now } = ctx
    const { read, domainId, isWholeList, budgetPauseMs, nextInMs } = toStore
    const budgetUntil = budgetPauseMs > 0 ? new Date(+now() + budgetPauseMs) : null
    const settled = await db
      .update(insightReads)
      .set({
        wakeAt: budgetUntil ?? new Date(+now() + nextInMs),
        readAt: now(),
        failures: 0,
        missing: read.missing,
        budgetUntil,
        ...(isWholeList && { listedAt: now() }),
      })
      .where(isClaimOf(due))
      .returning({ id: insightReads.accountId })
    if (settled.length === 0) return
    await savePosts(ctx, due, read)
    await saveDays(ctx, due, read)
    await saveToday(ctx, due, read)
    await publishToBusiness(ctx, domainId, 'insights', { accountId: due.accountId })
  })

/** Saves the posts, and deletes those that the network no longer lists. */
async function savePosts(
  { db }: Inside<Context>,
  { accountId }: DueRead,
  { posts, completeSince }: InsightsResult,
): Promise<void> {
  if (completeSince) {
    const saved = await db
      .select({ id: accountPosts.externalId })
      .from(accountPosts)
      .where(and(eq(accountPosts.accountId, accountId), gte(accountPosts.publishedAt, completeSince)))
    const listed = new Set(posts.map(({ externalId }) => externalId))
    for (const { id } of saved.filter(post => !listed.has(post.id)))
      await db
        .delete(accountPosts)
        .where(and(eq(accountPosts.accountId, accountId), eq(accountPosts.externalId, id)))
  }
  for (const { externalId, publishedAt, text, ...figures } of posts) {
    const excerpt = truncate(text.trim(), MAX_EXCERPT)
    await db
      .insert(accountPosts)
      .values({ accountId, externalId, publishedAt, excerpt, ...figures, shares: figures.shares ?? 0 })
      .onConflictDoUpdate({
        target: [accountPosts.accountId, accountPosts.externalId],
        set: { excerpt, ...providedFigures(figures) },
      })
  }
}

/** Returns the figures that the network provided. The others keep their stored values. */
const providedFigures = (figures: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== null))

async function saveDays({ db }: Inside<Context>, { accountId }: DueRead, { days }: InsightsResult) {
  for (const { day, ...figures } of days) {
    const set = providedFigures(figures)
    const row = db.insert(accountInsights).values({ accountId, day, ...figures })
    await (Object.keys(set).length === 0
      ? row.onConflictDoNothing()
      : row.onConflictDoUpdate({
          target: [accountInsights.accountId, accountInsights.day],
          set,
        }))
  }
}

/** Saves today's totals. Must run after the posts are saved. */
async function saveToday(
  { db, now }: Inside<Context>,
  { accountId }: DueRead,
  { followers, postCount }: InsightsResult,
): Promise<void> {
  const saved = await db
    .select({ comments: accountPosts.comments, likes: accountPosts.likes })
    .from(accountPosts)
    .where(eq(accountPosts.accountId, accountId))
  const totals = {
    posts: postCount ?? saved.length,
    comments: saved.reduce((sum, post) => sum + post.comments, 0),
    likes: saved.reduce((sum, post) => sum + post.likes, 0),
    ...(followers !== null && { followers }),
  }
  await db
    .insert(accountInsights)
    .values({ accountId, day: dayOf(now()), ...totals })
    .onConflictDoUpdate({ target: [accountInsights.accountId, accountInsights.day], set: totals })
}
