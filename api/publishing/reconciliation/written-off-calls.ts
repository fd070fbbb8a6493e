import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'

import type { Context, Inside } from '#api/context.ts'
import { allOf, isUnchanged } from '#api/db/conditions.ts'
import {
  type DeliveryRow,
  deliveries,
  deliverySteps,
  PUBLISH_STEP,
  type WrittenOffCall,
  writtenOffCalls,
} from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { isIntentOf, isOpenCallOf } from '#api/deliveries/may-be-published.ts'
import type { UnansweredCall } from '#api/networks/core/network.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { extrasSent, loggedCalls, textSent } from './intents.ts'

const FIRST_CHECK_MS = MINUTE_MS
/** A post with the same text that appears later is assumed to be somebody else's. */
const MAX_DELAY_MS = 180 * MINUTE_MS
/** Times of the checks, counted from when the call was written off. */
const CHECKS_MS = [FIRST_CHECK_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS, MAX_DELAY_MS]
/** A check that wasn't possible, e.g. while the account is disconnected, is repeated for this long. */
const POSTPONED_FOR_MS = 24 * 60 * MINUTE_MS
const POSTPONED_BY_MS = 30 * MINUTE_MS
/** Shorter than other delays, because a second post stays public until it is removed. */
const REMOVAL_RETRY_MS = 5 * MINUTE_MS
/** Exceeds the duration of a check, so that it only expires if a process dies during one. */
const LEASE_MS = 5 * MINUTE_MS

/**
 * Deletes the intent of a call whose post its network didn't show. If the post may appear late, records the call, and for
 * presumed calls (`recovery.ts`) each logged one under its own attempt number.
 */
export async function withdrawCall(
  { db, now }: Inside<Context>,
  { id, message, mediaPositions }: DeliveryRow,
  { mayAppearLate }: { mayAppearLate: boolean },
): Promise<void> {
  const [call] = await db.delete(deliverySteps).where(isIntentOf(id)).returning()
  if (!call || call.result || !mayAppearLate) return
  const { intent, attempt, startedAt } = call
  const own = { account: typeof intent.account === 'string' ? intent.account : '', intent, at: +startedAt }
  // A presumed intent has `otherwise`: it stands for the logged calls, not for one of its own.
  const calls = intent.otherwise === undefined ? [...loggedCalls(intent), own] : loggedCalls(intent)
  for (const [index, { account, intent: sent, at }] of calls.entries())
    await db
      .insert(writtenOffCalls)
      .values({
        deliveryId: id,
        attempt: attempt - index,
        account,
        message: textSent(sent) ?? textSent(intent) ?? message,
        extras: extrasSent(sent) ?? extrasSent(intent) ?? null,
        mediaCount: mediaPositions.length,
        calledAt: new Date(at),
        writtenOffAt: now(),
        wakeAt: firstCheckAt(now()),
      })
      .onConflictDoNothing()
}

/** Returns a delivery's written-off calls, on any account, whose posts have not been found. */
export const findOpenCalls = ({ db }: Context, deliveryId: string): Promise<WrittenOffCall[]> =>
  db.select().from(writtenOffCalls).where(isOpenCallOf(deliveryId))

/** Claims calls whose check is due, with a lease, so that no two processes check the same one. */
export async function claimDueChecks({ db, now }: Context, capacity: number): Promise<WrittenOffCall[]> {
  const due = await db
    .select()
    .from(writtenOffCalls)
    .where(lte(writtenOffCalls.wakeAt, now()))
    .orderBy(asc(writtenOffCalls.wakeAt))
    .limit(capacity)
  const claimed: WrittenOffCall[] = []
  for (const call of due) {
    const [row] = await db
      .update(writtenOffCalls)
      .set({ wakeAt: new Date(+now() + LEASE_MS) })
      .where(isUntouched(call))
      .returning()
    if (row) claimed.push(row)
  }
  return claimed
}

/** SQL condition: the check wasn't claimed or rescheduled since it was read. */
export const isUntouched = ({ deliveryId, attempt, wakeAt }: WrittenOffCall) =>
  allOf(
    eq(writtenOffCalls.deliveryId, deliveryId),
    eq(writtenOffCalls.attempt, attempt),
    isUnchanged(writtenOffCalls.wakeAt, wakeAt),
  )

/** Time of the first check after a call is written off, or after its delivery is sent again. */
export const firstCheckAt = (now: Date) => new Date(+now + FIRST_CHECK_MS)

/** Returns the next scheduled check, or null after the last one. */
export function nextCheckAt({ writtenOffAt }: WrittenOffCall, now: Date): Date | null {
  const delay = CHECKS_MS.find(ms => +writtenOffAt + ms > +now)
  return delay === undefined ? null : new Date(+writtenOffAt + delay)
}

/** Latest creation time of a post that counts as published by the call. */
export const latestPostAt = ({ writtenOffAt }: WrittenOffCall) => new Date(+writtenOffAt + MAX_DELAY_MS)

/** Returns the time at which to repeat a check that wasn't possible, or null to give up. */
export function postponedCheckAt(call: WrittenOffCall, now: Date): Date | null {
  if (+now > +call.writtenOffAt + POSTPONED_FOR_MS) return null
  return call.externalId
    ? new Date(+now + REMOVAL_RETRY_MS)
    : (nextCheckAt(call, now) ?? new Date(+now + POSTPONED_BY_MS))
}

/** Schedules the next check of a call, or ends them with `null`. */
export const scheduleCheck = ({ db }: Inside<Context>, call: WrittenOffCall, wakeAt: Date | null) =>
  db.update(writtenOffCalls).set({ wakeAt }).where(isUntouched(call))

/**
 * Claims one of these posts as published by the call. Skips posts that belong to a delivery or another call. Claims none while a
 * call with the same text on this account has no response, which may be one of the same delivery.
 */
export const claimLatePost = (
  ctx: Context,
  call: WrittenOffCall,
  externalIds: string[],
): Promise<string | undefined> =>
  write(ctx, async ctx => {
    const { db } = ctx
    const ofDelivery = inArray(deliveries.externalId, externalIds)
    const ofCall = inArray(writtenOffCalls.externalId, externalIds)
    const [steps, claimed, published] = await Promise.all([
      publishStepsOf(ctx, call, externalIds),
      db.select({ id: writtenOffCalls.externalId }).from(writtenOffCalls).where(ofCall),
      db.select({ id: deliveries.externalId }).from(deliveries).where(ofDelivery),
    ])
    if (steps.some(step => step.result === null && textsOf(step).includes(call.message))) return undefined
    const taken = new Set<unknown>(
      [...claimed, ...published, ...steps.map(({ result }) => result ?? {})].map(({ id }) => id),
    )
    const externalId = externalIds.find(id => !taken.has(id))
    if (externalId === undefined) return undefined
    const [saved] = await db.update(writtenOffCalls).set({ externalId }).where(isUntouched(call)).returning()
    return saved && externalId
  })

/** Returns the calls on the account of a call that have no response, or published one of these posts. */
const publishStepsOf = (
  { db }: Inside<Context>,
  { deliveryId, account }: WrittenOffCall,
  externalIds: string[],
) => {
  const { intent, result } = deliverySteps
  const network = db
    .select({ network: deliveries.network })
    .from(deliveries)
    .where(eq(deliveries.id, deliveryId))
  return db
    .select({ intent, result, message: deliveries.message })
    .from(deliverySteps)
    .innerJoin(deliveries, eq(deliveries.id, deliverySteps.deliveryId))
    .where(
      and(
        eq(deliverySteps.name, PUBLISH_STEP),
        inArray(deliveries.network, network),
        sql`${intent} ->> '$.account' = ${account}`,
        or(isNull(result), inArray(sql`${result} ->> 'id'`, externalIds)),
      ),
    )
}

/** Returns the texts that a call may have sent: the delivery's own, that of its intent, and those of the logged calls. */
const textsOf = ({ intent, message }: { intent: UnansweredCall['intent']; message: string }) => [
  message,
  textSent(intent),
  ...loggedCalls(intent).map(logged => textSent(logged.intent)),
]
