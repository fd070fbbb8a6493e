import { startCoolDown } from '#api/accounts/accounts.ts'
import { confirmOutage } from '#api/accounts/health.ts'
import { markNeedsReconnect } from '#api/accounts/needs-reconnect.ts'
import { canBeRenewed, withValidToken } from '#api/accounts/tokens/renewal.ts'
import { accountForPublishing, type LinkedAccount } from '#api/accounts/tokens/tokens.ts'
import type { Context } from '#api/context.ts'
import { MAX_FAILURES, nextCheckAt, retryDelay } from '#api/deliveries/backoff.ts'
import { usageMeter } from '#api/deliveries/usage-meter.ts'
import { type CallOptions, type Comments, NetworkError, type OwnComment } from '#api/networks/core/network.ts'
import { isPermission } from '#api/networks/meta/failures.ts'
import { isPostGone } from '#api/networks/networks.ts'
import { logCall } from '#api/publishing/intent-log.ts'
import { DAY_MS } from '#shared/durations.ts'
import { networks } from '#shared/networks.ts'
import { beginComment, type ClaimedComment } from './claim.ts'

export type CommentOutcome =
  | { state: 'added'; externalId: string }
  /** The comment wasn't added. The next attempt is at `at`. */
  | { state: 'waiting'; at: Date; reason: string; counts: boolean }
  | { state: 'unconfirmed'; at: Date; reason: string }
  | { state: 'failed'; reasonCode: string; reason: string }

/** A network may execute a call late, so until then the comment's absence proves nothing. */
const ABSENT_AFTER_MS = 2 * 60_000
const GIVE_UP_AFTER_MS = DAY_MS
const ACCOUNT_WAIT_MS = 5 * 60_000

const POST_SHOWS_AFTER_MS = 10 * 60_000
/** Distinguishes an invalid token from a missing permission to comment. */
const isSignedOut = ({ kind, code }: NetworkError) => kind === 'reconnect' && !isPermission(code)

type Work = ClaimedComment & {
  linked: LinkedAccount
  comments: Comments
  own: OwnComment
  options: CallOptions
}

/**
 * Attempts a first comment. An unanswered call is reconciled before it is repeated.
 * @returns undefined if another worker has claimed the comment
 */
export async function attemptComment(
  ctx: Context,
  claimed: ClaimedComment,
): Promise<CommentOutcome | undefined> {
  const { comment, delivery } = claimed
  const { name } = networks[delivery.network]
  const now = ctx.now()
  if (+now - +(delivery.publishedAt ?? now) > GIVE_UP_AFTER_MS)
    return {
      state: 'failed',
      ...(comment.begunAt ? commentReasons.unknown(name) : commentReasons.late(name)),
    }
  const { comments } = ctx.networks[delivery.network]
  const linked = delivery.accountId ? await accountForPublishing(ctx, delivery.accountId) : undefined
  if (!linked || !comments || !delivery.externalId)
    return {
      state: 'failed',
      ...(comment.begunAt ? commentReasons.elsewhere(name) : commentReasons.disconnected(name)),
    }
  const { account } = linked
  if (account.status !== 'connected') return wait(now, comment.begunAt, commentReasons.signedOut(name))
  if (account.coolDownUntil && account.coolDownUntil > now)
    return wait(now, comment.begunAt, commentReasons.paused(name), account.coolDownUntil)

  const meter = usageMeter()
  const current = await withValidToken(ctx, linked).catch(asNetworkError)
  if (current instanceof NetworkError) {
    if (current.kind !== 'reconnect') return wait(now, comment.begunAt, current.message)
    await markNeedsReconnect(ctx, account.id, linked.token, current)
    return wait(now, comment.begunAt, commentReasons.signedOut(name))
  }
  const work: Work = {
    ...claimed,
    linked: current,
    comments,
    own: {
      accountId: account.providerId,
      token: current.token,
      postId: delivery.externalId,
      message: comment.message,
    },
    options: { now: ctx.now, onUsage: meter.record },
  }
  try {
    return await (comment.begunAt ? reconcile(ctx, work, comment.begunAt) : add(ctx, work))
  } finally {
    const until = meter.coolDownUntil(ctx.now())
    if (until) await startCoolDown(ctx, account.id, until)
  }
}

function asNetworkError(error: unknown): NetworkError {
  if (error instanceof NetworkError) return error
  throw error
}

async function add(ctx: Context, work: Work): Promise<CommentOutcome | undefined> {
  const { comment, own } = work
  const begunAt = await beginComment(ctx, comment)
  if (!begunAt) return undefined
  try {
    logCall(ctx, {
      call: 'comment',
      deliveryId: comment.deliveryId,
      attempt: comment.attempt,
      at: +begunAt,
      account: own.accountId,
      intent: { postId: own.postId, message: own.message },
    })
    return { state: 'added', externalId: await work.comments.add(own, work.options) }
  } catch (error) {
    return failed(ctx, work, error, begunAt)
  }
}

async function reconcile(ctx: Context, work: Work, begunAt: Date): Promise<CommentOutcome | undefined> {
  const { name } = networks[work.delivery.network]
  const now = ctx.now()
  try {
    const found = await work.comments.find(work.own, begunAt, work.options)
    if (found !== undefined) return { state: 'added', externalId: found }
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    if (isPostGone(error)) return { state: 'failed', ...commentReasons.postGone(name) }
    const { account, token } = work.linked
    if (error.kind === 'wait' && error.retryAt) await startCoolDown(ctx, account.id, error.retryAt)
    if (error.kind === 'installation') await confirmOutage(ctx, work.linked, error)
    if (isSignedOut(error) && !(await canBeRenewed(ctx, work.linked, error)))
      await markNeedsReconnect(ctx, account.id, token)
    return checking(work, begunAt, now)
  }
  if (+now - +begunAt < ABSENT_AFTER_MS) return checking(work, begunAt, now)
  if (work.comment.failures + 1 >= MAX_FAILURES)
    return { state: 'failed', ...commentReasons.neverTaken(name) }
  return { state: 'waiting', at: now, reason: '', counts: true }
}

/** Converts a failure of the call to an outcome. A rejection proves that this call added nothing. */
async function failed(ctx: Context, work: Work, error: unknown, begunAt: Date): Promise<CommentOutcome> {
  const { delivery, linked } = work
  const { name } = networks[delivery.network]
  const now = ctx.now()
  if (!(error instanceof NetworkError)) {
    ctx.log.error({ deliveryId: delivery.id, err: error }, 'first comment failed unexpectedly')
    return checking(work, begunAt, now)
  }
  switch (error.kind) {
    case 'unknown':
      return checking(work, begunAt, now)
    case 'permanent':
      return isYoung(delivery, now) && isPostGone(error)
        ? retryOrFail(work, error, now)
        : ((await findPreviousComment(work)) ?? {
            state: 'failed',
            reasonCode: error.code,
            reason: error.message,
          })
    case 'reconnect': {
      if (!isSignedOut(error)) return { state: 'failed', ...commentReasons.forbidden(name) }
      if (await canBeRenewed(ctx, linked, error)) return retryOrFail(work, error, now)
      await markNeedsReconnect(ctx, linked.account.id, linked.token)
      return wait(now, null, commentReasons.signedOut(name))
    }
    case 'wait':
    case 'preparing': {
      const until = error.retryAt ?? new Date(+now + ACCOUNT_WAIT_MS)
      await startCoolDown(ctx, linked.account.id, until)
      return wait(now, null, commentReasons.paused(name), until)
    }
    case 'installation': {
      const until = await confirmOutage(ctx, linked, error)
      return until
        ? wait(now, null, commentReasons.outage(name), until)
        : { state: 'failed', reasonCode: error.code, reason: error.message }
    }
    case 'transient':
      return retryOrFail(work, error, now)
  }
}

const checking = ({ delivery: { network } }: Work, begunAt: Date, now: Date): CommentOutcome => ({
  state: 'unconfirmed',
  at: nextCheckAt(now, begunAt),
  reason: commentReasons.checking(networks[network].name),
})

/** Networks may not find a post for some time after publishing it. */
const isYoung = ({ publishedAt }: ClaimedComment['delivery'], now: Date) =>
  publishedAt !== null && +now - +publishedAt < POST_SHOWS_AFTER_MS

const retryOrFail = (
  { comment: { failures } }: Work,
  { code, message }: NetworkError,
  now: Date,
): CommentOutcome =>
  failures + 1 >= MAX_FAILURES
    ? { state: 'failed', reasonCode: code, reason: message }
    : { state: 'waiting', at: new Date(+now + retryDelay(failures)), reason: message, counts: true }

/** Searches for an earlier comment: after an unanswered call, the next one may be rejected as a duplicate. */
async function findPreviousComment({ comment, delivery, comments, own, options }: Work) {
  if (comment.failures === 0 || !delivery.publishedAt) return undefined
  const found = await comments.find(own, delivery.publishedAt, options).catch(() => undefined)
  return found === undefined ? undefined : ({ state: 'added', externalId: found } as const)
}

/** Waits until the account works again. A comment that may exist stays unconfirmed. */
const wait = (
  now: Date,
  begunAt: Date | null,
  reason: string,
  at = new Date(+now + ACCOUNT_WAIT_MS),
): CommentOutcome =>
  begunAt ? { state: 'unconfirmed', at, reason } : { state: 'waiting', at, reason, counts: false }

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
  late: (network: string) => ({
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
} as const
