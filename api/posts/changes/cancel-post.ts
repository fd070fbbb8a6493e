import { and, eq, exists, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'

import { requestApproval, withdrawApproval } from '#api/approvals/withdraw.ts'
import { isAllowedIn } from '#api/auth/access/membership.ts'
import { withStoppedClock, type UserContext } from '#api/context.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { holdForAnotherAccount } from '#api/deliveries/account-mismatch.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import { holdForDeletion, requireNoDeletion } from '#api/deliveries/user-holds.ts'
import { DomainError } from '#api/errors.ts'
import { draftInserts, draftRemoval, isDraftInserted, requireDraftRoom } from '#api/posts/drafts/drafts.ts'
import { CHANGEABLE_STATES, type DeliveryState, REVIEW_STATES } from '#shared/posts/posts.ts'
import { alreadyBegun, cannotRestore, RESTORED, tooLate } from '../change-errors.ts'
import { type Choice, chosenBy, latestOf, recordOfPost, cancelledValues } from '../change-post.ts'
import {
  isCanceledLast,
  mayChange,
  mayRestore,
  requireMayChangePost,
  requireMayRestore,
} from '../may-change.ts'
import { readPost } from '../posts.ts'
import { draftContent, isUnchanged, type PostForDraft, readForDraft } from './draft-of-post.ts'

/** The post may change between being read and being cancelled. */
const MAX_TRIES = 5
/** Time in which a cancellation can be undone. */
const RESTORE_MS = 60 * 60_000

/**
 * Cancels a post that no network has published, and saves its content as a draft. The draft has the post's id, so that cancelling
 * twice can't create two drafts, and `restorePost` and `createPost` can match them.
 * @returns the draft's id
 * @throws {DomainError} `conflict` if a network is publishing the post or may have published it. For callers who may not publish:
 *   `conflict` for an approved post, `forbidden` for another author's
 */
export async function cancelPost(ctx: UserContext, postId: string): Promise<string> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    await requireMayChangePost(ctx, postId)
    const source = await readForDraft(ctx, postId)
    requireNothingPublished(source)
    if (await exchangeForDraft(ctx, source)) return postId
    await requireDraftRoom(ctx)
  }
  throw new DomainError('conflict', 'This post has just changed. Check it, then try again.')
}

function requireNothingPublished({ deliveries: all }: PostForDraft) {
  const waiting = all.filter(({ state }) => state !== 'canceled')
  if (waiting.length === 0) throw tooLate(all.map(({ state }) => state))
  const changeable: readonly DeliveryState[] = CHANGEABLE_STATES
  const started = waiting.find(delivery => delivery.mayBePublished || !changeable.includes(delivery.state))
  if (started) throw alreadyBegun(started.network, started.state)
}

/** Returns false, and changes nothing, if the post was changed since it was read or the user has the maximum number of drafts. */
async function exchangeForDraft(runningCtx: UserContext, source: PostForDraft): Promise<boolean> {
  const ctx = withStoppedClock(runningCtx)
  const { id, domainId } = source.post
  const waiting = source.deliveries.filter(({ state }) => state !== 'canceled')
  const publishAt = new Date(Math.min(...waiting.map(delivery => +delivery.publishAt)))
  const content = { ...draftContent(source), isScheduled: true, publishAt: publishAt.toISOString() }
  const may = mayChange(ctx, id)
  const isExchangeable = and(isUnchanged(source), may)
  const [draft, mediaRows] = draftInserts(ctx, { id, domainId, content }, isExchangeable)
  const [, canceled] = await ctx.db.batch([
    draft,
    ctx.db
      .update(deliveries)
      .set({ ...cancelledValues, updatedAt: ctx.now() })
      .where(
        and(
          chosenBy(ctx, { postId: id }, may),
          inArray(deliveries.state, [...CHANGEABLE_STATES]),
          isDraftInserted(ctx, id),
        ),
      )
      .returning(),
    recordOfPost(ctx, { act: 'post.cancelled', postId: id }),
    mediaRows,
  ])
  await broadcastDeliveries(ctx, canceled)
  return canceled.length > 0
}

/**
 * Undoes the last cancellation of a post within an hour, and deletes the draft that it became. A post whose draft was changed
 * or sent isn't restored, so nothing is published twice.
 * @throws {DomainError} `conflict` if it can't be restored
 */
export async function restorePost(ctx: UserContext, choice: Choice): Promise<void> {
  await requireNoDeletion(ctx)
  const { postId, deliveryId } = choice
  await requireMayRestore(ctx, postId)
  const may = mayRestore(ctx, postId)
  const chosen = chosenBy(ctx, choice, may)
  const now = ctx.now()
  const isRestorable = and(
    eq(deliveries.state, 'canceled'),
    isNotNull(deliveries.canceledFrom),
    sql`${deliveries.updatedAt} >= ${+now - RESTORE_MS}`,
    isCanceledLast(postId),
    sql`not exists (select 1 from drafts where id = ${postId} and deleted_at is null
      and (version > 1 or ${Boolean(deliveryId)}))`,
  )
  const [, restored, , , , , , inReview] = await ctx.db.batch([
    // The post may have been approved in the meantime, and that approval doesn't include cancelled networks.
    withdrawApproval(
      ctx,
      postId,
      exists(
        ctx.db
          .select()
          .from(deliveries)
          .where(
            and(chosen, isRestorable, or(inArray(deliveries.canceledFrom, REVIEW_STATES), isNotDecidedOn)),
          ),
      ),
    ),
    ctx.db
      .update(deliveries)
      .set({
        state: sql`${deliveries.canceledFrom}`,
        canceledFrom: null,
        wakeAt: sql`iif(${deliveries.canceledFrom} = 'scheduled', ${deliveries.publishAt}, null)`,
        updatedAt: now,
      })
      .where(and(chosen, isRestorable))
      .returning(),
    recordOfPost(ctx, { act: 'post.restored', ...choice }),
    draftRemoval(
      ctx,
      postId,
      sql`exists (select 1 from deliveries where post_id = ${postId} and state <> 'canceled' and updated_at = ${+now})`,
    ),
    holdForAnotherAccount(ctx, chosen),
    holdForDeletion(ctx, ctx.userId, chosen),
    ...requestApproval(ctx, chosenBy(ctx, { postId }, may)),
  ])
  if (restored.length === 0) throw await restoreError(ctx, postId)
  await broadcastDeliveries(ctx, latestOf(restored, inReview))
  ctx.wake('publish')
}

/** SQL condition: the approver of the post didn't see its part for this network. */
const isNotDecidedOn = sql`deliveries.network not in (
  select seen.value ->> 'network' from json_each(approvals.decided_on) as seen)`

async function restoreError(ctx: UserContext, postId: string): Promise<DomainError> {
  const { deliveries: all } = await readPost(ctx, postId)
  return cannotRestore(all.map(({ state }) => state))
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
