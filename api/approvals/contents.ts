import type { Context } from '#api/context.ts'
import type { Media } from '#api/db/schema/posts/media.ts'
import { mediaHash } from '#api/media/content-hash.ts'
import type { SignedContent } from '#shared/posts/approvals.ts'

type Files = Pick<Context, 'db' | 'storage'>
export type DescribedMedia = Pick<Media, 'id' | 'key' | 'sha256'> & { altText: string }

type UnsignedContent = Omit<SignedContent, 'media'> & { media: readonly DescribedMedia[] }

/** Returns the content for one network in the form that its approver signs. */
export const signedContent = async (
  ctx: Files,
  { media, ...content }: UnsignedContent,
): Promise<SignedContent> => ({
  ...content,
  media: await Promise.all(
    media.map(async file => ({ hash: await mediaHash(ctx, file), altText: file.altText })),
  ),
})
