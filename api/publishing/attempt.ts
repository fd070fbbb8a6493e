import { asc, eq } from 'drizzle-orm'

import { startCoolDown, watchUsage } from '#api/accounts/accounts.ts'
import { confirmOutage } from '#api/accounts/health.ts'
import { reconnectCauseOf } from '#api/accounts/needs-reconnect.ts'
import { canBeRenewed, withValidToken } from '#api/accounts/tokens/renewal.ts'
import { findLinkedAccount, type LinkedAccount, userTokenOf } from '#api/accounts/tokens/tokens.ts'
import type { Context } from '#api/context.ts'
import { batched } from '#api/db/batched.ts'
import { isAmong, prepared } from '#api/db/prepared.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { type DeliveryRow, postMedia, posts } from '#api/db/schema/posts/posts.ts'
import { signedContent } from '#api/deliveries/approval/content.ts'
import { reasons } from '#api/deliveries/reasons.ts'
import { withHashes } from '#api/media/content-hash.ts'
import { publicationMedia } from '#api/media/media.ts'
import { rethrowAsUnknown, NetworkError, type Publication } from '#api/networks/core/network.ts'
import { findCover } from '#shared/posts/extras-rules.ts'
import { readFirstComment } from './first-comments.ts'
import { type Attempt, LeaseLost, NotApproved, type OpenIntentLog, openIntentLog } from './intent-log.ts'
import { adoptLatePost } from './reconciliation/late-posts.ts'
import {
  findPreviousPublish,
  reconcilePublish,
  unconfirmedOutcome,
  wasHeldBefore,
} from './reconciliation/reconcile.ts'
import { findOpenCalls } from './reconciliation/written-off-calls.ts'
import { capAtLateLimit, type Outcome, outcomeOfFailure, type Unpublished } from './settlement/outcome.ts'

/**
 * Attempts a claimed delivery, resuming where the last attempt stopped. An unanswered publishing call is reconciled with the
 * provider before anything is sent.
 * @throws {LeaseLost} if another worker has claimed the delivery
 */
export async function attemptDelivery(ctx: Context, delivery: DeliveryRow): Promise<Outcome> {
  const linked = delivery.accountId ? await findLinkedAccount(ctx, delivery.accountId) : undefined
  return watchUsage(ctx, linked?.account.id, async onUsage => {
    const account = linked?.account.providerId
    const intentLog = await openIntentLog(ctx, delivery, { onUsage, ...(account && { account }) })
    const attempt = { delivery, intentLog }
    // Read first, because a rejection deletes the intent and with it the sent text.
    const message = intentLog.sentText()
    const outcome = linked ? await attemptOn(ctx, attempt, linked) : await disconnectedOutcome(ctx, attempt)
    return outcome.state === 'held' || outcome.state === 'failed' ? { message, ...outcome } : outcome
  })
}

async function disconnectedOutcome(ctx: Context, attempt: Attempt): Promise<Outcome> {
  return {
    state: 'held',
    ...(wasHeldBefore(attempt) && { authorNotified: true }),
    ...reasons.disconnected(attempt.delivery.network, await mayBecomePublic(ctx, attempt)),
  }
}

async function attemptOn(ctx: Context, attempt: Attempt, linked: LinkedAccount): Promise<Outcome> {
  const { delivery, intentLog } = attempt
  const { network } = delivery
  const { account } = linked
  if (delivery.meantFor && delivery.meantFor !== account.providerId) {
    const held = { state: 'held', ...reasons.anotherAccount(delivery.meantForName, account.name) } as const
    if (wasHeldBefore(attempt)) return { ...held, authorNotified: true }
    return (await mayBecomePublic(ctx, attempt))
      ? { state: 'failed', ...reasons.maybePublishedElsewhere(network) }
      : held
  }
  if (account.status !== 'connected')
    return signedOutOutcome(linked, attempt, { mayBeLive: await mayBecomePublic(ctx, attempt) })
  const { coolDownUntil: at } = account
  if (at && at > ctx.now()) {
    const wait = { at, ...reasons.coolingDown(network) }
    return waitOutcome(attempt, intentLog.mayBeLive() ? wait : capAtLateLimit(ctx, delivery, wait))
  }

  let current = linked
  try {
    current = await withValidToken(ctx, linked).catch(error => rethrowUnlessMayBeLive(error, intentLog))
    return await publishOrReconcile(ctx, attempt, current)
  } catch (error) {
    if (error instanceof LeaseLost) throw error
    if (error instanceof NotApproved) return { state: 'held', ...reasons.notApproved(network) }
    if (error instanceof NetworkError) {
      const outcome = await outcomeOfNetworkError(ctx, attempt, current, error)
      if (outcome.state === 'failed' && !intentLog.mayBeLive()) await discard(ctx, attempt, current)
      return outcome
    }
    ctx.log.error({ deliveryId: delivery.id, err: error }, 'attempt failed unexpectedly')
    return retryOutcome(ctx, attempt, { code: 'internal', message: reasons.internal })
  }
}

/** Waits without counting a failure. */
const waitOutcome = ({ intentLog }: Attempt, wait: ReturnType<typeof capAtLateLimit>): Outcome =>
  intentLog.mayBeLive() ? { state: 'unconfirmed', ...wait } : { state: 'scheduled', counts: false, ...wait }

/** Treats an error as transient. If the post may be public, it proves nothing, and the delivery is reconciled again. */
const retryOutcome = (
  ctx: Context,
  attempt: Attempt,
  { code, message }: Pick<NetworkError, 'code' | 'message'>,
): Unpublished =>
  attempt.intentLog.mayBeLive()
    ? unconfirmedOutcome(ctx, attempt, { reasonCode: code, reason: message })
    : outcomeOfFailure(ctx, 'transient', { code, message, retryAt: undefined }, attempt.delivery)

/**
 * Holds a delivery whose account lost its sign-in before this attempt. The notice of the lost sign-in has already counted it if it
 * was in flight then, or its publishing call had been made. There was no notice for a token that can't be decrypted.
 */
const signedOutOutcome = (
  { account, token }: LinkedAccount,
  { delivery, intentLog }: Attempt,
  { mayBeLive }: { mayBeLive: boolean },
): Outcome => ({
  state: 'held',
  ...(token !== '' &&
    (intentLog.mayBeLive() || delivery.reasonCode === 'needs_reconnect') && { authorNotified: true }),
  ...reasons.needsReconnect(account, mayBeLive),
})

/** True if a publishing call is recorded, or the post of a written-off one hasn't been found. */
const mayBecomePublic = async (ctx: Context, { delivery, intentLog }: Attempt) =>
  intentLog.mayBeLive() || (await findOpenCalls(ctx, delivery.id)).length > 0

/** Converts the error if the post may be public, because a failed query proves nothing then. */
function rethrowUnlessMayBeLive(error: unknown, intentLog: OpenIntentLog): never {
  if (intentLog.mayBeLive()) return rethrowAsUnknown(error)
  throw error
}

async function publishOrReconcile(ctx: Context, attempt: Attempt, linked: LinkedAccount): Promise<Outcome> {
  const { delivery, intentLog } = attempt
  const { account, token } = linked
  if (intentLog.wasMadeElsewhere())
    return { state: 'failed', ...reasons.maybePublishedElsewhere(delivery.network) }
  const rows = await readMedia(ctx, delivery.postId)
  const files = rows.map(({ media, altText }) => ({ ...media, altText }))
  const { network, message, extras, mediaPositions: positions } = delivery
  const chosen = findCover(files, extras)
  const [cover] = publicationMedia(ctx, chosen ? [chosen] : [])
  const ownFiles = files.filter((_, position) => positions.includes(position))
  const publication: Publication = {
    id: delivery.id,
    accountId: account.providerId,
    token,
    userToken: userTokenOf(ctx, account),
    message,
    extras,
    ...(extras?.recurrence?.until && { timeZone: await businessZone(ctx, delivery) }),
    media: publicationMedia(ctx, ownFiles),
    ...(cover && { cover }),
  }
  /** Recomputed from the content that is sent. Only needed if the business requires approval. */
  const content = async () =>
    signedContent({
      network,
      account: account.providerId,
      message,
      extras,
      firstComment: await readFirstComment(ctx, delivery.id),
      files: await withHashes(ctx, files),
      positions,
    })
  const unanswered = intentLog.unansweredCall()
  if (unanswered) return reconcilePublish(ctx, attempt, publication, unanswered)
  if (!intentLog.mayBeLive()) await adoptLatePost(ctx, attempt, linked)
  try {
    return {
      state: 'published',
      published: await ctx.networks[network].publish(publication, intentLog.requiringApprovalOf(content)),
      message: intentLog.sentText(),
    }
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    const earlier = await findPreviousPublish(ctx, attempt, publication, error)
    if (earlier) return earlier
    if (provesAbsence(error, intentLog)) await intentLog.withdraw()
    throw error
  }
}

/**
 * A definite rejection of the call proves that nothing was published, so it may be repeated without reconciling. After the
 * call has succeeded, only a permanent failure proves it.
 */
const provesAbsence = ({ kind }: NetworkError, intentLog: OpenIntentLog) =>
  intentLog.unansweredCall() ? kind !== 'unknown' : intentLog.finished() ? kind === 'permanent' : false

/** Deletes what was uploaded for a post that has failed. If that fails too, it stays: nobody but the account's owner sees it. */
async function discard(ctx: Context, { delivery, intentLog }: Attempt, { token }: LinkedAccount) {
  try {
    await ctx.networks[delivery.network].discard?.({ id: delivery.id, token }, intentLog)
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    ctx.log.warn({ deliveryId: delivery.id, failure: error.code }, 'uploads of a failed post not deleted')
  }
}

/** Maximum number of new tokens to try, because Google may reject each of them. */
const MAX_REJECTED_TOKENS = 3

async function outcomeOfNetworkError(
  ctx: Context,
  attempt: Attempt,
  linked: LinkedAccount,
  error: NetworkError,
): Promise<Outcome> {
  const { delivery, intentLog } = attempt
  const { account, token } = linked
  if (error.kind === 'wait' && error.retryAt) await startCoolDown(ctx, account.id, error.retryAt)
  if (error.kind === 'unknown') {
    if (error.retryAt) await intentLog.postpone(error.retryAt)
    return unconfirmedOutcome(ctx, attempt, { reasonCode: error.code, reason: error.message })
  }
  if (error.kind === 'installation') {
    // The network rejects this installation rather than the delivery.
    const until = await confirmOutage(ctx, linked, error)
    return until
      ? waitOutcome(attempt, { at: until, ...reasons.outage(delivery.network) })
      : retryOutcome(ctx, attempt, error)
  }
  if (error.kind !== 'reconnect') return outcomeOfFailure(ctx, error.kind, error, delivery)
  const isRejectedAgain = delivery.reasonCode === error.code && delivery.failures >= MAX_REJECTED_TOKENS
  const isSignedOut = isRejectedAgain || !(await canBeRenewed(ctx, linked, error))
  const current = isSignedOut ? await findLinkedAccount(ctx, account.id) : undefined
  // If the account has a newer token, the rejection of the old one proves nothing.
  const otherwise = retryOutcome(ctx, attempt, error)
  if (current?.token !== token) return otherwise
  return {
    state: 'held',
    authorNotified: true,
    signsOut: { account: current.account, error, otherwise },
    ...reasons.needsReconnect(
      { ...account, reconnectCause: reconnectCauseOf(error) },
      await mayBecomePublic(ctx, attempt),
    ),
  }
}

/** Returns the zone of the post's business or, if it has none, that in which the post's author chose its time. */
async function businessZone({ db }: Context, { postId }: DeliveryRow): Promise<string> {
  const [zones] = await db
    .select({ ofBusiness: domains.timeZone, ofPost: posts.timeZone })
    .from(posts)
    .innerJoin(domains, eq(domains.id, posts.domainId))
    .where(eq(posts.id, postId))
  return zones?.ofBusiness ?? zones?.ofPost ?? 'UTC'
}

const mediaOf = prepared(db =>
  db
    .select({ media, postId: postMedia.postId, altText: postMedia.altText })
    .from(postMedia)
    .innerJoin(media, eq(media.id, postMedia.mediaId))
    .where(isAmong(postMedia.postId))
    .orderBy(asc(postMedia.position))
    .prepare(),
)

const readMedia = batched(async ({ db }: Context, postIds: string[]) => {
  const rows = await mediaOf(db).execute({ ids: JSON.stringify(postIds) })
  const byPost = Map.groupBy(rows, row => row.postId)
  return postIds.map(id => byPost.get(id) ?? [])
})
