import { inArray, sql } from 'drizzle-orm'

import { recordActivity } from '#api/businesses/activity/record.ts'
import type { Inside, UserContext } from '#api/context.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import { createDraft } from '#api/posts/drafts/drafts.ts'
import type { DraftContent } from '#shared/posts/drafts.ts'
import { readWritten } from './content.ts'
import { activeOf, type LoadedDelivery, type LoadedPost } from './load.ts'

/** Cancels deliveries. Saves the old state in `canceledFrom`, and leaves the reason, for `restorePost`. */
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

/** Saves the content of a post that is about to be cancelled as a draft, which has the post's id and time. */
export async function keepAsDraft(
  ctx: Inside<UserContext>,
  loaded: LoadedPost,
  repeats: Pick<DraftContent, 'repeat' | 'texts'> = {},
): Promise<void> {
  const { id, domainId } = loaded.post
  const times = activeOf(loaded).map(delivery => +delivery.publishAt)
  const { content } = await readWritten(ctx, loaded)
  const publishAt = new Date(Math.min(...times)).toISOString()
  await createDraft(ctx, { id, domainId, content: { ...content, isScheduled: true, publishAt, ...repeats } })
}
