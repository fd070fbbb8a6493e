import { inArray, sql } from 'drizzle-orm'

import { recordActivity } from '#api/businesses/activity/record.ts'
import type { Inside, UserContext } from '#api/context.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import { alreadyBegunError, isCanceled, isChangeable, tooLateError } from '#shared/posts/changes.ts'
import { createDraft } from './drafts/drafts.ts'
import { readWritten } from './post/content.ts'
import {
  type Choice,
  type LoadedDelivery,
  type LoadedPost,
  loadPost,
  chosenDeliveries,
  toDomainError,
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
    const active = loaded.deliveries.filter(delivery => !isCanceled(delivery))
    if (active.length === 0) throw toDomainError(tooLateError(loaded.deliveries))
    const begun = active.find(delivery => delivery.mayBePublished || !isChangeable(delivery))
    if (begun) throw toDomainError(alreadyBegunError(begun))
    const publishAt = new Date(Math.min(...active.map(delivery => +delivery.publishAt))).toISOString()
    const { content } = await readWritten(ctx, loaded)
    const { domainId } = loaded.post
    await createDraft(ctx, { id: postId, domainId, content: { ...content, isScheduled: true, publishAt } })
    await cancel(ctx, loaded, active)
    return postId
  })

/**
 * Cancels the deliveries that can still be changed, or the chosen one, also failed and held ones. Creates no draft. Authors may do
 * so in their own post until it is approved.
 * @throws {DomainError} `conflict` if none can be cancelled any more
 */
export const discardDeliveries = (ctx: UserContext, { postId, deliveryId }: Choice): Promise<void> =>
  write(ctx, async ctx => {
    const loaded = await loadPost(ctx, postId)
    requireMayChange(loaded)
    const all = chosenDeliveries(loaded, deliveryId)
    const chosen = all.filter(isChangeable)
    if (chosen.length === 0) throw toDomainError(tooLateError(all))
    await cancel(ctx, loaded, chosen, deliveryId)
  })

/** Cancels deliveries. Saves the old state in `canceledFrom`, and leaves the reason, for `restorePost`. */
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
