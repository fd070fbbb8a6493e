import { and, eq, ne } from 'drizzle-orm'

import { isAllowedIn, requireRole } from '#api/auth/access/membership.ts'
import { recordActivity } from '#api/businesses/activity/record.ts'
import type { Inside, UserContext } from '#api/context.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { requireNoDeletion } from '#api/deliveries/user-holds.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { isAllowed } from '#shared/businesses/permissions.ts'
import { APPROVAL_MESSAGES } from '#shared/posts/approvals.ts'
import { cannotRestoreError, isCanceled, isChangeableByAuthor, RESTORED } from '#shared/posts/changes.ts'
import { REVIEW_STATES } from '#shared/posts/posts.ts'
import type { SeriesPart } from '#shared/posts/series.ts'
import { removeDraft, findDraft } from './drafts/drafts.ts'
import {
  type PostOrDelivery,
  type LoadedDelivery,
  type LoadedPost,
  loadPost,
  toDomainError,
} from './post/load.ts'
import { finishChange, withdrawIfApproved } from './schedule.ts'
import { loadFollowing } from './series.ts'

/** Time within which a cancellation can be undone. */
export const RESTORE_MS = 60 * 60_000

type Cancellation = PostOrDelivery & SeriesPart

/**
 * Undoes the last cancellation of a post within an hour, and deletes the draft that it became. With `following`, also restores the
 * later posts of its series that were cancelled with it.
 * @throws {DomainError} `conflict` if the draft was changed or sent, so that nothing is published twice, or if it is too late
 */
export const restorePost = (ctx: UserContext, { series, ...choice }: Cancellation): Promise<void> =>
  write(ctx, async ctx => {
    await requireNoDeletion(ctx)
    const loaded = await loadPost(ctx, choice.postId)
    const canceledAt = lastCanceledAt(loaded)
    await restore(ctx, loaded, choice)
    if (series !== 'following' || choice.deliveryId) return
    for (const other of await loadFollowing(ctx, loaded))
      if (lastCanceledAt(other) === canceledAt) await restore(ctx, other, { postId: other.post.id })
  })

const lastCanceledAt = ({ deliveries: all }: LoadedPost) =>
  Math.max(...all.filter(isCanceled).map(({ updatedAt }) => +updatedAt))

/** Undoes the last cancellation of a post, or of one of its networks. */
export async function restore(
  ctx: Inside<UserContext>,
  loaded: LoadedPost,
  choice: PostOrDelivery,
): Promise<void> {
  const { postId } = choice
  const restored = await requireRestorable(ctx, loaded, choice)
  if (needsNewApproval(loaded, restored)) await withdrawIfApproved(ctx, loaded)
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
  await removeDraft(ctx, postId)
  const network = choice.deliveryId ? (restored[0]?.network ?? null) : null
  const { domainId } = loaded.post
  await recordActivity(ctx, { domainId, act: 'post.restored', postId, details: { network } })
  await finishChange(ctx, [loaded.post])
}

/**
 * Returns the deliveries to restore: those of the last cancellation, or the chosen one of them.
 * @throws {DomainError} `forbidden` for another author's post if the caller may not publish; `conflict` if they can't be restored
 */
async function requireRestorable(
  ctx: Inside<UserContext>,
  loaded: LoadedPost,
  { postId, deliveryId }: PostOrDelivery,
): Promise<LoadedDelivery[]> {
  const { deliveries: all, role, isOwn } = loaded
  requireRole(role, 'write')
  if (!isAllowed(role, 'publish') && !isOwn) throw new DomainError('forbidden', APPROVAL_MESSAGES.othersPost)
  const lastCanceled = lastCanceledAt(loaded)
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
    throw toDomainError(cannotRestoreError(all))
  return chosen
}

/** Returns true if restoring adds a network that the post's approver didn't see, or one that was waiting for approval. */
function needsNewApproval({ approval }: LoadedPost, restored: LoadedDelivery[]): boolean {
  const seen = new Set(approval?.decidedOn?.map(({ network }) => network))
  return restored.some(
    ({ network, canceledFrom }) =>
      !seen.has(network) || (canceledFrom && REVIEW_STATES.includes(canceledFrom)),
  )
}

/**
 * Requires that the post of a draft wasn't restored, because sending the draft would publish it twice. Ignores posts of businesses
 * that the caller can't see.
 * @throws {DomainError} `conflict`
 */
export async function requireNotRestored(ctx: Inside<UserContext>, draftId: string): Promise<void> {
  const isActive = and(
    eq(deliveries.postId, draftId),
    ne(deliveries.state, 'canceled'),
    isAllowedIn(ctx, deliveries.domainId),
  )
  if ((await ctx.db.$count(deliveries, isActive)) > 0) throw new DomainError('conflict', RESTORED)
}

/** Prevents the post of a sent draft from being restored. Requires only `write`, because authors may send drafts. */
export async function preventRestore(ctx: Inside<UserContext>, draftId: string): Promise<void> {
  await ctx.db
    .update(deliveries)
    .set({ canceledFrom: null })
    .where(
      and(
        eq(deliveries.postId, draftId),
        eq(deliveries.state, 'canceled'),
        isAllowedIn(ctx, deliveries.domainId, 'write'),
      ),
    )
}
