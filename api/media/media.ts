import { and, eq, inArray, lt, notExists, type SQL } from 'drizzle-orm'

import type { Context, UserContext } from '#api/context.ts'
import type { PublicationMedia } from '#api/networks/network.ts'
import { postMedia } from '#api/posts/table.ts'
import type { MediaItem } from '#shared/media.ts'
import type { NetworkId } from '#shared/networks.ts'
import { prepareMedia } from './prepare.ts'
import type { ReceivedFile } from './received-file.ts'
import { signMediaUrl } from './signed-url.ts'
import { type Media, media } from './table.ts'
import { removeFiles } from './temporary-files.ts'

/** An upload takes minutes at most from its media to its post. */
const UNUSED_AFTER_MS = 60 * 60 * 1000
/** A provider may fetch when its container is made, and again for as long as that lives. */
const PROVIDER_TTL_MS = 24 * 60 * 60 * 1000
const BROWSER_TTL_MS = 6 * 60 * 60 * 1000

export type MediaForNetworks = { file: ReceivedFile; networks: readonly NetworkId[] }

/**
 * Converts, checks and keeps files, in their order.
 * @throws DomainError for a file that can't be read or that one of its networks would not take; nothing is kept then
 */
export async function acceptMedia(ctx: UserContext, incoming: readonly MediaForNetworks[]): Promise<Media[]> {
  const settled = await Promise.allSettled(
    incoming.map(({ file, networks }) => prepareMedia(ctx, file, networks)),
  )
  const prepared = settled.flatMap(result => (result.status === 'fulfilled' ? result.value : []))
  try {
    for (const result of settled) if (result.status === 'rejected') throw result.reason
    const rows = prepared.map(({ row }) => row)
    // Rows come first: files of a process that dies half-way are found by them and removed with them.
    if (rows.length > 0) await ctx.db.insert(media).values(rows)
    try {
      for (const { files } of prepared) {
        for (const { key, path, type } of files) await ctx.storage.put(key, path, type)
      }
    } catch (error) {
      await deleteUnusedMedia(ctx, { ids: rows.map(({ id }) => id) })
      throw error
    }
    return rows
  } finally {
    await removeFiles(prepared.flatMap(({ converted }) => converted))
  }
}

/**
 * Removes media that no post names, with their files: the given ones, else those that had time to be named.
 * Files go first: a row whose files could not be removed is found again.
 */
export async function deleteUnusedMedia(ctx: Context, which: { ids?: string[]; userId?: string } = {}) {
  const { db, storage, now } = ctx
  const named = db.select({ id: postMedia.mediaId }).from(postMedia).where(eq(postMedia.mediaId, media.id))
  const chosen: (SQL | undefined)[] = [
    notExists(named),
    which.ids ? inArray(media.id, which.ids) : lt(media.touchedAt, new Date(+now() - UNUSED_AFTER_MS)),
    which.userId === undefined ? undefined : eq(media.userId, which.userId),
  ]
  const unused = await db
    .select()
    .from(media)
    .where(and(...chosen))
  for (const row of unused) {
    await storage.delete([row.key, row.jpegKey, row.thumbnailKey].filter(key => key !== null))
    await db.delete(media).where(and(eq(media.id, row.id), notExists(named)))
  }
}

/** Media as the networks' adapters take them: what is uploaded, and where the provider can fetch it. */
export const publicationMedia = (ctx: Context, rows: (Media & { altText: string })[]): PublicationMedia[] =>
  rows.map(row => ({
    kind: row.kind,
    type: row.type,
    bytes: row.bytes,
    altText: row.altText,
    url: signMediaUrl(ctx, row, row.kind === 'image' ? 'jpeg' : 'original', PROVIDER_TTL_MS),
    async read(start, end) {
      const stored = await ctx.storage.read(row.key, start, end)
      if (!stored) throw new Error(`The file of media ${row.id} is missing`)
      // Read here and now: a body that fetches itself later can't be sent on as part of a form.
      return new Blob([await stored.body.arrayBuffer()], { type: row.type })
    },
  }))

export function mediaItem(ctx: Context, row: Media, altText: string): MediaItem {
  return {
    _id: row.id,
    kind: row.kind,
    name: row.name,
    width: row.width,
    height: row.height,
    ...(row.duration !== null && { duration: row.duration }),
    altText,
    url: signMediaUrl(ctx, row, 'original', BROWSER_TTL_MS),
    ...(row.thumbnailKey && { thumbnailUrl: signMediaUrl(ctx, row, 'thumbnail', BROWSER_TTL_MS) }),
  }
}
