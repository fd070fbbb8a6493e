import { asc, eq } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { publicationMedia } from '#api/media/media.ts'
import { media } from '#api/media/table.ts'
import { type DeliveryRow, postMedia } from './table.ts'

/** The pictures and videos that go to the delivery's network, in the author's order. */
export async function deliveryMedia(
  ctx: Context,
  { postId, mediaPositions }: Pick<DeliveryRow, 'postId' | 'mediaPositions'>,
) {
  const rows = await ctx.db
    .select({ media, position: postMedia.position, altText: postMedia.altText })
    .from(postMedia)
    .innerJoin(media, eq(media.id, postMedia.mediaId))
    .where(eq(postMedia.postId, postId))
    .orderBy(asc(postMedia.position))
  const chosen = rows.filter(row => mediaPositions.includes(row.position))
  return publicationMedia(
    ctx,
    chosen.map(row => ({ ...row.media, altText: row.altText })),
  )
}
