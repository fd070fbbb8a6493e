import { and, eq } from 'drizzle-orm'

import { markNeedsReconnect } from '#api/accounts/needs-reconnect.ts'
import { canBeRenewed, withValidToken } from '#api/accounts/tokens/renewal.ts'
import type { LinkedAccount } from '#api/accounts/tokens/tokens.ts'
import type { Context, Inside } from '#api/context.ts'
import { excludedValues } from '#api/db/conditions.ts'
import { accountKeywords, accountPresence, insightReads } from '#api/db/schema/businesses/insights.ts'
import { write } from '#api/db/write.ts'
import { isForbidden } from '#api/networks/codes.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import type { PresenceDayFigures, PresenceReader } from '#api/networks/core/presence.ts'
import { publishToBusiness } from '#api/outbox/live-events.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import type { MonthOfKeywords } from '#shared/insights.ts'
import { PRESENCE_FIGURES } from '#shared/networks/presence.ts'
import { addDays, dayOf } from './days.ts'
import { type DueRead, isClaimOf, isListed, postponeRead, READ_EVERY_MS, retryInMs } from './schedule.ts'

/** Maximum random delay, so that accounts connected at the same time aren't due at the same time. */
const SPREAD_MS = 30 * MINUTE_MS
/** More than a year, so that ninety days and each month of a report can be compared with earlier days. */
const HISTORY_DAYS = 430
/** Number of days of an ordinary read. A complete read notices corrections of older days. */
const RECENT_DAYS = 30
/** Number of finished months to read, for reports. */
const HISTORY_MONTHS = 12

type Reading = { linked: LinkedAccount; reader: PresenceReader }

/** Reads an account's presence: usually the latest days, and from time to time the whole last year. */
export async function readPresence(ctx: Context, due: DueRead, reading: Reading): Promise<void> {
  let { linked } = reading
  try {
    linked = await withValidToken(ctx, linked)
    const { account, token } = linked
    const access = { accountId: account.providerId, token, now: ctx.now }
    const today = dayOf(ctx.now())
    const isWhole = !isListed(due, ctx.now())
    const days = await reading.reader.days(access, {
      from: addDays(today, -(isWhole ? HISTORY_DAYS : RECENT_DAYS)),
      to: today,
    })
    const months: MonthOfKeywords[] = []
    for (const month of await monthsToRead(ctx, due, { today, isWhole }))
      months.push({ month, list: await reading.reader.keywords(access, month) })
    await store(ctx, due, { domainId: account.domainId, days, months, isWhole })
  } catch (error) {
    await afterFailure(ctx, due, { linked, error })
  }
}

/** Returns the last month and, in a complete read, all months without figures. */
async function monthsToRead(
  { db }: Context,
  { accountId }: DueRead,
  { today, isWhole }: { today: string; isWhole: boolean },
): Promise<string[]> {
  const [last, ...earlier] = monthsBefore(today, HISTORY_MONTHS)
  const wanted = last ? [last] : []
  if (!isWhole) return wanted
  const rows = await db
    .selectDistinct({ month: accountKeywords.month })
    .from(accountKeywords)
    .where(eq(accountKeywords.accountId, accountId))
  const known = new Set(rows.map(({ month }) => month))
  return [...wanted, ...earlier.filter(month => !known.has(month))]
}

/** Returns the finished months, latest first. */
const monthsBefore = (today: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    Temporal.PlainDate.from(today)
      .toPlainYearMonth()
      .subtract({ months: index + 1 })
      .toString(),
  )

type ToStore = {
  domainId: string
  days: PresenceDayFigures[]
  months: MonthOfKeywords[]
  isWhole: boolean
}

/** Saves a read unless another process has claimed the account since. */
const store = (ctx: Context, due: DueRead, { domainId, days, months, isWhole }: ToStore): Promise<void> =>
  write(ctx, async ctx => {
    const settled = await ctx.db
      .update(insightReads)
      .set({
        wakeAt: new Date(+ctx.now() + READ_EVERY_MS + Math.random() * SPREAD_MS),
        readAt: ctx.now(),
        failures: 0,
        missing: '',
        ...(isWhole && { listedAt: ctx.now() }),
      })
      .where(isClaimOf(due))
      .returning({ id: insightReads.accountId })
    if (settled.length === 0) return
    await saveDays(ctx, due.accountId, days)
    for (const month of months) await saveKeywords(ctx, due.accountId, month)
    await publishToBusiness(ctx, domainId, 'insights', { accountId: due.accountId })
  })

async function saveDays({ db }: Inside<Context>, accountId: string, days: PresenceDayFigures[]) {
  if (days.length === 0) return
  await db
    .insert(accountPresence)
    .values(days.map(day => ({ accountId, ...day })))
    .onConflictDoUpdate({
      target: [accountPresence.accountId, accountPresence.day],
      set: excludedValues(accountPresence, ...PRESENCE_FIGURES),
    })
}

/** Replaces the searches of a month, unless the list is empty, because the network doesn't know the month yet. */
async function saveKeywords({ db }: Inside<Context>, accountId: string, { month, list }: MonthOfKeywords) {
  if (list.length === 0) return
  await db
    .delete(accountKeywords)
    .where(and(eq(accountKeywords.accountId, accountId), eq(accountKeywords.month, month)))
  await db
    .insert(accountKeywords)
    .values(list.map(keyword => ({ accountId, month, ...keyword })))
    .onConflictDoNothing()
}

/** Saves why there are no figures. The account stays connected, because the network may still accept posts. */
async function afterFailure(
  ctx: Context,
  due: DueRead,
  { linked, error }: { linked: LinkedAccount; error: unknown },
): Promise<void> {
  const failures = due.failures + 1
  if (!(error instanceof NetworkError)) {
    ctx.log.error({ accountId: due.accountId, err: error }, 'reading a profile’s figures failed unexpectedly')
    return await postponeRead(ctx, due, READ_EVERY_MS, { failures })
  }
  ctx.log.warn(
    { accountId: due.accountId, failure: error.code, kind: error.kind },
    'profile’s figures not read',
  )
  const waitMs = retryInMs(ctx, error, due.failures)
  if (isForbidden(error))
    return await postponeRead(ctx, due, READ_EVERY_MS, { failures, missing: 'permission' })
  if (error.kind === 'installation')
    return await postponeRead(ctx, due, waitMs, { failures, missing: 'nothing' })
  if (error.kind === 'reconnect' && !(await canBeRenewed(ctx, linked, error)))
    await markNeedsReconnect(ctx, due.accountId, linked.token, error)
  await postponeRead(ctx, due, waitMs, { failures })
}
