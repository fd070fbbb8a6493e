import { and, eq, inArray, isNull } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { type Media, media } from '#api/db/schema/posts/media.ts'
import { postMedia } from '#api/db/schema/posts/posts.ts'
import { hashOlderFile } from '#api/media/content-hash.ts'
import type { SignedContent } from '#shared/posts/approvals.ts'

type Files = Pick<Context, 'db' | 'storage'>
type File = Pick<Media, 'id' | 'key' | 'sha256'>
export type DescribedMedia = File & { altText: string }

type UnsignedContent = Omit<SignedContent, 'media'> & {
  media: readonly Pick<DescribedMedia, 'id' | 'sha256' | 'altText'>[]
}

/**
 * Returns the content for one network in the form that its approver signs. A lost file gets a text that is no hash: its post is
 * shown, but can't be published.
 */
export const signedContent = ({ media: files, ...content }: UnsignedContent): SignedContent => ({
  ...content,
  media: files.map(({ id, sha256, altText }) => ({ hash: sha256 ?? `missing ${id}`, altText })),
})

/** Returns files with their hashes, which those of an earlier release get now. */
export const withHashes = <Given extends File>(ctx: Files, files: readonly Given[]): Promise<Given[]> =>
  Promise.all(
    files.map(async file =>
      file.sha256 === null ? { ...file, sha256: await hashOlderFile(ctx, file) } : file,
    ),
  )

/** Hashes files of these posts that have no hash yet, before a change that can't read files. */
export async function hashFilesOf(ctx: Files, postIds: readonly string[]): Promise<void> {
  const rows = await ctx.db
    .select({ id: media.id, key: media.key, sha256: media.sha256 })
    .from(postMedia)
    .innerJoin(media, eq(media.id, postMedia.mediaId))
    .where(and(inArray(postMedia.postId, [...postIds]), isNull(media.sha256)))
  await withHashes(ctx, rows)
}
