import { and, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'

import type { Context, Inside } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { insightReads } from '#api/db/schema/businesses/insights.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { NETWORK_IDS } from '#shared/networks.ts'

/** A claimed read of an account's figures. */
export type DueRead = typeof insightReads.$inferSelect

/** Exceeds the duration of a read, so that a lease expires only if its process died. */
const LEASE_MS = 5 * MINUTE_MS

/** Schedules reads for newly connected accounts whose networks provide figures. */
export async function scheduleNewAccounts({ db, now, networks }: Context): Promise<void> {
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
export async function claimDueRead({ db, now }: Context): Promise<DueRead | undefined> {
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

export async function postponeRead(
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

/** The condition that no other process has claimed the account since. */
export const isClaimOf = ({ accountId, attempt }: DueRead) =>
  and(eq(insightReads.accountId, accountId), eq(insightReads.attempt, attempt))

/** Networks show a new post immediately, and its counts a moment later. */
const COUNT_DELAY_MS = MINUTE_MS
/** Minimum time between reads, for users who post often. */
const MIN_INTERVAL_MS = 5 * MINUTE_MS
/** Minimum interval of a regular read. A shorter one is used while an account is being read, or to catch up, so such a read isn't moved. */
const LONG_WAIT_MS = 2 * 60 * MINUTE_MS

/** Schedules a read of these accounts within minutes, after a change of their posts, unless that would spend publishing's budget. */
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
        or(isNull(insightReads.budgetUntil), lte(insightReads.budgetUntil, now())),
        sql`${insightReads.wakeAt} > ${insightReads.readAt} + ${LONG_WAIT_MS}`,
      ),
    )
