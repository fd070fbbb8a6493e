import type { UserContext } from '#api/context.ts'
import type { Media } from '#api/db/schema/media.ts'
import { invalidField } from '#api/errors.ts'
import { acceptMedia, checkKeptMedia, deleteUnusedMedia } from '#api/media/media.ts'
import type { ReceivedFile } from '#api/media/uploads/received-file.ts'
import { MAX_FILES, MEDIA_MESSAGES } from '#shared/media/media.ts'
import type { NetworkId } from '#shared/networks.ts'

type Gathered = {
  media: Media[]
  /** Removes what came with the request, for a post that does not come about. */
  discard(): Promise<void>
}

export function checkMediaCount(uploaded: readonly unknown[], files: readonly unknown[]) {
  if (uploaded.length + files.length === 0) throw invalidField('media', MEDIA_MESSAGES.none)
  if (uploaded.length + files.length > MAX_FILES) throw invalidField('media', MEDIA_MESSAGES.count)
}

/**
 * A post's media in their order: what was uploaded before, then the files of the request.
 * @param networksOf the networks that get the one at a position
 * @throws DomainError for what can't be read or what one of its networks would not take; no file is kept then
 */
export async function gatherMedia(
  ctx: UserContext,
  uploaded: Media[],
  files: readonly ReceivedFile[],
  networksOf: (position: number) => readonly NetworkId[],
): Promise<Gathered> {
  for (const [position, row] of uploaded.entries()) checkKeptMedia(row, networksOf(position))
  const accepted = await acceptMedia(
    ctx,
    files.map((file, index) => ({ file, networks: networksOf(uploaded.length + index) })),
  )
  return {
    media: [...uploaded, ...accepted],
    discard: () => deleteUnusedMedia(ctx, { ids: accepted.map(({ id }) => id) }),
  }
}
