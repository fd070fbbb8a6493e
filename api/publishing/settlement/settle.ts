import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'

import { recordIfChanged } from '#api/businesses/activity/record.ts'
import type { Context } from '#api/context.ts'
import { allOf, isStill } from '#api/db/conditions.ts'
import { type DeliveryRow, deliveries, deliverySteps, PUBLISH_STEP } from '#api/db/schema/posts/posts.ts'
import { isApproved } from '#api/deliveries/approval/conditions.ts'
import { requestApproval, withdrawApproval } from '#api/deliveries/approval/request.ts'
import { broadcastDeliveries, excerpt } from '#api/deliveries/broadcast.ts'
import { holdForDeletion } from '#api/deliveries/user-holds.ts'
import type { Mail } from '#api/mail/mail.ts'
import { deliveryMail } from '#api/mail/templates.ts'
import {
  mailsOf,
  type Addressed,
  linkTo,
  noticeMailInserts,
  notificationInsert,
  type Notice,
} from '#api/notifications/notifications.ts'
import { liveInsertFor } from '#api/outbox/live-events.ts'
import { LeaseLost } from '#api/publishing/intent-log.ts'
import { writeOffCall } from '#api/publishing/reconciliation/written-off-calls.ts'
import { networks } from '#shared/networks.ts'
import { type DeliveryState, NOT_APPROVED, REVIEW_STATES, NEVER_CONFIRMED } from '#shared/posts/posts.ts'
import type { Outcome } from './outcome.ts'
import { settlePublished } from './published.ts'

/**
 * Persists the outcome of an attempt, fenced by the attempt number. A final outcome also writes the notification and the mail
 * in the same transaction, under a key of the attempt, so that the author is notified exactly once.
 * @throws {LeaseLost} if another worker has claimed the delivery; nothing is written then
 */
export async function settleDelivery(ctx: Context, delivery: DeliveryRow, outcome: Outcome) {
  const { message = delivery.message } = 'message' in outcome ? outcome : {}
  const sent = { ...delivery, message }
  if (outcome.state === 'published') {
    if (!(await settlePublished(ctx, { delivery: sent, published: outcome.published }))) throw new LeaseLost()
    return
  }
  const claimed = allOf(
    eq(deliveries.id, delivery.id),
    eq(deliveries.attempt, delivery.attempt),
    inArray(deliveries.state, ['publishing', 'unconfirmed']),
  )
  if (!(await settle(ctx, sent, outcome, claimed))) throw new LeaseLost()
}

type Cause = { reasonCode: string; reason: string }

/** Holds an unclaimed delivery, unless it changed since it was read. */
export const holdUnclaimed = (ctx: Context, delivery: DeliveryRow, cause: Cause) =>
  settleUnclaimed(
    ctx,
    delivery,
    { state: 'held', ...cause },
    allOf(isAsRead(delivery), isStill(deliveries.wakeAt, delivery.wakeAt)),
  )

/**
 * Marks a delivery that was settled as unpublished as possibly public, and notifies its author.
 * @returns false if it changed since it was read
 */
export const markUnpublishedForReconciliation = (ctx: Context, delivery: DeliveryRow, cause: Cause) =>
  settleUnclaimed(ctx, delivery, { state: 'failed', ...cause }, isAsRead(delivery))

/** Increments the attempt number, which gives the notification its own key and fences earlier workers. */
const settleUnclaimed = (ctx: Context, delivery: DeliveryRow, outcome: Unpublished, guard: SQL) =>
  settle(ctx, { ...delivery, attempt: delivery.attempt + 1 }, outcome, guard)

const isAsRead = ({ id, attempt, state }: DeliveryRow) =>
  allOf(eq(deliveries.id, id), eq(deliveries.attempt, attempt), eq(deliveries.state, state))

type InReview = { state: 'in_review' | 'changes_requested' }
const isReview = (outcome: Outcome): outcome is Outcome & InReview => REVIEW_STATES.includes(outcome.state)

type HeldOrFailed = Extract<Outcome, { state: 'held' | 'failed' }>
type Unpublished = Exclude<Outcome, { state: 'published' }>

async function settle(
  ctx: Context,
  delivery: DeliveryRow,
  outcome: Unpublished,
  guard: SQL,
): Promise<boolean> {
  const update = ctx.db
    .update(deliveries)
    .set(changes(ctx, delivery, outcome))
    .where(guard)
    .returning({ id: deliveries.id })
  const settled = sql`exists (select 1 from deliveries where id = ${delivery.id} and attempt = ${delivery.attempt} and state in ${statesAfter(outcome)})`
  const live = liveInsertFor(
    ctx,
    delivery.domainId,
    'delivery',
    { postId: delivery.postId, deliveryId: delivery.id, state: outcome.state },
    settled,
  )
  const withdraws = 'withdraws' in outcome ? settled : sql`false`
  const writeOff = writeOffCall(ctx, delivery, withdraws)
  const withdrawal = withdraw(ctx, delivery, withdraws)
  if (outcome.state === 'scheduled') {
    const which = eq(deliveries.id, delivery.id)
    const hold = holdForDeletion(ctx, delivery.userId, which)
    const review = requestApproval(ctx, which)
    const all = [update, writeOff, withdrawal, hold, ...review, live] as const
    const [updated, , , held, , inReview] = await ctx.db.batch(all)
    await broadcastDeliveries(ctx, [...held, ...inReview])
    return updated.length > 0
  }
  if (isReview(outcome) || outcome.state === 'unconfirmed' || outcome.authorNotified) {
    const [updated] = await ctx.db.batch([update, writeOff, withdrawal, live])
    return updated.length > 0
  }
  const id = `delivery:${delivery.id}:${delivery.attempt}`
  const notice = { id, userId: delivery.userId, ...deliveryNotice(delivery, outcome) }
  const mails = await mailsOf(ctx, [notice], parts => noticeMail(parts, delivery, outcome))
  const notify = notificationInsert(ctx, notice, settled)
  const mail = noticeMailInserts(ctx, mails, settled)
  const record = recordIfChanged(ctx, recordOf(delivery, outcome))
  const results = await ctx.db.batch([
    update,
    record,
    writeOff,
    withdrawal,
    live,
    notify,
    mail,
    // Withdraws an approval that doesn't include this content, because it couldn't be given again.
    ...(outcome.reasonCode === NOT_APPROVED
      ? [
          withdrawApproval(ctx, delivery.postId, settled),
          ...requestApproval(ctx, allOf(eq(deliveries.postId, delivery.postId), settled)),
        ]
      : []),
  ])
  const [updated] = results
  if (outcome.reasonCode === NOT_APPROVED)
    await broadcastDeliveries(ctx, results.at(-1) as (typeof deliveries.$inferSelect)[])
  if (updated.length > 0) ctx.wake('send-mail')
  return updated.length > 0
}

const recordOf = ({ domainId, postId, network }: DeliveryRow, { state, reason }: HeldOrFailed) => ({
  domainId,
  act: `post.${state}` as const,
  postId,
  details: { network, reason },
})

/** Deletes the intent if `when` holds. Returns the unexecuted statement for `db.batch`. */
const withdraw = ({ db }: Context, { id }: DeliveryRow, when: SQL) =>
  db
    .delete(deliverySteps)
    .where(and(eq(deliverySteps.deliveryId, id), eq(deliverySteps.name, PUBLISH_STEP), when))

/** States that the update may result in. A post in review may have been approved in the meantime. */
const statesAfter = (outcome: Unpublished): DeliveryState[] =>
  isReview(outcome) ? [outcome.state, 'scheduled'] : [outcome.state]

function changes(ctx: Context, delivery: DeliveryRow, outcome: Unpublished) {
  const now = ctx.now()
  const common = { state: outcome.state, attempt: delivery.attempt, updatedAt: now }
  switch (outcome.state) {
    case 'scheduled':
      return {
        ...common,
        wakeAt: outcome.at,
        reason: outcome.reason,
        reasonCode: outcome.reasonCode,
        failures: delivery.failures + (outcome.counts ? 1 : 0),
      }
    case 'unconfirmed':
      return {
        ...common,
        wakeAt: outcome.at,
        reason: outcome.reason,
        reasonCode: outcome.reasonCode,
        message: delivery.message,
      }
    case 'in_review':
    case 'changes_requested':
      return {
        ...common,
        state: sql<DeliveryState>`iif(${isApproved}, 'scheduled', ${outcome.state})`,
        wakeAt: sql<Date>`iif(${isApproved}, ${deliveries.publishAt}, null)`,
        reason: '',
        reasonCode: '',
      }
    case 'held':
    case 'failed':
      return {
        ...common,
        wakeAt: null,
        reason: outcome.reason,
        reasonCode: outcome.reasonCode,
        message: delivery.message,
      }
  }
}

type Trouble = Extract<Outcome, { state: 'held' | 'failed' }>

/** Returns the notification about a post that is held or failed. */
function deliveryNotice(delivery: DeliveryRow, outcome: Trouble): Notice & { domainId: string } {
  const text = excerpt(delivery.message)
  const common = {
    type: 'social' as const,
    title: titleOf(delivery, outcome),
    link: linkTo(delivery),
    domainId: delivery.domainId,
    forTeam: true as const,
  }
  switch (outcome.state) {
    case 'held':
      return { ...common, tone: 'warning', message: `“${text}” is held. ${outcome.reason}` }
    case 'failed':
      return isUnsure(outcome)
        ? { ...common, tone: 'warning', message: `“${text}” may have been published. ${outcome.reason}` }
        : { ...common, tone: 'danger', message: `“${text}” did not go out. ${outcome.reason}` }
  }
}

/** The post may be public. A message that denies it could make its author publish it twice. */
const isUnsure = (outcome: Trouble) => outcome.state === 'failed' && outcome.reasonCode === NEVER_CONFIRMED

/** Returns the mail about a post that is held or failed. */
const noticeMail = ({ url, ...parts }: Addressed, delivery: DeliveryRow, outcome: Trouble): Mail =>
  deliveryMail({
    ...parts,
    outcome: isUnsure(outcome) ? 'unsure' : outcome.state,
    title: titleOf(delivery, outcome),
    reason: outcome.reason,
    message: delivery.message,
    action: { label: 'Decide what to do', url },
  })

function titleOf({ network }: DeliveryRow, outcome: Trouble): string {
  const { name } = networks[network]
  if (isUnsure(outcome)) return `Possibly published on ${name}: please check`
  const titles = {
    held: `Your ${name} post is waiting for you`,
    failed: `Not published on ${name}`,
  }
  return titles[outcome.state]
}
