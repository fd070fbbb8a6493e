import { and, asc, eq, inArray } from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { OwnerContext } from '#api/context.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { postMedia, posts } from '#api/db/schema/posts/posts.ts'
import type { MediaItem } from '#shared/media/media.ts'
import { mediaItem } from './media.ts'

type Thumbnail = {
  thumbnailUrl?: string | undefined
  thumbnailKey: string | null
  altText: MediaItem['altText']
}

/** Returns the first picture or video of each post that the user may see, by the post's id. */
export async function thumbnailsOf(ctx: OwnerContext, postIds: string[]): Promise<Map<string, Thumbnail>> {
  if (postIds.length === 0) return new Map()
  const rows = await ctx.db
    .select({ postId: postMedia.postId, altText: postMedia.altText, media })
    .from(postMedia)
    .innerJoin(media, eq(media.id, postMedia.mediaId))
    .innerJoin(posts, eq(posts.id, postMedia.postId))
    .where(and(inArray(postMedia.postId, postIds), isAllowedIn(ctx, posts.domainId)))
    .orderBy(asc(postMedia.position))
  const first = new Map<string, Thumbnail>()
  for (const { postId, altText, media: row } of rows) {
    if (first.has(postId)) continue
    const { thumbnailUrl } = mediaItem(ctx, row, altText)
    first.set(postId, { thumbnailUrl, thumbnailKey: row.thumbnailKey, altText })
  }
  return first
}
