import { and, eq, exists, inArray, or, type SQL, sql } from 'drizzle-orm'

import { requestApproval, withdrawApproval } from '#api/approvals/withdraw.ts'
import { isAllowedIn } from '#api/auth/access/membership.ts'
import { recordActivity } from '#api/businesses/activity/record.ts'
import { getDomain } from '#api/businesses/domains.ts'
import type { UserContext } from '#api/context.ts'
import { allOf } from '#api/db/conditions.ts'
import { type DeliveryRow, deliveries, deliverySteps } from '#api/db/schema/posts/posts.ts'
import {
  holdForAnotherAccount,
  isForAnother,
  meantForConnected,
  requireOwnAccount,
} from '#api/deliveries/account-mismatch.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import { requireNoDeletion } from '#api/deliveries/user-holds.ts'
import { DomainError } from '#api/errors.ts'
import { nextFreeSlot, requireFree } from '#api/posts/slots/next-free-slot.ts'
import type { ActivityAct } from '#shared/activity.ts'
import {
  CHANGEABLE_STATES,
  type DeliveryState,
  type MovePost,
  NEVER_CONFIRMED,
  POST_MESSAGES,
} from '#shared/posts/posts.ts'
import { nothingToRetry, tooLate } from './change-errors.ts'
import { countMove, updatePostTime } from './follow-time.ts'
import { mayChange, plannedBy, requireMayChangePost } from './may-change.ts'
import { checkPublishTime } from './new-post.ts'
import { noSuchPost, readPost } from './posts.ts'

export type Choice = { postId: string; deliveryId?: string | undefined }
/** True if the author consents to another account than the post was written for. */
type Consent = { onConnectedAccount?: boolean }

/**
 * Cancels deliveries that have not begun, without creating a draft.
 * @throws {DomainError} `conflict` if none can be cancelled any more
 */
export const discardPost = (ctx: UserContext, choice: Choice) =>
  changeDeliveries(ctx, choice, CHANGEABLE_STATES, { act: 'post.cancelled', values: cancelledValues })

/** Cancels one network's delivery. Authors may do so in their own post until it is approved. */
export async function cancelDelivery(ctx: UserContext, choice: Choice) {
  await requireMayChangePost(ctx, choice.postId)
  const may = mayChange(ctx, choice.postId)
  await changeDeliveries(ctx, choice, CHANGEABLE_STATES, {
    act: 'post.cancelled',
    values: cancelledValues,
    may,
  })
}

/**
 * Publishes held and failed deliveries at once, or a given delivery even before its time. Deliveries that may be public are
 * reconciled first, and those that lack an approval wait for it.
 * @throws {DomainError} `conflict` without consent if it was written for another account than the connected one
 */
export async function retryPost(ctx: UserContext, choice: Choice, consent: Consent = {}) {
  await requireNoDeletion(ctx)
  const from = choice.deliveryId ? CHANGEABLE_STATES : (['held', 'failed'] as const)
  if (!consent.onConnectedAccount)
    await requireOwnAccount(ctx, allOf(chosenBy(ctx, choice), inArray(deliveries.state, [...from])))
  await discardUnconfirmed(ctx, choice)
  const now = ctx.now()
  await changeDeliveries(ctx, choice, from, {
    act: 'post.retried',
    values: { ...dueAt(now, consent), ...plannedBy(ctx, choice.postId).at(now) },
    movesTo: now,
  })
  ctx.wake('publish')
}

/**
 * Reschedules the post. Without consent, a delivery written for another account than the connected one stays held. An author
 * moves their own post until it is approved; it then waits for approval with its new time.
 * @param change if `version` is given, the post must have it
 * @throws {DomainError} `conflict` if it hasn't
 */
export async function movePost(
  ctx: UserContext,
  choice: Choice,
  { scheduledTime, version, ...consent }: MovePost & Consent & { version?: number | undefined },
) {
  await requireNoDeletion(ctx)
  await requireMayChangePost(ctx, choice.postId)
  await requireVersion(ctx, choice.postId, version)
  const publishAt = checkPublishTime(scheduledTime, ctx.now())
  await discardUnconfirmed(ctx, choice)
  const move = { ...moveTo(ctx, choice, publishAt, consent), version }
  await changeDeliveries(ctx, choice, CHANGEABLE_STATES, move)
  ctx.wake('publish')
}

const moveTo = (ctx: UserContext, { postId }: Choice, at: Date | SQL<Date>, consent: Consent) =>
  ({
    act: 'post.moved',
    values: { ...dueAt(at, consent), ...plannedBy(ctx, postId).at(at) },
    movesTo: at,
    may: mayChange(ctx, postId),
  }) satisfies Change

/**
 * Moves the post to the next free slot of its business, which the update itself claims. Its own time counts as free.
 * @throws {DomainError} `invalid` if the business has no slots, `conflict` if all are taken
 */
export async function movePostToSlot(ctx: UserContext, postId: string, consent: Consent) {
  await requireNoDeletion(ctx)
  await requireMayChangePost(ctx, postId)
  const { domainId, timeZone } = await readPost(ctx, postId)
  const free = await nextFreeSlot(ctx, await getDomain(ctx, domainId), { timeZone, except: postId })
  await discardUnconfirmed(ctx, { postId })
  try {
    await changeDeliveries(ctx, { postId }, CHANGEABLE_STATES, moveTo(ctx, { postId }, free.at, consent))
  } catch (error) {
    await requireFree(ctx, free)
    throw error
  }
  ctx.wake('publish')
}

/**
 * Column values for a cancelled delivery. They include its previous state and reason, so that `restorePost` can undo the
 * cancellation.
 */
export const cancelledValues = {
  state: 'canceled',
  canceledFrom: sql`${deliveries.state}`,
  wakeAt: null,
} as const

export const dueAt = (publishAt: Date | SQL<Date>, { onConnectedAccount = false }: Consent = {}) =>
  ({
    state: 'scheduled',
    publishAt,
    wakeAt: publishAt,
    failures: 0,
    reason: '',
    reasonCode: '',
    ...(onConnectedAccount && meantForConnected),
  }) as const

/** SQL condition: the delivery is among the chosen, and the caller may change it. */
export const chosenBy = (
  ctx: UserContext,
  { postId, deliveryId }: Choice,
  may: SQL = isAllowedIn(ctx, deliveries.domainId, 'publish'),
) => allOf(eq(deliveries.postId, postId), may, deliveryId ? eq(deliveries.id, deliveryId) : undefined)

const isoOf = (ms: SQL) => sql`strftime('%FT%R:%fZ', ${ms} / 1000.0, 'unixepoch')`

/**
 * Records an action on a post, or on its delivery to one network, if the preceding statement changed a delivery. For a move,
 * records the previous and the new time, and whether the post stays approved.
 */
export const recordOfPost = (
  ctx: UserContext,
  { act, postId, deliveryId }: Choice & { act: ActivityAct },
) => {
  const one = deliveryId ? sql`and id = ${deliveryId}` : sql`and state <> 'canceled'`
  const times = sql`'from', ${isoOf(sql`(select publish_at from posts where id = ${postId})`)},
    'to', ${isoOf(sql`(select max(publish_at) from deliveries where post_id = ${postId} ${one})`)},
    'staysApproved', (select json('true') from approvals where post_id = ${postId} and state = 'approved' and not exempt),`
  const details = sql`json_object(${act === 'post.moved' ? times : sql``}
    'network', (select network from deliveries where id = ${deliveryId ?? null}))`
  const domainId = sql`(select domain_id from posts where id = ${postId})`
  return recordActivity(ctx, { domainId, act, postId, details })
}

/** Returns each row in its latest state: deliveries that were sent to review changed twice. */
export const latestOf = (changed: DeliveryRow[], inReview: DeliveryRow[]) => [
  ...changed.filter(({ id }) => !inReview.some(other => other.id === id)),
  ...inReview,
]

type Change = {
  act: ActivityAct
  /** New time of the post; missing for a cancellation. */
  movesTo?: Date | SQL<Date>
  values:
    | ReturnType<typeof dueAt>
    | (Omit<ReturnType<typeof dueAt>, 'state' | 'wakeAt'> & ReturnType<ReturnType<typeof plannedBy>['at']>)
    | typeof cancelledValues
  /** SQL condition: the caller may change the post. By default, the caller must be allowed to publish. */
  may?: SQL
  /** Version that the post must have. */
  version?: number | undefined
}

async function requireVersion(ctx: UserContext, postId: string, version: number | undefined) {
  if (version !== undefined && (await readPost(ctx, postId)).version !== version)
    throw new DomainError('conflict', POST_MESSAGES.changed)
}

async function changeDeliveries(
  ctx: UserContext,
  choice: Choice,
  from: readonly DeliveryState[],
  { act, movesTo, values, may, version }: Change,
) {
  const { postId, deliveryId } = choice
  const chosen = chosenBy(ctx, choice, may)
  const { needsApproval, submits } = plannedBy(ctx, postId)
  const isCurrent = sql`(select version from posts where id = ${postId}) = ${version}`
  const affected = and(
    chosen,
    inArray(deliveries.state, [...from]),
    version === undefined ? undefined : isCurrent,
  )
  const isAffected = exists(ctx.db.select().from(deliveries).where(affected))
  const needsNewApproval = act === 'post.moved' ? and(isAffected, needsApproval) : sql`false`
  const isNewAccount =
    'meantFor' in values && exists(ctx.db.select().from(deliveries).where(and(affected, isForAnother)))
  const results = await ctx.db.batch([
    withdrawApproval(ctx, postId, or(needsNewApproval, isNewAccount || undefined)),
    ctx.db
      .update(deliveries)
      .set({ ...values, updatedAt: ctx.now() })
      .where(affected)
      .returning(),
    recordOfPost(ctx, { act, ...choice }),
    holdForAnotherAccount(ctx, chosen),
    // Rescheduling a single network doesn't change the post's time.
    ...(movesTo
      ? [
          deliveryId
            ? countMove(ctx, { postId, deliveryId }, movesTo, may)
            : updatePostTime(ctx, postId, movesTo, { may }),
        ]
      : []),
    ...requestApproval(ctx, chosenBy(ctx, { postId }, may), movesTo && { submits }),
  ])
  const changed = results[1]
  if (changed.length === 0) {
    const states = (await ctx.db.select({ state: deliveries.state }).from(deliveries).where(chosen)).map(
      ({ state }) => state,
    )
    if (may) await requireMayChangePost(ctx, postId)
    await requireVersion(ctx, postId, version)
    if (states.length === 0) throw noSuchPost()
    throw from.includes('scheduled') ? tooLate(states) : nothingToRetry(states)
  }
  await broadcastDeliveries(ctx, latestOf(changed, results.at(-1) as DeliveryRow[]))
}

/** Discards the unanswered intents, because the author confirmed that the post is absent. */
const discardUnconfirmed = (ctx: UserContext, choice: Choice) =>
  ctx.db.delete(deliverySteps).where(
    inArray(
      deliverySteps.deliveryId,
      ctx.db
        .select({ id: deliveries.id })
        .from(deliveries)
        .where(
          and(
            chosenBy(ctx, choice),
            eq(deliveries.state, 'failed'),
            eq(deliveries.reasonCode, NEVER_CONFIRMED),
          ),
        ),
    ),
  )
