import { and, asc, eq, gt, inArray, or } from 'drizzle-orm'

import type { Context, Inside } from '#api/context.ts'
import { draftMedia, drafts } from '#api/db/schema/posts/drafts.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { postMedia, posts } from '#api/db/schema/posts/posts.ts'
import { unframedKey } from './signed-url.ts'
import { sourceKey } from './videos/conversions.ts'

const BATCH_SIZE = 100

/** Returns the businesses whose posts or drafts use a person's files. */
export async function businessesWithFilesOf({ db }: Inside<Context>, userId: string) {
  const [ofPosts, ofDrafts] = await Promise.all([
    db
      .selectDistinct({ id: posts.domainId })
      .from(media)
      .innerJoin(postMedia, eq(postMedia.mediaId, media.id))
      .innerJoin(posts, eq(posts.id, postMedia.postId))
      .where(eq(media.userId, userId)),
    db
      .selectDistinct({ id: drafts.domainId })
      .from(media)
      .innerJoin(draftMedia, eq(draftMedia.mediaId, media.id))
      .innerJoin(drafts, eq(drafts.id, draftMedia.draftId))
      .where(eq(media.userId, userId)),
  ])
  return [...ofPosts, ...ofDrafts]
}

/**
 * Transfers a person's files to a business whose posts or drafts use them. Files without a business, or of another business of the
 * person, would otherwise be deleted.
 */
export async function transferMedia(
  { db }: Inside<Context>,
  { domainId, from, to }: { domainId: string; from: string; to: string },
): Promise<void> {
  const inPosts = db
    .select({ id: postMedia.mediaId })
    .from(postMedia)
    .innerJoin(posts, eq(posts.id, postMedia.postId))
    .where(eq(posts.domainId, domainId))
  const inDrafts = db
    .select({ id: draftMedia.mediaId })
    .from(draftMedia)
    .innerJoin(drafts, eq(drafts.id, draftMedia.draftId))
    .where(eq(drafts.domainId, domainId))
  await db
    .update(media)
    .set({ userId: to, domainId })
    .where(and(eq(media.userId, from), or(inArray(media.id, inPosts), inArray(media.id, inDrafts))))
}

/** Removes the files of a user's media. Keeps the rows, so that a killed run can be repeated. */
export async function removeMediaFilesOf({ db, storage }: Context, userId: string): Promise<void> {
  let last = ''
  for (;;) {
    const rows = await db
      .select()
      .from(media)
      .where(and(eq(media.userId, userId), gt(media.id, last)))
      .orderBy(asc(media.id))
      .limit(BATCH_SIZE)
    for (const { id, key, jpegKey, thumbnailKey } of rows)
      await storage.delete(
        [key, jpegKey, thumbnailKey, sourceKey(id), unframedKey(id)].filter(name => name !== null),
      )
    const end = rows.at(-1)
    if (!end || rows.length < BATCH_SIZE) return
    last = end.id
  }
}
