import { and, eq, inArray, isNull, lte, not, or, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import type { inboxReads } from '#api/db/schema/businesses/inbox.ts'
import type { insightReads } from '#api/db/schema/businesses/insights.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { hasOutage } from './outages.ts'

/** Exceeds the duration of a read, so that a lease expires only if its process died. */
export const LEASE_MS = 5 * MINUTE_MS

type ReadTable = typeof inboxReads | typeof insightReads

/** Claims the account that has waited longest. Skips those that are signed out or cooling down, or whose network has an outage. */
async function claim({ db, now }: Context, table: ReadTable) {
  const at = now()
  const due = db
    .select({ id: table.accountId })
    .from(table)
    .innerJoin(accounts, eq(accounts.id, table.accountId))
    .where(
      and(
        lte(table.wakeAt, at),
        eq(accounts.status, 'connected'),
        or(isNull(accounts.coolDownUntil), lte(accounts.coolDownUntil, at)),
        not(hasOutage(db, accounts.network)),
      ),
    )
    .orderBy(table.wakeAt)
    .limit(1)
  const [claimed] = await db
    .update(table)
    .set({
      wakeAt: new Date(+at + LEASE_MS),
      attempt: sql`${table.attempt} + 1`,
      ...('claimedAt' in table && { claimedAt: at }),
    })
    .where(and(inArray(table.accountId, due), lte(table.wakeAt, at)))
    .returning()
  return claimed
}

/** Schedules reads from the networks. The table has a row for each account, whose `attempt` fences the writes of a read. */
export function createReadQueue<Table extends ReadTable>(table: Table) {
  type DueRead = Table['$inferSelect']
  const claimDueRead = async (ctx: Context) => (await claim(ctx, table)) as DueRead | undefined
  return {
    claimDueRead,
    /** SQL condition: no other process has claimed the account since. */
    isClaimOf: ({ accountId, attempt }: Pick<DueRead, 'accountId' | 'attempt'>) =>
      and(eq(table.accountId, accountId), eq(table.attempt, attempt)),
    /** Reads due accounts one by one, for at most `forMs`. */
    async readDue(ctx: Context, forMs: number, read: (due: DueRead) => Promise<void>): Promise<void> {
      const until = +ctx.now() + forMs
      for (let due = await claimDueRead(ctx); due; due = await claimDueRead(ctx)) {
        await read(due)
        if (+ctx.now() >= until) return
      }
    },
  }
}
