import { requireMembership } from '#api/auth/access/membership.ts'
import type { UserContext } from '#api/context.ts'
import { onlyRow } from '#api/db/only-row.ts'
import { type Media, media } from '#api/db/schema/posts/media.ts'
import { write } from '#api/db/write.ts'
import { invalidField } from '#api/runtime/errors.ts'
import { withHashes } from './content-hash.ts'
import { MEDIA_ERRORS } from './errors.ts'
import { deleteUnusedMedia, requireQuota, reuseSameContent } from './media.ts'

/**
 * Copies files to a business, except those that its library already has. Returns the business's files in the same order. A copy
 * belongs to the caller, and outlives the original. The caller must be allowed to see the originals.
 * @returns also `discard`, which deletes new copies if nothing uses them
 * @throws {DomainError} `not_found`, `forbidden`; `invalid` while a video is being converted, `too_large` over the quota
 */
export async function copyMediaTo(ctx: UserContext, originals: readonly Media[], domainId: string) {
  if (originals.some(({ conversion }) => conversion !== null))
    throw invalidField('media', MEDIA_ERRORS.converting)
  const hashed = await withHashes(ctx, originals)
  const pairs: { from: Media; to: Media; isNew: boolean }[] = []
  const rows = await write(ctx, async ctx => {
    await requireMembership(ctx, domainId, 'write')
    pairs.length = 0
    for (const from of hashed) {
      const known = await reuseSameContent(ctx, { domainId, sha256: from.sha256 })
      const to = known ?? onlyRow(await ctx.db.insert(media).values(copyOf(from)).returning())
      pairs.push({ from, to, isNew: !known })
    }
    return pairs.map(({ to }) => to)

    function copyOf(row: Media): typeof media.$inferInsert {
      const id = Bun.randomUUIDv7()
      const rekeyed = (key: string) => key.replace(row.id, id)
      return {
        ...row,
        id,
        domainId,
        userId: ctx.userId,
        key: rekeyed(row.key),
        jpegKey: row.jpegKey && rekeyed(row.jpegKey),
        thumbnailKey: row.thumbnailKey && rekeyed(row.thumbnailKey),
        // The original of a crop isn't copied, and labels belong to the other business.
        croppedFrom: null,
        labels: [],
        discardedAt: null,
        createdAt: ctx.now(),
        touchedAt: ctx.now(),
        isRemoving: false,
      }
    }
  })
  const added = pairs.filter(({ isNew }) => isNew)
  const discard = () => deleteUnusedMedia(ctx, { ids: added.map(({ to }) => to.id) })
  try {
    if (added.length > 0) await requireQuota(ctx)
    for (const { from, to, isNew } of pairs)
      for (const [key, stored, type] of filesOf(from, to))
        // A process may have died after inserting a row and before storing its file.
        if (isNew || !(await ctx.storage.read(stored))) await ctx.storage.copy(key, stored, type)
  } catch (error) {
    await discard()
    throw error
  }
  return { rows, discard }
}

const filesOf = (from: Media, to: Media): (readonly [string, string, string])[] =>
  (
    [
      [from.key, to.key, from.type],
      [from.jpegKey, to.jpegKey, 'image/jpeg'],
      [from.thumbnailKey, to.thumbnailKey, 'image/webp'],
    ] as const
  ).flatMap(([key, stored, type]) => (key && stored ? [[key, stored, type] as const] : []))
