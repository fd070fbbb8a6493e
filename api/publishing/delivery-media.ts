import { asc, eq } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { batched } from '#api/db/batched.ts'
import { isAmong, prepared } from '#api/db/fast-path/fast-path.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { type DeliveryRow, postMedia } from '#api/db/schema/posts/posts.ts'

/** Returns the media for the delivery's network, in the author's order. */
export async function deliveryMedia(
  ctx: Context,
  { postId, mediaPositions }: Pick<DeliveryRow, 'postId' | 'mediaPositions'>,
) {
  const chosen = (await readMedia(ctx, postId)).filter(row => mediaPositions.includes(row.position))
  return chosen.map(row => ({ ...row.media, altText: row.altText }))
}

const mediaOf = prepared(db =>
  db
    .select({ media, postId: postMedia.postId, position: postMedia.position, altText: postMedia.altText })
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
