import { and, asc, eq, inArray, isNotNull, lt, lte, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { type DeliveryRow, deliveries } from './table.ts'

/** How long a claim lasts unless it is renewed. */
export const LEASE_MS = 30_000
export const RENEW_MS = 10_000

/**
 * Takes up to `limit` deliveries that are due, whose lease has run out, or that must be looked at, in one guarded
 * statement: no two workers get the same. The attempt number it returns guards every later write.
 */
export function claimDueDeliveries({ db, now }: Context, limit: number): Promise<DeliveryRow[]> {
  const at = now()
  const due = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(isNotNull(deliveries.wakeAt), lte(deliveries.wakeAt, at)))
    .orderBy(asc(deliveries.wakeAt))
    .limit(limit)
  return db
    .update(deliveries)
    .set({
      state: sql`case ${deliveries.state} when 'scheduled' then 'publishing' else ${deliveries.state} end`,
      attempt: sql`${deliveries.attempt} + 1`,
      wakeAt: new Date(+at + LEASE_MS),
      updatedAt: at,
    })
    .where(inArray(deliveries.id, due))
    .returning()
}

/** Keeps the claims of work that is going on; one that was lost stays lost. */
export async function renewLeases({ db, now }: Context, claimed: DeliveryRow[]) {
  const wakeAt = new Date(+now() + LEASE_MS)
  for (const { id, attempt } of claimed) {
    await db
      .update(deliveries)
      .set({ wakeAt })
      .where(
        and(
          eq(deliveries.id, id),
          eq(deliveries.attempt, attempt),
          inArray(deliveries.state, ['publishing', 'unconfirmed']),
        ),
      )
  }
}

/** Scheduled deliveries whose time passed longer ago than the late limit: we were away, and the author decides. */
export function findLateDeliveries({ db, now, config }: Context): Promise<DeliveryRow[]> {
  return db
    .select()
    .from(deliveries)
    .where(
      and(
        isNotNull(deliveries.wakeAt),
        lt(deliveries.wakeAt, new Date(+now() - config.lateLimitMs)),
        eq(deliveries.state, 'scheduled'),
      ),
    )
    .limit(100)
}
