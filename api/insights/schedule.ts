import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'

import { createReadQueue } from '#api/accounts/read-queue.ts'
import type { Context, Inside } from '#api/context.ts'
import { isAmong, prepared } from '#api/db/prepared.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { insightReads } from '#api/db/schema/businesses/insights.ts'
import type { NetworkError } from '#api/networks/core/network.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/durations.ts'
import { NETWORK_IDS } from '#shared/networks.ts'

export const { isClaimOf, readDue } = createReadQueue(insightReads)

/** A claimed read of an account's figures. */
export type DueRead = typeof insightReads.$inferSelect

export const READ_EVERY_MS = 6 * HOUR_MS
const FIRST_RETRY_MS = 5 * MINUTE_MS
/** Interval of complete reads, which notice deleted posts and corrections of older figures. */
const LIST_EVERY_MS = 7 * DAY_MS

/** Returns true if the last whole read is recent. */
export const isListed = ({ listedAt }: DueRead, now: Date) =>
  listedAt !== null && +now - +listedAt < LIST_EVERY_MS

/** Returns the delay after a failed read. */
export function retryInMs({ now }: Context, { kind, retryAt }: NetworkError, failures: number): number {
  if (retryAt) return Math.max(MINUTE_MS, +retryAt - +now())
  if (kind === 'transient' || kind === 'unknown' || kind === 'installation')
    return Math.min(FIRST_RETRY_MS * 2 ** failures, READ_EVERY_MS)
  return READ_EVERY_MS
}

/** Schedules reads for newly connected accounts whose networks provide figures. */
export async function scheduleNewAccounts({ db, now, networks }: Context): Promise<void> {
  const networkIds = NETWORK_IDS.filter(id => networks[id].insights ?? networks[id].presence)
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

export async function postponeRead(
  { db, now }: Context,
  due: DueRead,
  waitMs: number,
  more: Partial<Pick<DueRead, 'failures' | 'missing'>> = {},
): Promise<void> {
  await db
    .update(insightReads)
    .set({ wakeAt: new Date(+now() + waitMs), ...more })
    .where(isClaimOf(due))
}

/** Delay before a new post is read. Networks show the post at once, and its counts a moment later. */
const COUNT_DELAY_MS = MINUTE_MS
/** Minimum time between reads, for users who post often. */
const MIN_INTERVAL_MS = 5 * MINUTE_MS
/** `readSoon` changes only longer intervals: shorter ones mean that the account is being read, or is catching up. */
const LONG_WAIT_MS = 2 * 60 * MINUTE_MS

/**
 * Schedules a read of these accounts within minutes after their posts changed, unless the call budget is left to publishing.
 */
export const readSoon = ({ db, now }: Inside<Context>, accountIds: readonly string[]) =>
  wokenReads(db).execute({
    ids: JSON.stringify(accountIds),
    now: +now(),
    counted: +now() + COUNT_DELAY_MS,
    soon: +now() + MIN_INTERVAL_MS,
  })

const wokenReads = prepared(db =>
  db
    .update(insightReads)
    .set({ wakeAt: sql`max(${insightReads.readAt} + ${MIN_INTERVAL_MS}, ${sql.placeholder('counted')})` })
    .where(
      and(
        isAmong(insightReads.accountId),
        eq(insightReads.failures, 0),
        sql`${insightReads.wakeAt} > ${sql.placeholder('soon')}`,
        or(isNull(insightReads.budgetUntil), sql`${insightReads.budgetUntil} <= ${sql.placeholder('now')}`),
        sql`${insightReads.wakeAt} > ${insightReads.readAt} + ${LONG_WAIT_MS}`,
      ),
    )
    .prepare(),
)
