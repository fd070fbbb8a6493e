import { and, eq, gt, inArray, isNotNull, isNull, lte, not, or, sql } from 'drizzle-orm'

import { hasOutage } from '#api/accounts/outages.ts'
import { isIn } from '#api/auth/access/membership.ts'
import type { Context, Inside, UserContext } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { inboxReads } from '#api/db/schema/businesses/inbox.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { INBOX_NETWORKS, type InboxCountQuery } from '#shared/inbox.ts'

/** A claimed read of an account's reviews or comments. */
export type DueRead = typeof inboxReads.$inferSelect

/** Exceeds the duration of a read, so that a lease expires only if its process died. */
const LEASE_MS = 5 * MINUTE_MS

/** True while a process reads the account. `wakeAt` is then the end of the lease. */
const isLeased = sql`(${inboxReads.claimedAt} is not null and ${inboxReads.wakeAt} = ${inboxReads.claimedAt} + ${LEASE_MS})`

/** Somebody signed in again since the last read, which failed, so its failure says nothing about the new sign-in. */
const isReconnected = and(
  gt(inboxReads.failures, 0),
  sql`${accounts.signedInAt} > coalesce(${inboxReads.claimedAt}, 0)`,
  not(isLeased),
)

/** Schedules reads for newly connected accounts, and for those that were reconnected after a failure. */
export async function scheduleNewAccounts({ db, now }: Context): Promise<void> {
  const due = await db
    .select({ accountId: accounts.id })
    .from(accounts)
    .leftJoin(inboxReads, eq(inboxReads.accountId, accounts.id))
    .where(
      and(
        eq(accounts.status, 'connected'),
        inArray(accounts.network, INBOX_NETWORKS),
        or(isNull(inboxReads.accountId), isReconnected),
      ),
    )
  if (due.length === 0) return
  await db
    .insert(inboxReads)
    .values(due.map(({ accountId }) => ({ accountId, wakeAt: now() })))
    .onConflictDoUpdate({
      target: inboxReads.accountId,
      set: { wakeAt: now(), failures: 0, lacksPermission: false },
      setWhere: and(gt(inboxReads.failures, 0), not(isLeased)),
    })
}

/**
 * Claims the account that has waited longest. One that is signed out or cools down isn't read, nor one of a network that rejects
 * us. The `attempt` is the fencing token of later writes.
 */
export async function claimDueRead({ db, now }: Context): Promise<DueRead | undefined> {
  const at = now()
  const due = db
    .select({ id: inboxReads.accountId })
    .from(inboxReads)
    .innerJoin(accounts, eq(accounts.id, inboxReads.accountId))
    .where(
      and(
        lte(inboxReads.wakeAt, at),
        eq(accounts.status, 'connected'),
        or(isNull(accounts.coolDownUntil), lte(accounts.coolDownUntil, at)),
        not(hasOutage(db, accounts.network)),
      ),
    )
    .orderBy(inboxReads.wakeAt)
    .limit(1)
  const [claimed] = await db
    .update(inboxReads)
    .set({ wakeAt: new Date(+at + LEASE_MS), attempt: sql`${inboxReads.attempt} + 1`, claimedAt: at })
    .where(and(inArray(inboxReads.accountId, due), lte(inboxReads.wakeAt, at)))
    .returning()
  return claimed
}

/** Returns the condition that no other process has claimed the account since. */
export const isClaimOf = ({ accountId, attempt }: DueRead) =>
  and(eq(inboxReads.accountId, accountId), eq(inboxReads.attempt, attempt))

/** Minimum time between reads that a person asks for. */
const MIN_INTERVAL_MS = MINUTE_MS

/**
 * Reads the accounts of one business, or of all, soon: at once, or a minute after their last read. Those that are being read, or
 * whose last read failed, keep their time.
 */
export async function readSoon(ctx: Inside<UserContext>, { domainId }: InboxCountQuery): Promise<void> {
  const { db, now } = ctx
  const theirs = db
    .select({ id: accounts.id })
    .from(accounts)
    .where(isIn(ctx, accounts.domainId, domainId))
  await db
    .update(inboxReads)
    .set({
      wakeAt: sql`min(${inboxReads.wakeAt}, max(${+now()}, ${inboxReads.readAt} + ${MIN_INTERVAL_MS}))`,
    })
    .where(
      and(
        inArray(inboxReads.accountId, theirs),
        eq(inboxReads.failures, 0),
        isNotNull(inboxReads.readAt),
        not(isLeased),
      ),
    )
}
