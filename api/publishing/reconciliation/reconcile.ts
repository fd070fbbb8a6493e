import * as v from 'valibot'

import type { Context } from '#api/context.ts'
import type { DeliveryRow } from '#api/db/schema/posts/posts.ts'
import { MAX_UNCERTAINTY_MS, MAX_FAILURES, nextCheckAt, retryDelay } from '#api/deliveries/backoff.ts'
import { reasons } from '#api/deliveries/reasons.ts'
import {
  isAccountOrInstallationError,
  NetworkError,
  type Publication,
  type Reconciliation,
  type UnansweredCall,
} from '#api/networks/core/network.ts'
import type { Attempt } from '#api/publishing/intent-log.ts'
import {
  capAtLateLimit,
  type NoKnownPost,
  type Outcome,
  type Unpublished,
} from '#api/publishing/settlement/outcome.ts'
import { ANOTHER_ACCOUNT } from '#shared/posts/posts.ts'
import { listPossibleCalls, textSent } from './intents.ts'

export async function reconcilePublish(
  ctx: Context,
  attempt: Attempt,
  publication: Publication,
  unanswered: UnansweredCall,
): Promise<Outcome> {
  const { delivery } = attempt
  const { reconciliation, call } = await findCall(ctx, attempt, publication, unanswered)
  switch (reconciliation.state) {
    case 'published':
      return { ...reconciliation, message: textSent(call.intent) }
    case 'absent':
      return { ...absentOutcome(ctx, delivery, unanswered), withdraws: true }
    case 'unknown':
      return unconfirmedOutcome(ctx, attempt, reasons.checking(delivery.network, reconciliation.why))
  }
}

/** Searches for each call that the delivery may have made, until one is recognised. */
async function findCall(
  ctx: Context,
  { delivery: { network }, intentLog }: Attempt,
  publication: Publication,
  unanswered: UnansweredCall,
): Promise<{ reconciliation: Reconciliation; call: UnansweredCall }> {
  let result: Reconciliation = { state: 'absent' }
  for (const call of listPossibleCalls(unanswered)) {
    const reconciliation = await ctx.networks[network]
      .reconcile(publication, intentLog.forCall(call), call)
      .catch((error: unknown) => {
        if (!(error instanceof NetworkError) || isAccountOrInstallationError(error)) throw error
        const why = `The last check failed: ${error.message}`
        return { state: 'unknown' as const, why }
      })
    if (reconciliation.state === 'published' || intentLog.finished()) return { reconciliation, call }
    if (result.state === 'absent') result = reconciliation
  }
  return { reconciliation: result, call: unanswered }
}

/**
 * Searches for the first call's post when a repeated call is permanently rejected. The first one may have succeeded after
 * reconciliation, and the second one then is a duplicate.
 */
export async function findPreviousPublish(
  ctx: Context,
  attempt: Attempt,
  publication: Publication,
  { kind }: NetworkError,
): Promise<Outcome | undefined> {
  const { delivery, intentLog } = attempt
  const { network, failures, publishAt } = delivery
  const unanswered = intentLog.unansweredCall()
  if (kind !== 'permanent' || failures === 0 || !unanswered) return undefined
  const reconciliation = await ctx.networks[network]
    .reconcile(publication, intentLog, { ...unanswered, at: publishAt, until: unanswered.at })
    .catch(() => undefined)
  if (reconciliation?.state === 'published') return reconciliation
  // Reconciliation found the post while the provider is still processing it, and recorded its id.
  return reconciliation?.state === 'unknown' && intentLog.finished()
    ? unconfirmedOutcome(ctx, attempt, reasons.checking(network, reconciliation.why))
    : undefined
}

/** Schedules the next reconciliation. After a day the delivery fails, and its author is asked to check. */
export function unconfirmedOutcome(
  { now }: Pick<Context, 'now'>,
  { delivery: { network }, intentLog }: Attempt,
  because: { reasonCode: string; reason: string },
): Unpublished {
  const unanswered = intentLog.unansweredCall()
  const since = unanswered?.lost?.until ?? (unanswered ?? intentLog.finished())?.at ?? now()
  return +now() - +since > MAX_UNCERTAINTY_MS
    ? { state: 'failed', ...reasons.neverConfirmed(network) }
    : { state: 'unconfirmed', at: nextCheckAt(now(), since), message: intentLog.sentText(), ...because }
}

/** The state of a delivery before the database lost its last writes, as `recovery.ts` writes it into the presumed intent. */
const FormerState = v.object({
  state: v.picklist(['in_review', 'changes_requested', 'scheduled', 'unconfirmed', 'held', 'failed']),
  wakeAt: v.optional(v.nullable(v.number())),
  publishAt: v.number(),
  reasonCode: v.string(),
  reason: v.string(),
  told: v.boolean(),
})

/**
 * Reasons for a hold that end once the account has been queried, because it is connected then. If the author's deletion is still
 * scheduled, persisting the outcome holds the delivery again.
 */
const ENDED_BY_QUERY = ['disconnected', 'needs_reconnect', ANOTHER_ACCOUNT, reasons.leaving.reasonCode]

/**
 * True if it was held before the database lost its last writes, and its author hasn't changed its time since. The author has then
 * already been notified.
 */
export function wasHeldBefore({ delivery: { publishAt }, intentLog }: Attempt): boolean {
  const former = intentLog.unansweredCall()?.intent.otherwise
  if (!v.is(FormerState, former) || former.publishAt !== +publishAt) return false
  return former.state === 'held' && former.told
}

/** Returns a delivery to its state before the database lost its last writes, unless its author has changed it since. */
function formerOutcome({ publishAt }: DeliveryRow, former: v.InferOutput<typeof FormerState>): NoKnownPost {
  const { state, wakeAt, reasonCode, reason, told } = former
  const isUntouched = former.publishAt === +publishAt
  if (state === 'in_review' || state === 'changes_requested') return { state }
  if (isUntouched && (state === 'held' || state === 'failed') && !ENDED_BY_QUERY.includes(reasonCode))
    return { state, reasonCode, reason, ...(told && { authorNotified: true }) }
  const at = isUntouched && state === 'scheduled' && wakeAt ? new Date(wakeAt) : publishAt
  return { state: 'scheduled', at, counts: false, reasonCode: '', reason: '' }
}

/** Sends the post again, the first time at once. Beyond the late limit it is held for the author's decision. */
function absentOutcome(ctx: Context, delivery: DeliveryRow, { at, intent }: UnansweredCall): NoKnownPost {
  const { now, config } = ctx
  const { network, failures, publishAt } = delivery
  if (v.is(FormerState, intent.otherwise)) return formerOutcome(delivery, intent.otherwise)
  if (failures + 1 >= MAX_FAILURES) return { state: 'failed', ...reasons.neverTaken(network) }
  if (+now() - Math.max(+at, +publishAt) > config.lateLimitMs)
    return { state: 'held', ...reasons.foundAbsentLate(network) }
  const soonest = +now() + (failures === 0 ? 0 : retryDelay(failures))
  const resend =
    intent.notBefore === undefined
      ? { at: new Date(soonest), ...reasons.notPublished(network) }
      : capAtLateLimit(ctx, delivery, {
          at: new Date(Math.max(soonest, Number(intent.notBefore))),
          ...reasons.heldBack(network),
        })
  return { state: 'scheduled', counts: true, ...resend }
}
