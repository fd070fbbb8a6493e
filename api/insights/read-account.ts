import { and, desc, eq, gte, isNotNull } from 'drizzle-orm'

import { markNeedsReconnect } from '#api/accounts/signed-out.ts'
import { accountForPublishing } from '#api/accounts/tokens/tokens.ts'
import type { Context } from '#api/context.ts'
import { accountInsights } from '#api/db/schema/businesses/insights.ts'
import { INSIGHTS_BUDGET_PERCENT, type InsightsRead } from '#api/networks/core/insights.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { dayOf, DAY_MS, lastDays } from './days.ts'
import { claimDueRead, type DueRead, scheduleNewAccounts } from './due-reads.ts'
import { postponeRead, storeRead } from './store-read.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const READ_EVERY_MS = 6 * HOUR
/** Delay before the next read while daily figures are missing. */
const CATCH_UP_MS = 15 * MINUTE
/** Random delay, so that accounts connected together aren't due together. */
const SPREAD_MS = 30 * MINUTE
const DEFAULT_REGAIN_MINUTES = 60
const FIRST_RETRY_MS = 5 * MINUTE

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
    return (usage.regainMinutes || DEFAULT_REGAIN_MINUTES) * MINUTE + spread
  }
  const isBehind = missing === '' && days.length > 0 && days.length < wanted.length
  return isBehind ? CATCH_UP_MS : READ_EVERY_MS + spread
}

function retryInMs({ now }: Context, { kind, retryAt }: NetworkError, failures: number): number {
  if (retryAt) return Math.max(MINUTE, +retryAt - +now())
  if (kind === 'transient' || kind === 'unknown' || kind === 'installation')
    return Math.min(FIRST_RETRY_MS * 2 ** failures, READ_EVERY_MS)
  return READ_EVERY_MS
}
