import { and, eq, inArray, isNull, lte, notExists, or, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { insightReads } from '#api/db/schema/businesses/insights.ts'
import { NETWORK_IDS } from '#shared/networks.ts'

/** Exceeds the duration of a read, so that a lease expires only if its process died. */
const LEASE_MS = 5 * 60_000

export type DueRead = { accountId: string; attempt: number; failures: number; readAt: Date | null }

/** Schedules reads for newly connected accounts whose networks provide figures. */
export async function scheduleNewAccounts({ db, now, networks }: Context): Promise<void> {
  const networkIds = NETWORK_IDS.filter(id => networks[id].insights)
  const scheduled = db
    .select({ id: insightReads.accountId })
    .from(insightReads)
    .where(eq(insightReads.accountId, accounts.id))
  await db
    .insert(insightReads)
    .select(
      db
        .select({
          accountId: accounts.id,
          wakeAt: sql`${+now()}`.as('wake_at'),
          attempt: sql`0`.as('attempt'),
          failures: sql`0`.as('failures'),
          readAt: sql`null`.as('read_at'),
          missing: sql`''`.as('missing'),
        })
        .from(accounts)
        .where(
          and(eq(accounts.status, 'connected'), inArray(accounts.network, networkIds), notExists(scheduled)),
        ),
    )
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
