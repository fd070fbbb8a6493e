import { inArray, sql } from 'drizzle-orm'

import { recordActivity } from '#api/businesses/activity/record.ts'
import type { Inside, UserContext } from '#api/context.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { contentHash, hashFilesOf } from '#api/deliveries/approval/content.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import { alreadyBegunError, isCanceled, isChangeable, tooLateError } from '#shared/posts/changes.ts'
import type { SeriesPart } from '#shared/posts/series.ts'
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
import { noSuchPost, readRows } from './read-posts.ts'
import { hasBegun, isUnbegun, loadFollowing, readRhythm } from './series.ts'

/**
 * Cancels a post that no network has published, and saves its content as a draft. The draft has the post's id, so that
 * `restorePost` and `createPost` can match them. Of a series it can also cancel the later posts that haven't begun. Those with
 * the same content become no drafts. Takes no version: a change that the caller hasn't seen is in the draft, too.
 * @returns the draft's id, and the number of cancelled posts
 * @throws {DomainError} `not_found`; `conflict` if all networks are cancelled, or one is publishing the post or may have published
 *   it; `forbidden` for roles that may not write. For callers who may not publish: `conflict` for an approved post, `forbidden` for
 *   another author's
 */
export async function cancelPost(
  ctx: UserContext,
  postId: string,
  series?: SeriesPart['series'],
): Promise<{ draftId: string; cancelled: number }> {
  if (series === 'following') await hashFilesOf(ctx, [postId])
  return write(ctx, async ctx => {
    const loaded = await loadPost(ctx, postId)
    requireMayChange(loaded)
    const active = activeOf(loaded)
    if (active.length === 0) throw toDomainError(tooLateError(loaded.deliveries))
    const begun = active.find(hasBegun)
    if (begun) throw toDomainError(alreadyBegunError(begun))
    const following = series === 'following' ? await loadFollowing(ctx, loaded) : []
    const later = following.filter(isUnbegun)
    for (const other of later) requireMayChange(other)

    const publishAt = new Date(Math.min(...active.map(delivery => +delivery.publishAt))).toISOString()
    const { content } = await readWritten(ctx, loaded)
    const { domainId, seriesId } = loaded.post
    const repeat = series === 'following' && seriesId ? await readRhythm(ctx, seriesId) : null
    await createDraft(ctx, {
      id: postId,
      domainId,
      content: { ...content, isScheduled: true, publishAt, repeat },
    })
    const hash = later.length > 0 ? await hashOf(ctx, postId) : undefined
    for (const other of later) if ((await hashOf(ctx, other.post.id)) !== hash) await keepAsDraft(ctx, other)
    for (const each of [loaded, ...later]) await cancel(ctx, each, activeOf(each))
    return { draftId: postId, cancelled: 1 + later.length }
  })
}

export async function hashOf(ctx: Inside<UserContext>, postId: string): Promise<string> {
  const rows = await readRows(ctx, postId)
  if (!rows) throw noSuchPost()
  return contentHash(rows.contents)
}

export const activeOf = ({ deliveries: all }: LoadedPost) => all.filter(delivery => !isCanceled(delivery))

/** Saves a post that is about to be cancelled as a draft, because no other post has its content. */
export async function keepAsDraft(ctx: Inside<UserContext>, loaded: LoadedPost): Promise<void> {
  const { id, domainId, publishAt } = loaded.post
  const { content } = await readWritten(ctx, loaded)
  await createDraft(ctx, {
    id,
    domainId,
    content: { ...content, isScheduled: true, publishAt: publishAt.toISOString() },
  })
}

/**
 * Cancels the chosen delivery, or all that can still be changed, including failed and held ones. Creates no draft. Authors may do so
 * in their own post until it is approved.
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
export async function cancel(
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
