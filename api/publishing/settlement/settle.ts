import { and, eq } from 'drizzle-orm'

import { markSignInLost } from '#api/accounts/needs-reconnect.ts'
import { recordByCurrawong } from '#api/businesses/activity/record.ts'
import type { Context, Inside } from '#api/context.ts'
import { approvals } from '#api/db/schema/posts/approvals.ts'
import { type DeliveryRow, deliveries } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { sendToReview, withdrawApproval } from '#api/deliveries/approval/request.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import { holdForDeletion } from '#api/deliveries/user-holds.ts'
import type { Mail } from '#api/mail/mail.ts'
import { type Addressed, deliveryMail } from '#api/mail/templates.ts'
import {
  linkTo,
  mailNotices,
  type NewNotice,
  notify,
  notifyOfProgress,
} from '#api/notifications/notifications.ts'
import { needsDecision, selectProblemNotices, problemNoticeId } from '#api/notifications/problem-notices.ts'
import { withdrawUnsent } from '#api/outbox/mail.ts'
import { LeaseLost } from '#api/publishing/intent-log.ts'
import { withdrawCall } from '#api/publishing/reconciliation/written-off-calls.ts'
import { networkNames } from '#shared/format-list.ts'
import { compareNetworks } from '#shared/networks.ts'
import { NEVER_CONFIRMED, NOT_APPROVED } from '#shared/posts/posts.ts'
import { reasonsByNetwork } from '#shared/posts/state-labels.ts'
import { postExcerpt, quoted } from '#shared/text/graphemes.ts'
import type { Outcome, Unpublished } from './outcome.ts'
import { settlePublished } from './published.ts'

/**
 * Persists the outcome of an attempt, fenced by the attempt number. A final outcome also writes the notification and the mail
 * in the same transaction, under a key of the attempt, so that the author is notified exactly once.
 * @throws {LeaseLost} if another worker has claimed the delivery; nothing is written then
 */
export async function settleDelivery(ctx: Context, delivery: DeliveryRow, outcome: Outcome) {
  if (outcome.state === 'published') {
    const sent = { ...delivery, message: sentMessage(outcome) ?? delivery.message }
    if (!(await settlePublished(ctx, { delivery: sent, published: outcome.published }))) throw new LeaseLost()
    return
  }
  const isOurs = ({ attempt, state }: DeliveryRow) =>
    attempt === delivery.attempt && (state === 'publishing' || state === 'unconfirmed')
  if (!(await settle(ctx, delivery, outcome, isOurs))) throw new LeaseLost()
}

/** Returns the text that was sent, if it isn't the delivery's. */
const sentMessage = (outcome: Outcome) => ('message' in outcome ? outcome.message : undefined)

/**
 * Marks a delivery that was settled as unpublished, because it may be public after all, and notifies its author.
 * @returns false if its state or attempt changed since it was read
 */
export const markUnpublishedForReconciliation = (
  ctx: Context,
  delivery: DeliveryRow,
  cause: { reasonCode: string; reason: string },
): Promise<boolean> =>
  settle(
    ctx,
    withNextAttempt(delivery),
    { state: 'failed', ...cause },
    ({ attempt, state }) => attempt === delivery.attempt && state === delivery.state,
  )

/** Increments the attempt number, which gives the notification its own key and fences earlier workers. */
export const withNextAttempt = (delivery: DeliveryRow) => ({ ...delivery, attempt: delivery.attempt + 1 })

type HeldOrFailed = Extract<Outcome, { state: 'held' | 'failed' }>

const settle = (
  ctx: Context,
  delivery: DeliveryRow,
  outcome: Unpublished,
  isAsExpected: (current: DeliveryRow) => boolean,
): Promise<boolean> => {
  const { latePosts } = ctx.networks[delivery.network]
  return write(ctx, async ctx => {
    const [current] = await ctx.db.select().from(deliveries).where(eq(deliveries.id, delivery.id))
    if (!current || !isAsExpected(current)) return false
    if ('withdraws' in outcome) await withdrawCall(ctx, delivery, { mayAppearLate: latePosts !== undefined })
    const settled = await afterSigningOut(ctx, outcome)
    const message = sentMessage(settled) ?? current.message
    await saveOutcome(ctx, { ...current, attempt: delivery.attempt, message }, settled)
    return true
  })
}

async function afterSigningOut(ctx: Inside<Context>, outcome: Unpublished): Promise<Unpublished> {
  const signsOut = 'signsOut' in outcome ? outcome.signsOut : undefined
  if (!signsOut || (await markSignInLost(ctx, signsOut.account, signsOut.error))) return outcome
  return signsOut.otherwise
}

/** Saves the outcome for a delivery that was read in the same change. */
export async function saveOutcome(ctx: Inside<Context>, delivery: DeliveryRow, outcome: Unpublished) {
  const { db, now } = ctx
  const { id, postId, attempt } = delivery
  const ofThis = eq(deliveries.id, id)
  const values = { state: outcome.state, ...(await columnsAfter(ctx, delivery, outcome)) }
  await db
    .update(deliveries)
    .set({ ...values, attempt, updatedAt: now() })
    .where(ofThis)
  if (values.state === 'scheduled') {
    await holdForDeletion(ctx, delivery.userId, ofThis)
    await sendToReview(ctx, ofThis)
  }
  if ((outcome.state === 'held' || outcome.state === 'failed') && !outcome.authorNotified) {
    await notifyOfProblem(ctx, delivery, outcome)
    if (outcome.reasonCode === NOT_APPROVED) {
      // An approval that doesn't include this content couldn't be given again.
      await withdrawApproval(ctx, postId)
      await broadcastDeliveries(ctx, await sendToReview(ctx, eq(deliveries.postId, postId)))
    }
  }
  await broadcastDeliveries(ctx, await db.select().from(deliveries).where(ofThis))
}

/** Time within which failures of one post share a mail. */
const SETTLE_MS = 45_000

/**
 * Notifies of a problem. All problems of one post share a notice, which each further one updates, and a mail as long as it hasn't
 * been sent. The mail waits up to `SETTLE_MS` for the networks that are still in flight.
 */
async function notifyOfProblem(ctx: Inside<Context>, delivery: DeliveryRow, outcome: HeldOrFailed) {
  await recordByCurrawong(ctx, [toActivity(delivery, outcome)])
  const { db, now } = ctx
  const ofPost = await db.select().from(deliveries).where(eq(deliveries.postId, delivery.postId))
  const undecided = ofPost.filter(needsDecision).toSorted((a, b) => compareNetworks(a.network, b.network))
  const [open] = await selectProblemNotices(ctx, [delivery.postId])
  // Other recipients' notices have their user's id as well.
  const id = open?.id.split(':').slice(0, 3).join(':') ?? problemNoticeId(delivery)
  const notice = { id, ...problemNotice(delivery, undecided) }
  await (open ? notifyOfProgress(ctx, [notice], { evenIfSame: true }) : notify(ctx, [notice]))
  const waiting = open ? await withdrawUnsent(ctx, [id, ...undecided.map(problemNoticeId)]) : []
  const isStillInFlight = (each: DeliveryRow) =>
    each.state === 'publishing' || (each.wakeAt !== null && +each.wakeAt <= +now() + SETTLE_MS)
  const sendAt = Math.min(+now() + SETTLE_MS, ...waiting.map(({ wakeAt }) => +wakeAt))
  await mailNotices(
    ctx,
    [{ ...notice, id: waiting[0]?.id ?? problemNoticeId(delivery) }],
    parts => problemMail(parts, delivery, undecided),
    { delayMs: ofPost.some(isStillInFlight) ? Math.max(0, sendAt - +now()) : 0 },
  )
}

const toActivity = ({ domainId, postId, network }: DeliveryRow, { state, reason }: HeldOrFailed) => ({
  domainId,
  act: `post.${state}` as const,
  postId,
  details: { network, reason },
})

async function columnsAfter(
  { db }: Inside<Context>,
  { failures, message, postId, publishAt }: DeliveryRow,
  outcome: Unpublished,
): Promise<Partial<DeliveryRow>> {
  switch (outcome.state) {
    case 'scheduled':
    case 'unconfirmed': {
      const { at: wakeAt, reason, reasonCode } = outcome
      const own =
        outcome.state === 'scheduled' ? { failures: failures + (outcome.counts ? 1 : 0) } : { message }
      return { wakeAt, reason, reasonCode, ...own }
    }
    case 'in_review':
    case 'changes_requested': {
      const isApproved = and(eq(approvals.postId, postId), eq(approvals.state, 'approved'))
      const wasApproved = (await db.$count(approvals, isApproved)) > 0
      const next = wasApproved ? ({ state: 'scheduled', wakeAt: publishAt } as const) : { wakeAt: null }
      return { ...next, reason: '', reasonCode: '' }
    }
    case 'held':
    case 'failed': {
      const { reason, reasonCode } = outcome
      return { wakeAt: null, reason, reasonCode, message }
    }
  }
}

/** The worst problem of a post comes first. */
const PROBLEMS = ['failed', 'unsure', 'held'] as const
type Problem = (typeof PROBLEMS)[number]

function problemOf({ state, reasonCode }: DeliveryRow): Problem {
  if (state === 'held') return 'held'
  // If the message denied that the post may be public, its author might publish it twice.
  return reasonCode === NEVER_CONFIRMED ? 'unsure' : 'failed'
}

/** Returns the problems of a post, the worst first. */
const problemsOf = (undecided: readonly DeliveryRow[]) =>
  PROBLEMS.filter(problem => undecided.some(each => problemOf(each) === problem))

const PROBLEM_TEXTS: Record<Problem, string> = {
  failed: 'did not go out',
  unsure: 'may have been published',
  held: 'is held',
}

/** Returns the notification about a post that is held or failed on networks. */
function problemNotice(
  { userId, domainId, message, postId }: DeliveryRow,
  undecided: readonly DeliveryRow[],
): Omit<NewNotice, 'id'> {
  const [worst = 'held', another] = problemsOf(undecided)
  return {
    userId,
    domainId,
    type: 'social',
    tone: worst === 'failed' ? 'danger' : 'warning',
    title: titleOf(undecided),
    message: [
      `${quoted(postExcerpt(message))} ${another ? 'needs you' : PROBLEM_TEXTS[worst]}.`,
      ...reasonsByNetwork(undecided),
    ].join(' '),
    link: linkTo({ postId }),
    forTeam: true,
  }
}

/** Returns the mail about a post that is held or failed on networks. */
const problemMail = (
  { url, ...parts }: Addressed,
  { message }: DeliveryRow,
  undecided: readonly DeliveryRow[],
): Mail =>
  deliveryMail({
    ...parts,
    outcome: problemsOf(undecided)[0] ?? 'held',
    title: titleOf(undecided),
    reasons: reasonsByNetwork(undecided),
    message,
    action: { label: 'Decide what to do', url },
  })

/** 'Not published on Facebook; your Instagram post is waiting for you' */
function titleOf(undecided: readonly DeliveryRow[]): string {
  const titles = problemsOf(undecided).map(problem => {
    const having = undecided.filter(each => problemOf(each) === problem)
    const names = networkNames(having.map(({ network }) => network))
    if (problem === 'unsure') return `Possibly published on ${names}: please check`
    if (problem === 'failed') return `Not published on ${names}`
    return having.length === 1
      ? `Your ${names} post is waiting for you`
      : `Your posts for ${names} are waiting for you`
  })
  return titles
    .map((title, at) => (at === 0 ? title : title.replace(/^./, start => start.toLowerCase())))
    .join('; ')
}
