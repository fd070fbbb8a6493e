import { inArray, sql } from 'drizzle-orm'

import { recordActivity } from '#api/businesses/activity/record.ts'
import type { Inside, UserContext } from '#api/context.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import { alreadyStartedError, isChangeable, tooLateError } from '#shared/posts/changes.ts'
import type { DraftContent } from '#shared/posts/drafts.ts'
import type { SeriesPart } from '#shared/posts/series.ts'
import { createDraft } from './drafts/drafts.ts'
import { readAsWritten } from './post/content.ts'
import {
  activeDeliveries,
  type PostOrDelivery,
  hasBegun,
  type LoadedDelivery,
  type LoadedPost,
  loadPost,
  chosenDeliveries,
  toDomainError,
  requireMayChange,
} from './post/load.ts'
import { loadUnsentFollowing, postsWithOtherTexts, readRhythm } from './series.ts'

/**
 * Cancels a post that no network has published, and saves its content as a draft. The draft has the post's id, so that
 * `restorePost` and `createPost` can match them. With `following`, also cancels the later posts of its series that haven't begun,
 * and saves them all as one draft. Requires no version, because no change gets lost: the draft contains the latest content.
 * @returns the draft's id, and the number of cancelled posts
 * @throws {DomainError} `not_found`; `conflict` if all networks are cancelled, or one is publishing the post or may have published
 *   it; `forbidden` for roles that may not write. For callers who may not publish: `conflict` for an approved post, `forbidden` for
 *   another author's
 */
export const cancelPost = (
  ctx: UserContext,
  postId: string,
  series?: SeriesPart['series'],
): Promise<{ draftId: string; cancelled: number }> =>
  write(ctx, async ctx => {
    const loaded = await loadPost(ctx, postId)
    requireMayChange(loaded)
    const active = activeDeliveries(loaded)
    if (active.length === 0) throw toDomainError(tooLateError(loaded.deliveries))
    const begun = active.find(hasBegun)
    if (begun) throw toDomainError(alreadyStartedError(begun))
    const later = series === 'following' ? await loadUnsentFollowing(ctx, loaded) : []
    await (series === 'following' ? saveSeriesAsDraft(ctx, loaded, later) : saveAsDraft(ctx, loaded))
    for (const each of [loaded, ...later]) await cancelDeliveries(ctx, each, activeDeliveries(each))
    return { draftId: postId, cancelled: 1 + later.length }
  })

/**
 * Saves a post and the later ones of its series as one draft, with the rhythm and their texts. A post that was changed alone
 * becomes a draft of its own. So does a text that the common draft can't hold, because it differs between networks or has another
 * first comment.
 */
async function saveSeriesAsDraft(ctx: Inside<UserContext>, chosen: LoadedPost, later: LoadedPost[]) {
  const all = [chosen, ...later]
  const main = all.find(({ post }) => !post.changedAlone)
  const single = all.filter(each => each !== main && (each === chosen || each.post.changedAlone))
  if (main) {
    const { firstComment } = (await readAsWritten(ctx, main)).content
    const texts: string[] = []
    for (const other of postsWithOtherTexts(main, all)) {
      const { content } = await readAsWritten(ctx, other)
      if (content.sameMessage && content.firstComment === firstComment) texts.push(content.message)
      else single.push(other)
    }
    const { seriesId } = chosen.post
    const repeat = seriesId ? await readRhythm(ctx, seriesId) : null
    await saveAsDraft(ctx, main, { repeat, texts })
  }
  for (const each of single) await saveAsDraft(ctx, each)
}

/** Saves a post that is about to be cancelled as a draft with its id and time. */
export async function saveAsDraft(
  ctx: Inside<UserContext>,
  loaded: LoadedPost,
  repeats: Pick<DraftContent, 'repeat' | 'texts'> = {},
): Promise<void> {
  const { id, domainId } = loaded.post
  const times = activeDeliveries(loaded).map(delivery => +delivery.publishAt)
  const { content } = await readAsWritten(ctx, loaded)
  const publishAt = new Date(Math.min(...times)).toISOString()
  await createDraft(ctx, { id, domainId, content: { ...content, isScheduled: true, publishAt, ...repeats } })
}

/**
 * Cancels one delivery of a post, or all that can still be changed, including failed and held ones. Creates no draft.
 * @throws {DomainError} `conflict` if none can be cancelled any more
 */
export const discardDeliveries = (ctx: UserContext, { postId, deliveryId }: PostOrDelivery): Promise<void> =>
  write(ctx, async ctx => {
    const loaded = await loadPost(ctx, postId)
    requireMayChange(loaded)
    const all = chosenDeliveries(loaded, deliveryId)
    const chosen = all.filter(isChangeable)
    if (chosen.length === 0) throw toDomainError(tooLateError(all))
    await cancelDeliveries(ctx, loaded, chosen, deliveryId)
  })

/** Cancels deliveries, and saves their state in `canceledFrom` for `restorePost`. @param deliveryId set if the caller chose only one */
export async function cancelDeliveries(
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
