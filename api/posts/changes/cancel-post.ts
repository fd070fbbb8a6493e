import { and, eq, inArray, ne, sql } from 'drizzle-orm'

import { requestApproval, withdrawApproval } from '#api/approvals/withdraw.ts'
import { isAllowedIn, requireRole } from '#api/auth/access/membership.ts'
import { recordWritten } from '#api/businesses/activity/record.ts'
import type { Inside, UserContext } from '#api/context.ts'
import { approvals } from '#api/db/schema/posts/approvals.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { holdForAnotherAccount } from '#api/deliveries/account-mismatch.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import { holdForDeletion, requireNoDeletion } from '#api/deliveries/user-holds.ts'
import { DomainError } from '#api/errors.ts'
import { createDraft, draftRemoval, findDraft } from '#api/posts/drafts/drafts.ts'
import { type LoadedDelivery, type LoadedPost, loadPost } from '#api/posts/post/load.ts'
import { isAllowed } from '#shared/businesses/permissions.ts'
import { APPROVAL_MESSAGES } from '#shared/posts/approvals.ts'
import {
  CHANGEABLE_STATES,
  type DeliveryState,
  isChangeableByAuthor,
  REVIEW_STATES,
} from '#shared/posts/posts.ts'
import { alreadyBegun, cannotRestore, RESTORED, tooLate } from '../change-errors.ts'
import { type Choice, cancelledValues } from '../change-post.ts'
import { requireMayChange } from '../may-change.ts'
import { draftContent, readForDraft } from './draft-of-post.ts'

/** Time within which a cancellation can be undone. */
const RESTORE_MS = 60 * 60_000

const isCanceled = ({ state }: { state: DeliveryState }) => state === 'canceled'
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

/**
 * Cancels a post that no network has published, and saves its content as a draft. The draft has the post's id, so that
 * `restorePost` and `createPost` can match them.
 * @returns the draft's id
 * @throws {DomainError} `conflict` if a network is publishing the post or may have published it. For callers who may not publish:
 *   `conflict` for an approved post, `forbidden` for another author's
 */
export const cancelPost = (ctx: UserContext, postId: string): Promise<string> =>
  write(ctx, async ctx => {
    const loaded = await loadPost(ctx, postId)
    requireMayChange(loaded)
    const waiting = waitingIn(loaded)
    const publishAt = new Date(Math.min(...waiting.map(delivery => +delivery.publishAt))).toISOString()
    const content = draftContent(await readForDraft(ctx, postId))
    const { domainId } = loaded.post
    await createDraft(ctx, { id: postId, domainId, content: { ...content, isScheduled: true, publishAt } })
    const canceled = await ctx.db
      .update(deliveries)
      .set({ ...cancelledValues, updatedAt: ctx.now() })
      .where(inArray(deliveries.id, idsOf(waiting)))
      .returning()
    await recordWritten(ctx, { domainId, act: 'post.cancelled', postId, details: { network: null } })
    await broadcastDeliveries(ctx, canceled)
    return postId
  })

/**
 * Returns the deliveries that aren't cancelled yet.
 * @throws {DomainError} `conflict` if there are none, or a network has begun to publish
 */
function waitingIn({ deliveries: all }: LoadedPost): LoadedDelivery[] {
  const waiting = all.filter(delivery => !isCanceled(delivery))
  if (waiting.length === 0) throw tooLate(all.map(({ state }) => state))
  const changeable: readonly DeliveryState[] = CHANGEABLE_STATES
  const begun = waiting.find(({ mayBePublished, state }) => mayBePublished || !changeable.includes(state))
  if (begun) throw alreadyBegun(begun.network, begun.state)
  return waiting
}

/**
 * Undoes the last cancellation of a post within an hour, and deletes the draft that it became.
 * @throws {DomainError} `conflict` if the draft was changed or sent, so that nothing is published twice, or if it is too late
 */
export const restorePost = (ctx: UserContext, choice: Choice): Promise<void> =>
  write(ctx, async ctx => {
    const { postId } = choice
    await requireNoDeletion(ctx)
    const loaded = await loadPost(ctx, postId)
    const restored = await requireRestorable(ctx, loaded, choice)
    if (await changesApproved(ctx, loaded, restored)) await withdrawApproval(ctx, postId)
    for (const { id, canceledFrom, publishAt } of restored)
      await ctx.db
        .update(deliveries)
        .set({
          state: canceledFrom ?? 'held',
          canceledFrom: null,
          wakeAt: canceledFrom === 'scheduled' ? publishAt : null,
          updatedAt: ctx.now(),
        })
        .where(eq(deliveries.id, id))
    const isRestored = inArray(deliveries.id, idsOf(restored))
    await holdForAnotherAccount(ctx, isRestored)
    await holdForDeletion(ctx, ctx.userId, isRestored)
    for (const statement of requestApproval(ctx, eq(deliveries.postId, postId))) await statement
    await draftRemoval(ctx, postId)
    const network = choice.deliveryId ? (restored[0]?.network ?? null) : null
    const { domainId } = loaded.post
    await recordWritten(ctx, { domainId, act: 'post.restored', postId, details: { network } })
    await broadcastDeliveries(
      ctx,
      await ctx.db.select().from(deliveries).where(eq(deliveries.postId, postId)),
    )
    ctx.wake('publish')
  })

/**
 * Returns the deliveries to restore: those of the last cancellation, or the chosen one of them.
 * @throws {DomainError} `forbidden` for another author's post if the caller may not publish; `conflict` if they can't be restored
 */
async function requireRestorable(
  ctx: Inside<UserContext>,
  { deliveries: all, role, isOwn }: LoadedPost,
  { postId, deliveryId }: Choice,
): Promise<LoadedDelivery[]> {
  requireRole(role, 'write')
  if (!isAllowed(role, 'publish') && !isOwn) throw new DomainError('forbidden', APPROVAL_MESSAGES.othersPost)
  const lastCanceled = Math.max(...all.filter(isCanceled).map(({ updatedAt }) => +updatedAt))
  const canceledLast = all.filter(
    delivery =>
      isCanceled(delivery) && delivery.canceledFrom !== null && +delivery.updatedAt === lastCanceled,
  )
  const chosen = deliveryId ? canceledLast.filter(({ id }) => id === deliveryId) : canceledLast
  const draft = await findDraft(ctx, postId)
  const isDraftInUse = draft && !draft.deletedAt && (draft.version > 1 || deliveryId !== undefined)
  const isTooLate = lastCanceled < +ctx.now() - RESTORE_MS
  const mayRestore =
    isAllowed(role, 'publish') ||
    isChangeableByAuthor([
      ...all.filter(delivery => !isCanceled(delivery)),
      ...canceledLast.map(({ canceledFrom, reasonCode }) => ({ state: canceledFrom ?? 'held', reasonCode })),
    ])
  if (chosen.length === 0 || isDraftInUse || isTooLate || !mayRestore)
    throw cannotRestore(all.map(({ state }) => state))
  return chosen
}

/** Returns true if restoring adds a network that the post's approver didn't see, or that waits for approval. */
async function changesApproved(
  { db }: Inside<UserContext>,
  { post }: LoadedPost,
  restored: LoadedDelivery[],
) {
  const [approval] = await db.select().from(approvals).where(eq(approvals.postId, post.id))
  const seen = new Set(approval?.decidedOn?.map(({ network }) => network))
  return restored.some(
    ({ network, canceledFrom }) =>
      !seen.has(network) || (canceledFrom && REVIEW_STATES.includes(canceledFrom)),
  )
}

/** SQL condition on deliveries: the post of this draft was restored. Posts of businesses that the caller can't see don't count. */
const isRestored = (ctx: UserContext, draftId: string) =>
  and(eq(deliveries.postId, draftId), ne(deliveries.state, 'canceled'), isAllowedIn(ctx, deliveries.domainId))

/** SQL condition: the post of this draft was not restored, so sending the draft publishes its content only once. */
export const isNotRestored = (ctx: UserContext, draftId = '') =>
  sql`not exists (select 1 from ${deliveries} where ${isRestored(ctx, draftId)})`

/** @throws {DomainError} `conflict` if the post of this draft was restored */
export async function requireNotRestored(ctx: UserContext, draftId: string): Promise<void> {
  if ((await ctx.db.$count(deliveries, isRestored(ctx, draftId))) > 0)
    throw new DomainError('conflict', RESTORED)
}

/** Returns the unexecuted statement that makes the post of a sent draft impossible to restore. Authors may send drafts, too. */
export const forgetCancellation = (ctx: UserContext, draftId: string) =>
  ctx.db
    .update(deliveries)
    .set({ canceledFrom: null })
    .where(
      and(
        eq(deliveries.postId, draftId),
        eq(deliveries.state, 'canceled'),
        isAllowedIn(ctx, deliveries.domainId, 'write'),
      ),
    )
