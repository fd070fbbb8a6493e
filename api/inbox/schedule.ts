import { and, eq, gt, inArray, isNotNull, isNull, not, or, sql } from 'drizzle-orm'

import { createReadQueue, LEASE_MS } from '#api/accounts/read-queue.ts'
import { isIn } from '#api/auth/access/membership.ts'
import type { Context, Inside, UserContext } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { inboxReads } from '#api/db/schema/businesses/inbox.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { INBOX_NETWORKS, type InboxCountQuery } from '#shared/inbox.ts'

export const { claimDueRead, isClaimOf, readDue } = createReadQueue(inboxReads)

/** A claimed read of an account's reviews or comments. */
export type DueRead = typeof inboxReads.$inferSelect

/** True while a process reads the account. `wakeAt` is then the end of the lease. */
const isLeased = sql`(${inboxReads.claimedAt} is not null and ${inboxReads.wakeAt} = ${inboxReads.claimedAt} + ${LEASE_MS})`

/** True if somebody signed in again after the last read failed. */
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

/** Minimum time between requested reads. */
const MIN_INTERVAL_MS = MINUTE_MS

/**
 * Moves the reads of one business's accounts, or of all, forward to now, or to a minute after their last read. Doesn't change accounts
 * that are being read, or whose last read failed.
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
