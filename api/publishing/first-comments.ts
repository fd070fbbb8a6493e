import { eq } from 'drizzle-orm'

import {
  attemptCall,
  type CallReasons,
  failedOutcome,
  type ReadyCall,
  retryOrFail,
  sendCall,
  unconfirmedOutcome,
} from '#api/calls/attempt.ts'
import {
  type CallQueue,
  claimDueCalls,
  type ClaimedCall,
  createCallWorkers,
  persistOutcome,
  type UnsuccessfulOutcome,
} from '#api/calls/queue.ts'
import type { Context, Inside } from '#api/context.ts'
import {
  deliveries,
  type DeliveryRow,
  type FirstCommentRow,
  firstComments,
} from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import { type Capacity, LEASE_MS } from '#api/deliveries/capacity.ts'
import type { Mail } from '#api/mail/mail.ts'
import { type Addressed, deliveryMail } from '#api/mail/templates.ts'
import { isPostGone } from '#api/networks/codes.ts'
import type { Comments, OwnComment } from '#api/networks/core/network.ts'
import { linkTo, mailNotices, type NewNotice, notify } from '#api/notifications/notifications.ts'
import { DAY_MS, MINUTE_MS } from '#shared/durations.ts'
import { networks } from '#shared/networks.ts'
import { logCall } from './intent-log.ts'

/** A network may execute a call late, so until then the comment's absence proves nothing. */
const ABSENT_AFTER_MS = 2 * MINUTE_MS
const GIVE_UP_AFTER_MS = DAY_MS
const POST_SHOWS_AFTER_MS = 10 * MINUTE_MS

export const commentQueue: CallQueue = {
  name: 'first comment',
  table: firstComments,
  key: firstComments.deliveryId,
  owners: deliveries,
  calling: 'adding',
  max: 32,
  maxPerAccount: 8,
  leaseMs: LEASE_MS,
}

export type ClaimedComment = ClaimedCall<FirstCommentRow, DeliveryRow>
type AddedComment = { state: 'added'; externalId: string }
type CommentOutcome = { outcome: AddedComment | UnsuccessfulOutcome }

/** Creates a worker that adds first comments under published posts. */
export const createCommenter = (ctx: Context) =>
  createCallWorkers<ClaimedComment, CommentOutcome>(ctx, commentQueue, {
    attempt: claimed => attemptComment(ctx, claimed),
    settle: (claimed, attempted) => settleComment(ctx, claimed, attempted),
  })

export const claimDueComments = (ctx: Context, capacity: Capacity) =>
  claimDueCalls<ClaimedComment>(ctx, commentQueue, capacity)

/** @returns undefined if another worker has claimed the comment */
export function attemptComment(ctx: Context, claimed: ClaimedComment) {
  const { call: comment, owner: delivery } = claimed
  const { comments } = ctx.networks[delivery.network]
  return attemptCall(ctx, {
    claimed,
    reasons: comment.begunAt ? { ...commentReasons, disconnected: commentReasons.elsewhere } : commentReasons,
    adapter: delivery.externalId === null ? undefined : comments,
    until: new Date(+(delivery.publishedAt ?? ctx.now()) + GIVE_UP_AFTER_MS),
    run: ready => findOrAdd(ctx, ready),
  })
}

type ReadyComment = ReadyCall<ClaimedComment, Comments>

/**
 * Adds a comment. Reconciles an unanswered call before repeating it.
 * @throws {NetworkError} if a read fails
 */
async function findOrAdd(ctx: Context, ready: ReadyComment): Promise<CommentOutcome | undefined> {
  const { call: comment, owner: delivery, adapter: comments, access, name, failures } = ready
  const { begunAt } = comment
  const { accountId, token } = access
  const own = { accountId, token, postId: delivery.externalId ?? '', message: comment.message }
  if (begunAt) {
    const found = await comments.find(own, begunAt, access).catch(goneOrRethrow)
    if (found === 'gone') return { outcome: failedOutcome(commentReasons.postGone(name)) }
    if (found !== undefined) return { outcome: { state: 'added', externalId: found } }
    if (+ctx.now() - +begunAt < ABSENT_AFTER_MS) return { outcome: unconfirmedOutcome(ctx, ready, begunAt) }
  }
  const outcome = await sendCall<ClaimedComment, AddedComment>(ctx, {
    queue: commentQueue,
    ready,
    async make(begunAt) {
      logCall(ctx, {
        call: 'comment',
        deliveryId: delivery.id,
        attempt: comment.attempt,
        at: +begunAt,
        account: accountId,
        intent: { postId: own.postId, message: own.message },
      })
      return { state: 'added', externalId: await comments.add(own, access) }
    },
    onRejection: async error =>
      wasJustPublished(ctx, delivery) && isPostGone(error)
        ? retryOrFail(ctx, error, failures)
        : await findPrevious(ready, own),
  })
  return outcome && { outcome }
}

function goneOrRethrow(error: unknown) {
  if (isPostGone(error)) return 'gone' as const
  throw error
}

/** Networks may not find a post for some time after publishing it. */
const wasJustPublished = ({ now }: Context, { publishedAt }: DeliveryRow) =>
  publishedAt !== null && +now() - +publishedAt < POST_SHOWS_AFTER_MS

/** Searches for an earlier comment: after an unanswered call, the next one may be rejected as a duplicate. */
async function findPrevious({ owner, adapter, access, failures }: ReadyComment, own: OwnComment) {
  if (failures === 0 || !owner.publishedAt) return undefined
  const found = await adapter.find(own, owner.publishedAt, access).catch(() => undefined)
  return found === undefined ? undefined : ({ state: 'added', externalId: found } as const)
}

/** Persists the outcome of an attempt. A failure is notified in the same transaction. */
export const settleComment = (ctx: Context, claimed: ClaimedComment, { outcome }: CommentOutcome) =>
  write(ctx, async ctx => {
    const { call: comment, owner: delivery } = claimed
    if (!(await persistOutcome(ctx, commentQueue, claimed, outcome))) return
    if (outcome.state === 'added')
      await ctx.db
        .update(firstComments)
        .set({ externalId: outcome.externalId })
        .where(eq(firstComments.deliveryId, delivery.id))
    await broadcastDeliveries(ctx, [delivery])
    if (outcome.state !== 'failed') return
    const notice = commentNotice(comment, delivery, outcome)
    await notify(ctx, [notice])
    await mailNotices(ctx, [notice], parts => commentMail(parts, claimed, outcome))
  })

/** Returns the text of the delivery's first comment; empty if it has none. */
export async function readFirstComment({ db }: Pick<Context, 'db'>, deliveryId: string): Promise<string> {
  const [row] = await db
    .select({ message: firstComments.message })
    .from(firstComments)
    .where(eq(firstComments.deliveryId, deliveryId))
  return row?.message ?? ''
}

/** `writtenComment` is the author's text, if links got tags in `firstComment`. */
type CommentedDelivery = { id: string; firstComment?: string | undefined; writtenComment?: string | null }

/** Saves the first comments of deliveries, or deletes those with an empty text. Those without a text stay. */
export async function saveFirstComments({ db, now }: Inside<Context>, changed: readonly CommentedDelivery[]) {
  for (const { id, firstComment, writtenComment: written = null } of changed) {
    if (firstComment === undefined) continue
    const values = { message: firstComment.trim(), written, updatedAt: now() }
    await (values.message === ''
      ? db.delete(firstComments).where(eq(firstComments.deliveryId, id))
      : db
          .insert(firstComments)
          .values({ deliveryId: id, state: 'waiting', ...values })
          .onConflictDoUpdate({ target: firstComments.deliveryId, set: values }))
  }
}

type FailedComment = { reason: string }

/** Returns the notification about a first comment that could not be added to its published post. */
const commentNotice = (
  { deliveryId, attempt }: FirstCommentRow,
  delivery: DeliveryRow,
  { reason }: FailedComment,
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
  { call: comment, owner: delivery }: ClaimedComment,
  { reason }: FailedComment,
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

/** Explains a first comment's state beside its published post. */
const commentReasons = {
  signedOut: (network: string) =>
    `We lost access to ${network}. The first comment follows once you reconnect it in Social Hub.`,
  paused: (network: string) =>
    `${network} has limited posting to this account for now. We’ll add the first comment as soon as it lets us.`,
  outage: (network: string) =>
    `${network} isn’t accepting anything from us at the moment. We’ll add the first comment once it does.`,
  checking: (network: string) => `We’re checking whether the first comment is on ${network}.`,
  forbidden: (network: string) => ({
    reasonCode: 'comment_permission',
    reason: `${network} didn’t give us permission to comment. Connect it again in Social Hub and allow comments. Please add this one there yourself.`,
  }),
  disconnected: (network: string) => ({
    reasonCode: 'disconnected',
    reason: `${network} was disconnected before the first comment could be added.`,
  }),
  elsewhere: (network: string) => ({
    reasonCode: 'never_confirmed',
    reason: `${network} was disconnected before we could check whether the first comment was added. Please check the post.`,
  }),
  postGone: (network: string) => ({
    reasonCode: 'post_gone',
    reason: `${network} doesn’t show us the post any more, so we can’t tell whether the first comment was added.`,
  }),
  expired: (network: string) => ({
    reasonCode: 'late',
    reason: `${network} didn’t accept the first comment within a day.`,
  }),
  neverTaken: (network: string) => ({
    reasonCode: 'never_taken',
    reason: `${network} cut the connection each time we sent the first comment and doesn’t have it.`,
  }),
  unknown: (network: string) => ({
    reasonCode: 'never_confirmed',
    reason: `We checked for a day and can’t tell whether the first comment is on ${network}. Please check the post.`,
  }),
} as const satisfies CallReasons & Record<string, unknown>
