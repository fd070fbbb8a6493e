import { inArray, sql } from 'drizzle-orm'

import { requireRole } from '#api/auth/access/membership.ts'
import { recordActivity } from '#api/businesses/activity/record.ts'
import type { Inside, UserContext } from '#api/context.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import { alreadyBegun, isCanceled, isChangeable, tooLate } from '#shared/posts/changes.ts'
import { createDraft } from './drafts/drafts.ts'
import { draftContent, readForDraft } from './post/content.ts'
import {
  type Choice,
  type LoadedDelivery,
  type LoadedPost,
  loadPost,
  chosenOf,
  refuse,
  requireMayChange,
} from './post/load.ts'

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
    const waiting = loaded.deliveries.filter(delivery => !isCanceled(delivery))
    if (waiting.length === 0) throw refuse(tooLate(loaded.deliveries))
    const begun = waiting.find(delivery => delivery.mayBePublished || !isChangeable(delivery))
    if (begun) throw refuse(alreadyBegun(begun))
    const publishAt = new Date(Math.min(...waiting.map(delivery => +delivery.publishAt))).toISOString()
    const content = draftContent(await readForDraft(ctx, postId))
    const { domainId } = loaded.post
    await createDraft(ctx, { id: postId, domainId, content: { ...content, isScheduled: true, publishAt } })
    await cancel(ctx, loaded, waiting)
    return postId
  })

/**
 * Cancels the deliveries that can still be changed, also failed and held ones, without creating a draft.
 * @throws {DomainError} `conflict` if none can be cancelled any more
 */
export const discardPost = (ctx: UserContext, { postId, deliveryId }: Choice): Promise<void> =>
  write(ctx, async ctx => {
    const loaded = await loadPost(ctx, postId)
    requireRole(loaded.role, 'publish')
    await discard(ctx, loaded, deliveryId)
  })

/** Cancels one network's delivery. Authors may do so in their own post until it is approved. */
export const cancelDelivery = (
  ctx: UserContext,
  { postId, deliveryId }: { postId: string; deliveryId: string },
): Promise<void> =>
  write(ctx, async ctx => {
    const loaded = await loadPost(ctx, postId)
    requireMayChange(loaded)
    await discard(ctx, loaded, deliveryId)
  })

async function discard(ctx: Inside<UserContext>, loaded: LoadedPost, deliveryId: string | undefined) {
  const all = chosenOf(loaded, deliveryId)
  const chosen = all.filter(isChangeable)
  if (chosen.length === 0) throw refuse(tooLate(all))
  await cancel(ctx, loaded, chosen, deliveryId)
}

/** Cancels deliveries. `canceledFrom` and the reason keep what `restorePost` needs. */
async function cancel(
  ctx: Inside<UserContext>,
  { post: { id: postId, domainId } }: LoadedPost,
  chosen: LoadedDelivery[],
  deliveryId?: string,
): Promise<void> {
  const ids = chosen.map(({ id }) => id)
  const canceled = await ctx.db
    .update(deliveries)
    .set({ state: 'canceled', canceledFrom: sql`${deliveries.state}`, wakeAt: null, updatedAt: ctx.now() })
    .where(inArray(deliveries.id, ids))
    .returning()
  const network = deliveryId ? (chosen[0]?.network ?? null) : null
  await recordActivity(ctx, { domainId, act: 'post.cancelled', postId, details: { network } })
  await broadcastDeliveries(ctx, canceled)
}
