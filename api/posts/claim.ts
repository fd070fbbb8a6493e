import {
  and,
  asc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  not,
  notExists,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { type DeliveryRow, deliveries, deliverySteps, PUBLISH_STEP } from './table.ts'

/** How long a claim lasts unless it is renewed. */
export const LEASE_MS = 30_000
export const RENEW_MS = 10_000

export type Room = {
  /** How many may be claimed in all. */
  free: number
  /** How many of an account's may still be begun: one slow account leaves room for the others. */
  freeOf(accountId: string): number
  /** Accounts that have no room left. */
  full: string[]
}

const MOST_CANDIDATES = 200
const CANDIDATES_A_PLACE = 4
const MOST_LATE = 100
/** Another process may take all that was found. */
const MOST_TRIES = 5

/**
 * Takes deliveries that are due, whose lease has run out, or that must be looked at: those that wait longest first, as far
 * as there is room. The update is one guarded statement, so that no two workers get the same; the attempt number that it
 * returns guards every later write.
 */
export async function claimDueDeliveries(ctx: Context, room: Room): Promise<DeliveryRow[]> {
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    const ids = fairShare(await findDueDeliveries(ctx, room), room)
    if (ids.length === 0) return []
    const claimed = await claim(ctx, ids)
    if (claimed.length > 0) return claimed
  }
  return []
}

function findDueDeliveries(ctx: Context, { free, full }: Room) {
  const hasRoom = or(isNull(deliveries.accountId), notInArray(deliveries.accountId, full))
  return ctx.db
    .select({ id: deliveries.id, accountId: deliveries.accountId })
    .from(deliveries)
    .where(and(isDue(ctx), full.length > 0 ? hasRoom : undefined))
    .orderBy(asc(deliveries.wakeAt))
    .limit(Math.min(MOST_CANDIDATES, free * CANDIDATES_A_PLACE))
}

function claim(ctx: Context, ids: string[]): Promise<DeliveryRow[]> {
  const at = ctx.now()
  return ctx.db
    .update(deliveries)
    .set({
      state: sql`case ${deliveries.state} when 'scheduled' then 'publishing' else ${deliveries.state} end`,
      attempt: sql`${deliveries.attempt} + 1`,
      wakeAt: new Date(+at + LEASE_MS),
      updatedAt: at,
    })
    .where(and(inArray(deliveries.id, ids), isDue(ctx)))
    .returning()
}

const isDue = (ctx: Context) =>
  and(isNotNull(deliveries.wakeAt), lte(deliveries.wakeAt, ctx.now()), not(isLate(ctx)))

/** Nothing of it may be out, and we were away when it was to go on: its time passed longer ago than the late limit. */
export function isLate({ db, now, config }: Context): SQL {
  const published = db
    .select({ id: deliverySteps.deliveryId })
    .from(deliverySteps)
    .where(and(eq(deliverySteps.deliveryId, deliveries.id), eq(deliverySteps.name, PUBLISH_STEP)))
  return and(
    lt(deliveries.wakeAt, new Date(+now() - config.lateLimitMs)),
    inArray(deliveries.state, ['scheduled', 'publishing']),
    notExists(published),
  )!
}

function fairShare(candidates: Pick<DeliveryRow, 'id' | 'accountId'>[], { free, freeOf }: Room): string[] {
  const taken = new Map<string, number>()
  const chosen: string[] = []
  for (const { id, accountId } of candidates) {
    if (chosen.length === free) break
    if (accountId) {
      const begun = taken.get(accountId) ?? 0
      if (begun >= freeOf(accountId)) continue
      taken.set(accountId, begun + 1)
    }
    chosen.push(id)
  }
  return chosen
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

/** What is late is not claimed any more: its author decides. */
export const findLateDeliveries = (ctx: Context): Promise<DeliveryRow[]> =>
  ctx.db
    .select()
    .from(deliveries)
    .where(and(isNotNull(deliveries.wakeAt), isLate(ctx)))
    .limit(MOST_LATE)
