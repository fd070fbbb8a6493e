import type { UserContext } from '#api/context.ts'
import type { Media } from '#api/db/schema/posts/media.ts'
import { acceptMedia, checkStoredMedia, deleteUnusedMedia } from '#api/media/media.ts'
import type { ReceivedFile } from '#api/media/uploads/received-file.ts'
import { invalidField } from '#api/runtime/errors.ts'
import { MAX_FILES, MEDIA_MESSAGES } from '#shared/media/media.ts'
import type { NetworkId } from '#shared/networks.ts'
import { POST_MESSAGES } from '#shared/posts/posts.ts'

type GatheredMedia = {
  media: Media[]
  /** Deletes the request's files if the post isn't created. */
  discard(): Promise<void>
}

/** @param textOnly the author's choice to post without a picture */
export function checkMediaCount(uploaded: readonly unknown[], files: readonly unknown[], textOnly = false) {
  const count = uploaded.length + files.length
  if (textOnly && count > 0) throw invalidField('media', POST_MESSAGES.withoutPicture)
  if (count === 0 && !textOnly) throw invalidField('media', MEDIA_MESSAGES.none)
  if (count > MAX_FILES) throw invalidField('media', MEDIA_MESSAGES.count)
}

/**
 * Returns a post's media in order: those uploaded before, then the request's files.
 * @param networksOf returns the networks that publish the media at a position
 * @throws {DomainError} for media that can't be read or that one of its networks doesn't accept. Saves no file in that case
 */
export async function gatherMedia(
  ctx: UserContext,
  uploaded: Media[],
  files: readonly ReceivedFile[],
  networksOf: (position: number) => readonly NetworkId[],
): Promise<GatheredMedia> {
  for (const [position, row] of uploaded.entries()) checkStoredMedia(row, networksOf(position))
  const accepted = await acceptMedia(
    ctx,
    files.map((file, index) => ({ file, networks: networksOf(uploaded.length + index) })),
  )
  return {
    media: [...uploaded, ...accepted],
    discard: () => deleteUnusedMedia(ctx, { ids: accepted.map(({ id }) => id) }),
  }
}
