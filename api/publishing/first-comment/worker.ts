import { and, eq } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { type FirstCommentRow, firstComments, type DeliveryRow } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import { trackInFlight } from '#api/deliveries/capacity.ts'
import type { Mail } from '#api/mail/mail.ts'
import { type Addressed, deliveryMail } from '#api/mail/templates.ts'
import { linkTo, mailNotices, type NewNotice, notify } from '#api/notifications/notifications.ts'
import { coalesced } from '#api/runtime/worker-pool.ts'
import { networks } from '#shared/networks.ts'
import { attemptComment, type CommentOutcome } from './attempt.ts'
import { claimDueComments, type ClaimedComment } from './claim.ts'

const MAX_CONCURRENT = 32

/** Creates a worker that adds first comments under published posts. Several may share a database, thanks to claims. */
export function createCommenter(ctx: Context) {
  const inFlight = trackInFlight(MAX_CONCURRENT)
  let stopped = false
  const startDue = coalesced(() =>
    claim().catch(error => ctx.log.error({ err: error }, 'first comments not claimed')),
  )

  async function work(claimed: ClaimedComment) {
    const { deliveryId, attempt } = claimed.comment
    try {
      const outcome = await attemptComment(ctx, claimed)
      if (!outcome) return ctx.log.warn({ deliveryId, attempt }, 'first comment lost its lease')
      await settleComment(ctx, claimed, outcome)
      ctx.log.info({ deliveryId, attempt, outcome: outcome.state }, 'first comment')
    } catch (error) {
      ctx.log.error({ deliveryId, attempt, err: error }, 'first comment not settled')
    }
  }

  async function claim() {
    const capacity = inFlight.capacity()
    if (stopped || capacity.free <= 0) return
    for (const claimed of await claimDueComments(ctx, capacity))
      void inFlight.add(claimed.delivery, work(claimed)).then(startDue)
  }

  return {
    /** Starts due comments within capacity; a freed slot claims the next. */
    tick: startDue,
    async idle() {
      for (;;) {
        await startDue.settled()
        await inFlight.settled()
        if (!startDue.isRunning() && inFlight.size() === 0) return
      }
    },
    stop: () => void (stopped = true),
  }
}

/** Persists the outcome of an attempt, fenced by the attempt number. A failure is notified in the same transaction. */
export async function settleComment(
  ctx: Context,
  { comment, delivery }: ClaimedComment,
  outcome: CommentOutcome,
): Promise<void> {
  const { deliveryId, attempt } = comment
  await write(ctx, async ctx => {
    const { rowsAffected } = await ctx.db
      .update(firstComments)
      .set({ ...changes(comment, outcome), updatedAt: ctx.now() })
      .where(and(eq(firstComments.deliveryId, deliveryId), eq(firstComments.attempt, attempt)))
    if (rowsAffected === 0) return
    await broadcastDeliveries(ctx, [delivery])
    if (outcome.state !== 'failed') return
    const notice = commentNotice(comment, delivery, outcome)
    await notify(ctx, [notice])
    await mailNotices(ctx, [notice], parts => commentMail(parts, { comment, delivery }, outcome))
  })
}

function changes({ failures }: FirstCommentRow, outcome: CommentOutcome): Partial<FirstCommentRow> {
  const none = { reason: '', reasonCode: '' }
  switch (outcome.state) {
    case 'added':
      return { ...none, state: 'added', wakeAt: null, begunAt: null, externalId: outcome.externalId }
    case 'waiting':
      return {
        ...none,
        state: 'waiting',
        wakeAt: outcome.at,
        begunAt: null,
        reason: outcome.reason,
        failures: failures + (outcome.counts ? 1 : 0),
      }
    case 'unconfirmed':
      return { ...none, state: 'unconfirmed', wakeAt: outcome.at, reason: outcome.reason }
    case 'failed':
      return {
        state: 'failed',
        wakeAt: null,
        begunAt: null,
        reason: outcome.reason,
        reasonCode: outcome.reasonCode,
      }
  }
}

type Failed = { reason: string }

/** Returns the notification about a first comment that could not be added to its published post. */
const commentNotice = (
  { deliveryId, attempt }: FirstCommentRow,
  delivery: DeliveryRow,
  { reason }: Failed,
): NewNotice => ({
  id: `comment:${deliveryId}:${attempt}`,
  userId: delivery.userId,
  type: 'social',
  tone: 'warning',
  title: titleOf(delivery),
  message: messageOf(reason),
  link: linkTo(delivery),
  domainId: delivery.domainId,
  forTeam: true,
})

/** Returns the mail about it, with the comment's text, so that the author can add it by hand. */
const commentMail = (
  { url, ...parts }: Addressed,
  { comment, delivery }: ClaimedComment,
  { reason }: Failed,
): Mail =>
  deliveryMail({
    ...parts,
    outcome: 'held',
    title: titleOf(delivery),
    reasons: [messageOf(reason)],
    message: comment.message,
    action: { label: 'See the post', url },
  })

const titleOf = ({ network }: DeliveryRow) =>
  `Published on ${networks[network].name} without its first comment`

const messageOf = (reason: string) => `The first comment could not be added: ${reason}`
