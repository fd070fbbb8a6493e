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
import { type Choice, type LoadedDelivery, type LoadedPost, loadPost, toDomainError } from './post/load.ts'
import { finishChange, withoutApproval } from './schedule.ts'
import { loadFollowing } from './series.ts'

/** Time within which a cancellation can be undone. */
export const RESTORE_MS = 60 * 60_000

type Cancellation = Choice & SeriesPart

/**
 * Undoes the last cancellation of a post within an hour, and deletes the draft that it became. Of a series it can also undo that
 * of the later posts that were cancelled with it.
 * @throws {DomainError} `conflict` if the draft was changed or sent, so that nothing is published twice, or if it is too late
 */
export const restorePost = (ctx: UserContext, { series, ...choice }: Cancellation): Promise<void> =>
  write(ctx, async ctx => {
    await requireNoDeletion(ctx)
    const loaded = await loadPost(ctx, choice.postId)
    const canceledAt = lastCanceledOf(loaded)
    await restore(ctx, loaded, choice)
    if (series !== 'following' || choice.deliveryId) return
    for (const other of await loadFollowing(ctx, loaded))
      if (lastCanceledOf(other) === canceledAt) await restore(ctx, other, { postId: other.post.id })
  })

const lastCanceledOf = ({ deliveries: all }: LoadedPost) =>
  Math.max(...all.filter(isCanceled).map(({ updatedAt }) => +updatedAt))

/** Undoes the last cancellation of a post, or of one of its networks. */
export async function restore(ctx: Inside<UserContext>, loaded: LoadedPost, choice: Choice): Promise<void> {
  const { postId } = choice
  const restored = await requireRestorable(ctx, loaded, choice)
  if (changesApproved(loaded, restored)) await withoutApproval(ctx, loaded)
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
  { postId, deliveryId }: Choice,
): Promise<LoadedDelivery[]> {
  const { deliveries: all, role, isOwn } = loaded
  requireRole(role, 'write')
  if (!isAllowed(role, 'publish') && !isOwn) throw new DomainError('forbidden', APPROVAL_MESSAGES.othersPost)
  const lastCanceled = lastCanceledOf(loaded)
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
function changesApproved({ approval }: LoadedPost, restored: LoadedDelivery[]): boolean {
  const seen = new Set(approval?.decidedOn?.map(({ network }) => network))
  return restored.some(
    ({ network, canceledFrom }) =>
      !seen.has(network) || (canceledFrom && REVIEW_STATES.includes(canceledFrom)),
  )
}

/**
 * Posts of businesses that the caller can't see don't count.
 * @throws {DomainError} `conflict` if the post of this draft was restored: sending the draft would publish it twice
 */
export async function requireNotRestored(ctx: Inside<UserContext>, draftId: string): Promise<void> {
  const isBack = and(
    eq(deliveries.postId, draftId),
    ne(deliveries.state, 'canceled'),
    isAllowedIn(ctx, deliveries.domainId),
  )
  if ((await ctx.db.$count(deliveries, isBack)) > 0) throw new DomainError('conflict', RESTORED)
}

/** Makes the post of a sent draft impossible to restore. Authors may send drafts, too. */
export async function forgetCancellation(ctx: Inside<UserContext>, draftId: string): Promise<void> {
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
