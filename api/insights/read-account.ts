import { and, desc, eq, gt, gte, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'

import { markNeedsReconnect } from '#api/accounts/needs-reconnect.ts'
import { accountForPublishing } from '#api/accounts/tokens/tokens.ts'
import type { Context, Inside } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { accountInsights, accountPosts, insightReads } from '#api/db/schema/businesses/insights.ts'
import { write } from '#api/db/write.ts'
import { INSIGHTS_BUDGET_PERCENT, type InsightsRead } from '#api/networks/core/insights.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { liveInsertFor } from '#api/outbox/live-events.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/durations.ts'
import { NETWORK_IDS } from '#shared/networks.ts'
import { shortened } from '#shared/text/graphemes.ts'
import { dayOf, lastDays } from './days.ts'

const READ_EVERY_MS = 6 * HOUR_MS
/** Delay before the next read while daily figures are missing. */
const CATCH_UP_MS = 15 * MINUTE_MS
/** Random delay, so that accounts connected together aren't due together. */
const SPREAD_MS = 30 * MINUTE_MS
const DEFAULT_REGAIN_MINUTES = 60
const FIRST_RETRY_MS = 5 * MINUTE_MS

/** Twice thirty days, so that the change can be shown from the first day. */
const HISTORY_DAYS = 60
/** Networks correct a day's figures for up to 48 hours. */
const UNSETTLED_DAYS = 3
/** Maximum age of posts that are read, because the counts of older ones hardly change. */
const POSTS_DAYS = 90

/** Reads the figures of due accounts one by one, for at most `forMs`. */
export async function readDueInsights(ctx: Context, forMs = 12_000): Promise<void> {
  await scheduleNewAccounts(ctx)
  const until = +ctx.now() + forMs
  for (let due = await claimDueRead(ctx); due; due = await claimDueRead(ctx)) {
    await readAccount(ctx, due)
    if (+ctx.now() >= until) return
  }
}

async function readAccount(ctx: Context, due: DueRead): Promise<void> {
  const linked = await accountForPublishing(ctx, due.accountId)
  const reader = linked && ctx.networks[linked.account.network].insights
  if (!reader || linked.account.status !== 'connected') return await postponeRead(ctx, due, READ_EVERY_MS)
  const days = await wantedDays(ctx, due.accountId)
  const postsSince = due.readAt ? new Date(+ctx.now() - POSTS_DAYS * DAY_MS) : undefined
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
      postsSince,
      nextInMs: nextReadInMs(read, days),
    })
  } catch (error) {
    if (!(error instanceof NetworkError)) {
      ctx.log.error({ accountId: due.accountId, err: error }, 'reading insights failed unexpectedly')
      await postponeRead(ctx, due, READ_EVERY_MS, due.failures + 1)
      return
    }
    ctx.log.warn({ accountId: due.accountId, failure: error.code, kind: error.kind }, 'insights not read')
    if (error.kind === 'reconnect') await markNeedsReconnect(ctx, due.accountId, linked.token, error)
    await postponeRead(ctx, due, retryInMs(ctx, error, due.failures), due.failures + 1)
  }
}

/** Returns the days without figures or with figures that may change, newest first. */
async function wantedDays({ db, now }: Context, accountId: string): Promise<string[]> {
  const yesterday = new Date(+now() - DAY_MS)
  const days = lastDays(yesterday, HISTORY_DAYS).toReversed()
  const known = await db
    .select({ day: accountInsights.day })
    .from(accountInsights)
    .where(
      and(
        eq(accountInsights.accountId, accountId),
        gte(accountInsights.day, days.at(-1) ?? dayOf(yesterday)),
        isNotNull(accountInsights.engagement),
      ),
    )
    .orderBy(desc(accountInsights.day))
  const settled = dayOf(new Date(+now() - UNSETTLED_DAYS * DAY_MS))
  const settledDays = new Set(known.flatMap(({ day }) => (day < settled ? day : [])))
  return days.filter(day => !settledDays.has(day))
}

/** Returns the delay before the next read. Leaves a nearly exhausted call budget to publishing. */
function nextReadInMs({ usage, missing, days }: InsightsRead, wanted: string[]): number {
  const spread = Math.random() * SPREAD_MS
  if (usage.percent >= INSIGHTS_BUDGET_PERCENT) {
    return (usage.regainMinutes || DEFAULT_REGAIN_MINUTES) * MINUTE_MS + spread
  }
  const isBehind = missing === '' && days.length > 0 && days.length < wanted.length
  return isBehind ? CATCH_UP_MS : READ_EVERY_MS + spread
}

function retryInMs({ now }: Context, { kind, retryAt }: NetworkError, failures: number): number {
  if (retryAt) return Math.max(MINUTE_MS, +retryAt - +now())
  if (kind === 'transient' || kind === 'unknown' || kind === 'installation')
    return Math.min(FIRST_RETRY_MS * 2 ** failures, READ_EVERY_MS)
  return READ_EVERY_MS
}

const MAX_EXCERPT = 280

type ReadToStore = {
  read: InsightsRead
  domainId: string
  postsSince: Date | undefined
  nextInMs: number
}

/** Saves a read unless another process has claimed the account since. */
const storeRead = (ctx: Context, due: DueRead, toStore: ReadToStore): Promise<void> =>
  write(ctx, async ctx => {
    const { db, now } = ctx
    const { read, domainId, nextInMs } = toStore
    const settled = await db
      .update(insightReads)
      .set({ wakeAt: new Date(+now() + nextInMs), readAt: now(), failures: 0, missing: read.missing })
      .where(isClaimOf(due))
      .returning({ id: insightReads.accountId })
    if (settled.length === 0) return
    await savePosts(ctx, due, toStore)
    await saveDays(ctx, due, read)
    await saveToday(ctx, due, read)
    await liveInsertFor(ctx, domainId, 'insights', { accountId: due.accountId })
  })

/** Postpones the next read of an account. */
async function postponeRead(
  { db, now }: Context,
  due: DueRead,
  waitMs: number,
  failures = due.failures,
): Promise<void> {
  await db
    .update(insightReads)
    .set({ wakeAt: new Date(+now() + waitMs), failures })
    .where(isClaimOf(due))
}

const isClaimOf = ({ accountId, attempt }: DueRead) =>
  and(eq(insightReads.accountId, accountId), eq(insightReads.attempt, attempt))

/** Saves the posts. Posts that the network no longer lists were deleted there. */
async function savePosts(
  { db }: Inside<Context>,
  { accountId }: DueRead,
  { read, postsSince }: ReadToStore,
): Promise<void> {
  const rows = read.posts.map(({ externalId, publishedAt, text, permalink, likes, comments, shares }) => ({
    externalId,
    publishedAt,
    excerpt: shortened(text.trim(), MAX_EXCERPT),
    permalink,
    likes,
    comments,
    shares,
  }))
  const oldest =
    rows.length > 0
      ? new Date(Math.min(...rows.map(({ publishedAt }) => +publishedAt)))
      : (postsSince ?? new Date(0))
  const known = await db
    .select({ id: accountPosts.externalId })
    .from(accountPosts)
    .where(and(eq(accountPosts.accountId, accountId), gte(accountPosts.publishedAt, oldest)))
  const listed = new Set(rows.map(({ externalId }) => externalId))
  for (const { id } of known.filter(post => !listed.has(post.id)))
    await db
      .delete(accountPosts)
      .where(and(eq(accountPosts.accountId, accountId), eq(accountPosts.externalId, id)))
  for (const { externalId, publishedAt, ...changing } of rows)
    await db
      .insert(accountPosts)
      .values({ accountId, externalId, publishedAt, ...changing })
      .onConflictDoUpdate({ target: [accountPosts.accountId, accountPosts.externalId], set: changing })
}

async function saveDays(
  { db }: Inside<Context>,
  { accountId }: DueRead,
  { days }: InsightsRead,
): Promise<void> {
  for (const { day, followers, engagement } of days) {
    const known = { ...(followers !== null && { followers }), ...(engagement !== null && { engagement }) }
    const row = db.insert(accountInsights).values({ accountId, day, followers, engagement })
    await (Object.keys(known).length === 0
      ? row.onConflictDoNothing()
      : row.onConflictDoUpdate({
          target: [accountInsights.accountId, accountInsights.day],
          set: known,
        }))
  }
}

/** Saves today's totals. Must run after the posts are saved. */
async function saveToday(
  { db, now }: Inside<Context>,
  { accountId }: DueRead,
  { followers, postCount }: InsightsRead,
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

/** Exceeds the duration of a read, so that a lease expires only if its process died. */
const LEASE_MS = 5 * 60_000

type DueRead = { accountId: string; attempt: number; failures: number; readAt: Date | null }

/** Schedules reads for newly connected accounts whose networks provide figures. */
async function scheduleNewAccounts({ db, now, networks }: Context): Promise<void> {
  const networkIds = NETWORK_IDS.filter(id => networks[id].insights)
  const fresh = await db
    .select({ accountId: accounts.id })
    .from(accounts)
    .leftJoin(insightReads, eq(insightReads.accountId, accounts.id))
    .where(
      and(
        eq(accounts.status, 'connected'),
        inArray(accounts.network, networkIds),
        isNull(insightReads.accountId),
      ),
    )
  if (fresh.length === 0) return
  await db
    .insert(insightReads)
    .values(fresh.map(({ accountId }) => ({ accountId, wakeAt: now() })))
    .onConflictDoNothing()
}

/** Claims the account that has waited longest. The `attempt` is the fencing token of later writes. */
async function claimDueRead({ db, now }: Context): Promise<DueRead | undefined> {
  const at = now()
  const due = db
    .select({ id: insightReads.accountId })
    .from(insightReads)
    .innerJoin(accounts, eq(accounts.id, insightReads.accountId))
    .where(
      and(
        lte(insightReads.wakeAt, at),
        eq(accounts.status, 'connected'),
        or(isNull(accounts.coolDownUntil), lte(accounts.coolDownUntil, at)),
      ),
    )
    .orderBy(insightReads.wakeAt)
    .limit(1)
  const [claimed] = await db
    .update(insightReads)
    .set({ wakeAt: new Date(+at + LEASE_MS), attempt: sql`${insightReads.attempt} + 1` })
    .where(and(inArray(insightReads.accountId, due), lte(insightReads.wakeAt, at)))
    .returning()
  return claimed
}

/** Networks show a new post immediately, and its counts a moment later. */
const COUNT_DELAY_MS = MINUTE_MS
/** Minimum time between reads, for users who post often. */
const MIN_INTERVAL_MS = 5 * MINUTE_MS
/**
 * Minimum interval of a regular read. A shorter one is used while an account is being read, after a failure, to catch up, or
 * to save calls, so such a read isn't moved.
 */
const LONG_WAIT_MS = 2 * 60 * MINUTE_MS

/** Schedules a read of these accounts within minutes, after a change of their posts. */
export const readSoon = ({ db, now }: Inside<Context>, accountIds: readonly string[]) =>
  db
    .update(insightReads)
    .set({
      wakeAt: sql`max(${insightReads.readAt} + ${MIN_INTERVAL_MS}, ${+now() + COUNT_DELAY_MS})`,
    })
    .where(
      and(
        inArray(insightReads.accountId, [...accountIds]),
        eq(insightReads.failures, 0),
        gt(insightReads.wakeAt, new Date(+now() + MIN_INTERVAL_MS)),
        sql`${insightReads.wakeAt} > ${insightReads.readAt} + ${LONG_WAIT_MS}`,
      ),
    )
