import { and, eq, inArray, lt, notExists, or } from 'drizzle-orm'

import type { Context, UserContext } from '#api/context.ts'
import { draftMedia } from '#api/db/schema/drafts.ts'
import { type Media, media } from '#api/db/schema/media.ts'
import { postMedia } from '#api/db/schema/posts.ts'
import { DomainError, invalidField } from '#api/errors.ts'
import type { PublicationMedia } from '#api/networks/core/network.ts'
import { checkMedia } from '#shared/media/limits.ts'
import { MEDIA_MESSAGES, type MediaItem } from '#shared/media/media.ts'
import type { NetworkId } from '#shared/networks.ts'
import { removeFiles } from './files/temporary-files.ts'
import { type PreparedMedia, prepareMedia } from './prepare.ts'
import { signMediaUrl } from './signed-url.ts'
import { requireQuota } from './uploads/quota.ts'
import type { ReceivedFile } from './uploads/received-file.ts'

/** An upload takes minutes at most from its media to its draft or post. */
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
    return await saveMedia(ctx, prepared)
  } finally {
    await removeFiles(prepared.flatMap(({ converted }) => converted))
  }
}

/**
 * Rows come first: files of a process that dies half-way are found by them and removed with them, and of two that arrive at
 * once neither fits by itself alone.
 * @throws DomainError where the person would keep more than they may
 */
export async function saveMedia(ctx: UserContext, prepared: PreparedMedia[]): Promise<Media[]> {
  const rows = prepared.map(({ row }) => row)
  if (rows.length > 0) await ctx.db.insert(media).values(rows)
  try {
    await requireQuota(ctx)
    for (const { files } of prepared) {
      for (const { key, path, type } of files) await ctx.storage.put(key, path, type)
    }
  } catch (error) {
    await deleteUnusedMedia(ctx, { ids: rows.map(({ id }) => id) })
    throw error
  }
  return rows
}

/**
 * Returns one of the user's own media files, and postpones its removal.
 * @throws {DomainError} `not_found`, also for another user's file
 */
export async function requireMedia({ db, userId, now }: UserContext, id: string): Promise<Media> {
  const [row] = await db
    .update(media)
    .set({ touchedAt: now() })
    .where(and(eq(media.id, id), eq(media.userId, userId), eq(media.isRemoving, false)))
    .returning()
  if (!row) throw new DomainError('not_found', MEDIA_MESSAGES.gone)
  return row
}

/** What the user uploaded before, in the order of the ids; it is not swept for a while from now. */
export async function takeUpMedia(
  { db, userId, now }: UserContext,
  ids: readonly string[],
): Promise<Media[]> {
  if (ids.length === 0) return []
  const rows = await db
    .update(media)
    .set({ touchedAt: now() })
    .where(and(inArray(media.id, [...ids]), eq(media.userId, userId), eq(media.isRemoving, false)))
    .returning()
  const found = new Map(rows.map(row => [row.id, row]))
  return ids.map(id => {
    const row = found.get(id)
    if (!row) throw invalidField('media', MEDIA_MESSAGES.gone)
    return row
  })
}

/** @throws DomainError for what one of the networks would not take */
export function checkKeptMedia(row: Media, chosen: readonly NetworkId[]) {
  const { kind, name, bytes, width, duration, codec, audioCodec, fps } = row
  if (kind === 'image') return
  const refusal = checkMedia(
    {
      kind,
      name,
      bytes,
      width,
      duration: duration ?? 0,
      audioCodec,
      ...(codec !== null && { codec }),
      ...(fps !== null && { fps }),
    },
    chosen,
  )
  if (refusal) throw invalidField('media', refusal)
}

/**
 * Removes media that no post and no draft names, with their files: the given ones, else those that had time to be named.
 * They are marked first, so that nobody takes them up meanwhile; a row whose files could not be removed is found again.
 */
export async function deleteUnusedMedia(ctx: Context, which: { ids?: string[]; userId?: string } = {}) {
  const { db, storage, now } = ctx
  const inPost = db.select({ id: postMedia.mediaId }).from(postMedia).where(eq(postMedia.mediaId, media.id))
  const inDraft = db
    .select({ id: draftMedia.mediaId })
    .from(draftMedia)
    .where(eq(draftMedia.mediaId, media.id))
  const isOver = lt(media.touchedAt, new Date(+now() - UNUSED_AFTER_MS))
  const unused = await db
    .update(media)
    .set({ isRemoving: true })
    .where(
      and(
        notExists(inPost),
        notExists(inDraft),
        which.ids ? inArray(media.id, which.ids) : or(eq(media.isRemoving, true), isOver),
        which.userId === undefined ? undefined : eq(media.userId, which.userId),
      ),
    )
    .returning()
  for (const row of unused) {
    await storage.delete([row.key, row.jpegKey, row.thumbnailKey].filter(key => key !== null))
    await db.delete(media).where(eq(media.id, row.id))
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
    bytes: row.bytes,
    ...(row.duration !== null && { duration: row.duration, audioCodec: row.audioCodec }),
    ...(row.codec !== null && { codec: row.codec }),
    ...(row.fps !== null && { fps: row.fps }),
    altText,
    url: signMediaUrl(ctx, row, 'original', BROWSER_TTL_MS),
    ...(row.thumbnailKey && { thumbnailUrl: signMediaUrl(ctx, row, 'thumbnail', BROWSER_TTL_MS) }),
  }
}
