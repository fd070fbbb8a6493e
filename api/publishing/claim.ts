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
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'

import { hasOutage } from '#api/accounts/outages.ts'
import type { Context, Inside } from '#api/context.ts'
import type { Db } from '#api/db/client.ts'
import { allOf } from '#api/db/conditions.ts'
import { isAmong, prepared } from '#api/db/prepared.ts'
import { type DeliveryRow, deliveries } from '#api/db/schema/posts/posts.ts'
import { candidatesFor, type Capacity, fairShare, LEASE_MS } from '#api/deliveries/capacity.ts'
import { mayBePublished } from '#api/deliveries/may-be-published.ts'
import { COOL_DOWN_TOO_LONG } from '#shared/posts/posts.ts'

export const RENEW_MS = 10_000

/** Limits the repetitions after another process has claimed all candidates. */
const MAX_TRIES = 5

/**
 * Claims deliveries that are due, whose lease has expired, or that need reconciling, oldest first, up to the free capacity. The
 * update is a single guarded statement, so that no two workers claim the same delivery. The returned attempt number fences
 * every later write.
 */
export async function claimDueDeliveries(ctx: Context, capacity: Capacity): Promise<DeliveryRow[]> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const ids = fairShare(await findDueDeliveries(ctx, capacity), capacity)
    if (ids.length === 0) return []
    const claimQuery = await claim(ctx, ids)
    if (claimQuery.length > 0) return claimQuery
  }
  return []
}

const findDueDeliveries = (ctx: Context, { free, full, busy }: Capacity) =>
  dueQuery(ctx.db).execute({
    ...claimTimes(ctx),
    full: JSON.stringify(full),
    busy: JSON.stringify(busy),
    limit: candidatesFor(free),
  })

const claim = (ctx: Context, ids: string[]): Promise<DeliveryRow[]> =>
  claimed(ctx.db).execute({ ...claimTimes(ctx), leaseEnd: +ctx.now() + LEASE_MS, ids: JSON.stringify(ids) })

const claimTimes = (ctx: Inside<Context>) => ({ now: ctx.now(), lateBefore: lateBefore(ctx) })

const isDue = (db: Pick<Db, 'select'>) =>
  and(
    isNotNull(deliveries.wakeAt),
    lte(deliveries.wakeAt, sql.placeholder('now')),
    not(isLate({ now: sql.placeholder('now'), lateBefore: sql.placeholder('lateBefore') })),
    not(hasOutage(db, deliveries.network)),
  )

const dueQuery = prepared(db =>
  db
    .select({ id: deliveries.id, accountId: deliveries.accountId })
    .from(deliveries)
    .where(
      and(
        isDue(db),
        not(isAmong(deliveries.id, 'busy')),
        or(isNull(deliveries.accountId), not(isAmong(deliveries.accountId, 'full'))),
      ),
    )
    .orderBy(asc(deliveries.wakeAt))
    .limit(sql.placeholder('limit'))
    .prepare(),
)

const claimed = prepared(db =>
  db
    .update(deliveries)
    .set({
      state: sql`case ${deliveries.state} when 'scheduled' then 'publishing' else ${deliveries.state} end`,
      attempt: sql`${deliveries.attempt} + 1`,
      wakeAt: sql`${sql.placeholder('leaseEnd')}`,
      updatedAt: sql`${sql.param(sql.placeholder('now'), deliveries.updatedAt)}`,
    })
    .where(and(isAmong(deliveries.id), isDue(db)))
    .returning()
    .prepare(),
)

/** Deliveries due before this instant were missed. */
const lateBefore = ({ now, config }: Inside<Context>) => new Date(+now() - config.lateLimitMs)

/** SQL condition: the delivery missed its time by more than the late limit, and can't have been published. */
const isLate = ({ now, lateBefore }: Record<'now' | 'lateBefore', Date | Placeholder>): SQL =>
  allOf(
    lte(deliveries.wakeAt, now),
    or(lt(deliveries.wakeAt, lateBefore), eq(deliveries.reasonCode, COOL_DOWN_TOO_LONG)),
    inArray(deliveries.state, ['scheduled', 'publishing']),
    not(mayBePublished),
  )

export const isLateNow = (ctx: Inside<Context>): SQL => isLate(claimTimes(ctx))

/** Renews the leases of deliveries in flight, except those that another worker has claimed. */
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
