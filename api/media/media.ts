import { and, eq, inArray, isNotNull, isNull, lt, notExists, notInArray, or, sum, asc } from 'drizzle-orm'

import {
  isActiveDomain,
  isOwnOrAllowed,
  requireMembership,
  isAllowedIn,
} from '#api/auth/access/membership.ts'
import type { Context, Inside, OwnerContext, UserContext } from '#api/context.ts'
import { onlyRow } from '#api/db/only-row.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import type { SQLiteColumn } from '#api/db/schema/columns.ts'
import { draftMedia, drafts } from '#api/db/schema/posts/drafts.ts'
import { type Media, media } from '#api/db/schema/posts/media.ts'
import { postMedia, posts } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { pointInFrame } from '#api/media/pictures/network-jpeg.ts'
import { reduceImage } from '#api/media/pictures/pictures.ts'
import type { PublicationMedia } from '#api/networks/core/network.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
import { DAY_MS } from '#shared/durations.ts'
import { checkMedia } from '#shared/media/limits.ts'
import type { MediaItem } from '#shared/media/media.ts'
import type { NetworkId } from '#shared/networks.ts'
import { fold } from '#shared/text/fold.ts'
import { hashFile } from './content-hash.ts'
import { MEDIA_ERRORS } from './errors.ts'
import { newTemporaryPath, removeFiles } from './files/temporary-files.ts'
import { type PreparedMedia, prepareMedia } from './prepare.ts'
import { signMediaUrl, unframedKey, viewerOf } from './signed-url.ts'
import {
  type ReceivedFile,
  isFileError,
  type RejectedFile,
  rejectedFilesError,
} from './uploads/received-file.ts'
import { cancelConversion, finishConversion, sourceKey, startConversions } from './videos/conversions.ts'

/** Age at which unused files outside a library are deleted. A draft or post normally uses them within minutes. */
const UNUSED_AFTER_MS = 60 * 60 * 1000
/** Instagram may fetch media until its container expires. */
const PROVIDER_TTL_MS = DAY_MS
const BROWSER_TTL_MS = 6 * 60 * 60 * 1000

type MediaForNetworks = {
  file: ReceivedFile
  networks: readonly NetworkId[]
  /** The networks that get the file in a story. */
  stories?: readonly NetworkId[]
}

/**
 * Converts, validates and stores files in their order.
 * @param options.waitMs maximum wait for the conversion of videos, after which unfinished ones are returned; unlimited by default
 * @param options.reuses true to return the business's existing file with the same content, if there is one
 * @throws {DomainError} naming each file that can't be read, or that one of its networks would reject. Then no file is stored
 */
export async function acceptMedia(
  ctx: UserContext,
  incoming: readonly MediaForNetworks[],
  { waitMs, reuses = false }: { waitMs?: number; reuses?: boolean } = {},
): Promise<Media[]> {
  const settled = await Promise.allSettled(
    incoming.map(({ file, ...targets }) => prepareMedia(ctx, file, targets)),
  )
  const prepared = settled.flatMap(result => (result.status === 'fulfilled' ? result.value : []))
  try {
    const refused: RejectedFile[] = []
    for (const [index, result] of settled.entries()) {
      if (result.status === 'fulfilled') continue
      if (!isFileError(result.reason)) throw result.reason
      refused.push({ name: incoming[index]?.file.name ?? '', error: result.reason })
    }
    if (refused.length > 0) throw rejectedFilesError(refused)
    const rows = await saveMedia(ctx, prepared, { reuses })
    if (rows.every(({ conversion }) => conversion === null)) return rows
    await startConversions(ctx)
    return await finishConversions(ctx, rows, { incoming, waitMs })
  } finally {
    await removeFiles(prepared.flatMap(({ converted }) => converted))
  }
}

type ConversionWait = { incoming: readonly MediaForNetworks[]; waitMs: number | undefined }

/** Waits for the conversion of videos. Removes all files if one can't be converted, or one of its networks would reject it. */
async function finishConversions(ctx: UserContext, rows: Media[], { incoming, waitMs }: ConversionWait) {
  const finished = await Promise.all(
    rows.map(async row =>
      row.conversion === null ? row : ((await finishConversion(ctx, row.id, waitMs)) ?? row),
    ),
  )
  const refused: RejectedFile[] = []
  for (const [index, row] of finished.entries()) {
    const { file, networks = [], stories } = incoming[index] ?? {}
    if (waitMs !== undefined && row.conversion !== null && row.conversion !== 'failed') continue
    try {
      checkStoredMedia(row, networks, stories)
    } catch (error) {
      if (!isFileError(error)) throw error
      refused.push({ name: file?.name ?? row.name, error })
    }
  }
  if (refused.length === 0) return finished
  await deleteUnusedMedia(ctx, { ids: rows.map(({ id }) => id) })
  throw rejectedFilesError(refused)
}

/**
 * Inserts the rows before storing the files, so that files of a killed process can be found, and concurrent uploads count towards
 * the quota.
 * @throws {DomainError} if the user's quota would be exceeded
 */
export async function saveMedia(
  ctx: UserContext,
  prepared: PreparedMedia[],
  { reuses = false } = {},
): Promise<Media[]> {
  const rows = await insertMedia(ctx, prepared, reuses)
  const isNew = (id: string) => prepared.some(({ row }) => row.id === id)
  try {
    await requireQuota(ctx)
    for (const [index, { id }] of rows.entries())
      for (const { key, path, type } of filesFor(id, prepared[index]))
        if (isNew(id) || !(await ctx.storage.read(key))) await ctx.storage.put(key, path, type)
  } catch (error) {
    await deleteUnusedMedia(ctx, { ids: rows.map(({ id }) => id).filter(isNew) })
    throw error
  }
  return rows
}

/** Returns the prepared files under the keys of the saved row, which may be an existing one. */
const filesFor = (id: string, prepared: PreparedMedia | undefined) =>
  (prepared?.files ?? []).map(file => ({ ...file, key: file.key.replace(prepared?.row.id ?? id, id) }))

/** @throws {DomainError} `not_found`, `forbidden` if the caller's role changed while the files were converted */
async function insertMedia(ctx: UserContext, prepared: PreparedMedia[], reuses: boolean): Promise<Media[]> {
  const { db } = ctx
  const [domain] = await db.select({ id: domains.id }).from(domains).where(isActiveDomain(ctx))
  const domainId = domain?.id ?? null
  const rows = await Promise.all(
    prepared.map(async ({ row, files }) => {
      // A video is hashed after its conversion.
      const original = files.find(({ key }) => key === row.key)
      const folded = { searchName: fold(row.name), searchAltText: fold(row.altText ?? '') }
      return { ...row, ...folded, domainId, sha256: original ? await hashFile(original.path) : null }
    }),
  )
  return write(ctx, async ctx => {
    if (domainId !== null) await requireMembership(ctx, domainId, 'write')
    const saved: Media[] = []
    for (const row of rows)
      saved.push(
        (reuses ? await reuseSameContent(ctx, row) : undefined) ??
          onlyRow(await ctx.db.insert(media).values(row).returning()),
      )
    return saved
  })
}

type Columns = Record<'conversion' | 'croppedFrom' | 'isRemoving', SQLiteColumn>
/** SQL condition: the file can be reused: it is converted, no crop, and isn't being removed. */
export const isReusable = ({ conversion, croppedFrom, isRemoving }: Columns) =>
  and(isNull(conversion), isNull(croppedFrom), eq(isRemoving, false))

/** Returns the business's oldest file with the same content, after restoring it to the library. */
export async function reuseSameContent(
  { db, now }: Inside<UserContext>,
  { domainId, sha256 }: Pick<Media, 'domainId' | 'sha256'>,
): Promise<Media | undefined> {
  if (domainId === null || sha256 === null) return undefined
  const [oldest] = await db
    .select({ id: media.id })
    .from(media)
    .where(and(eq(media.domainId, domainId), eq(media.sha256, sha256), isReusable(media)))
    .orderBy(media.createdAt, media.id)
    .limit(1)
  if (!oldest) return undefined
  const [row] = await db
    .update(media)
    .set({ touchedAt: now(), discardedAt: null })
    .where(eq(media.id, oldest.id))
    .returning()
  return row
}

/**
 * Returns a file of the user or of one of their businesses, and postpones its removal.
 * @throws {DomainError} `not_found`, also for another business's file
 */
export async function requireMedia(ctx: UserContext, id: string): Promise<Media> {
  const [row] = await ctx.db
    .update(media)
    .set({ touchedAt: ctx.now() })
    .where(and(eq(media.id, id), isOwnOrAllowed(ctx, media, 'write'), eq(media.isRemoving, false)))
    .returning()
  if (!row) throw new DomainError('not_found', MEDIA_ERRORS.gone)
  return row
}

/**
 * Returns the user's media in the order of the ids, and postpones their removal.
 * @throws {DomainError} `invalid` if one is missing
 */
export async function requireMediaByIds(ctx: UserContext, ids: readonly string[]): Promise<Media[]> {
  if (ids.length === 0) return []
  const rows = await ctx.db
    .update(media)
    .set({ touchedAt: ctx.now() })
    .where(and(inArray(media.id, [...ids]), isOwnOrAllowed(ctx, media, 'write'), eq(media.isRemoving, false)))
    .returning()
  const found = new Map(rows.map(row => [row.id, row]))
  return ids.map(id => {
    const row = found.get(id)
    if (!row) throw invalidField('media', MEDIA_ERRORS.gone)
    return row
  })
}

/** @throws {DomainError} if the media are still being converted, or one of the networks would reject them */
export function checkStoredMedia(row: Media, chosen: readonly NetworkId[], stories?: readonly NetworkId[]) {
  const { kind, name, bytes, width, height, duration, codec, audioCodec, fps } = row
  if (kind === 'image') return
  if (row.conversion !== null) throw invalidField('media', row.conversionMessage ?? MEDIA_ERRORS.converting)
  const problem = checkMedia(
    {
      kind,
      name,
      bytes,
      width,
      height,
      duration: duration ?? 0,
      audioCodec,
      ...(codec !== null && { codec }),
      ...(fps !== null && { fps }),
    },
    chosen,
    stories,
  )
  if (problem) throw invalidField('media', problem)
}

/**
 * Marks the files of businesses for removal, except those that other businesses use. Must be part of the transaction that deletes the
 * businesses: otherwise their files would become private uploads of the people who uploaded them, including removed members.
 */
export async function markMediaForRemoval({ db }: Inside<Context>, domainIds: string[]): Promise<void> {
  const inOthersPosts = db
    .select({ id: postMedia.mediaId })
    .from(postMedia)
    .innerJoin(posts, eq(posts.id, postMedia.postId))
    .where(and(eq(postMedia.mediaId, media.id), notInArray(posts.domainId, domainIds)))
  const inOthersDrafts = db
    .select({ id: draftMedia.mediaId })
    .from(draftMedia)
    .innerJoin(drafts, eq(drafts.id, draftMedia.draftId))
    .where(
      and(
        eq(draftMedia.mediaId, media.id),
        or(isNull(drafts.domainId), notInArray(drafts.domainId, domainIds)),
      ),
    )
  await db
    .update(media)
    .set({ isRemoving: true })
    .where(and(inArray(media.domainId, domainIds), notExists(inOthersPosts), notExists(inOthersDrafts)))
}

/**
 * Removes unused media with their files: those with the given ids, or else those marked for removal. Unless `isMarked` is set,
 * also removes those outside a library that were last touched an hour ago. Marks the rows first, so that no request uses them, and
 * deletes them after their files.
 */
export async function deleteUnusedMedia(ctx: Context, selection: { ids?: string[]; isMarked?: true } = {}) {
  const { db, storage, now } = ctx
  const inPost = db.select({ id: postMedia.mediaId }).from(postMedia).where(eq(postMedia.mediaId, media.id))
  const inDraft = db
    .select({ id: draftMedia.mediaId })
    .from(draftMedia)
    .where(eq(draftMedia.mediaId, media.id))
  const isOutsideLibrary = or(
    isNull(media.domainId),
    isNotNull(media.croppedFrom),
    isNotNull(media.discardedAt),
    eq(media.conversion, 'failed'),
  )
  const isExpired = and(isOutsideLibrary, lt(media.touchedAt, new Date(+now() - UNUSED_AFTER_MS)))
  const unused = await db
    .update(media)
    .set({ isRemoving: true })
    .where(
      and(
        notExists(inPost),
        notExists(inDraft),
        selection.ids
          ? inArray(media.id, selection.ids)
          : or(eq(media.isRemoving, true), selection.isMarked ? undefined : isExpired),
      ),
    )
    .returning()
  for (const row of unused) {
    cancelConversion(ctx, row.id)
    await storage.delete(
      [
        row.key,
        ...(row.sourceType ? [sourceKey(row.id)] : []),
        row.jpegKey,
        ...(row.jpegKey ? [unframedKey(row.id)] : []),
        row.thumbnailKey,
      ].filter(key => key !== null),
    )
    await db.delete(media).where(eq(media.id, row.id))
  }
}

/** Converts media for the networks' adapters. */
export const publicationMedia = (ctx: Context, rows: (Media & { altText: string })[]): PublicationMedia[] =>
  rows.map(row => {
    async function read(start?: number, end?: number) {
      const stored = await ctx.storage.read(row.key, start, end)
      if (!stored) throw new Error(`The file of media ${row.id} is missing`)
      // Read eagerly, because a lazy body can't be sent as part of a form.
      return (await stored.blob()).slice(0, undefined, row.type)
    }
    const readWithin = async (maxBytes: number) => {
      const picture = await read()
      return picture.size <= maxBytes
        ? picture
        : await reduceImage(ctx.config, { picture, maxBytes, userId: row.userId })
    }
    const urlOf = (variant: 'original' | 'jpeg' | 'unframed') =>
      signMediaUrl(ctx, row, variant, { ttlMs: PROVIDER_TTL_MS })
    return {
      id: row.id,
      kind: row.kind,
      type: row.type,
      bytes: row.bytes,
      altText: row.altText,
      width: row.width,
      height: row.height,
      url: urlOf(row.kind === 'image' ? 'jpeg' : 'original'),
      toCroppedPoint: (point, first) => pointInFrame(point, row, first),
      async uncroppedUrl(maxBytes) {
        if (row.type === 'image/jpeg' && row.bytes <= maxBytes) return urlOf('original')
        const key = unframedKey(row.id)
        if (!(await ctx.storage.read(key)))
          await storeUncropped(ctx, row, { key, maxBytes, picture: await read() })
        return urlOf('unframed')
      },
      read,
      readWithin,
    }
  })

type UncroppedFile = { key: string; maxBytes: number; picture: Blob }

async function storeUncropped(ctx: Context, { userId }: Media, { key, maxBytes, picture }: UncroppedFile) {
  const path = await newTemporaryPath(ctx.config)
  try {
    await Bun.write(path, await reduceImage(ctx.config, { picture, maxBytes, userId }))
    await ctx.storage.put(key, path, 'image/jpeg')
  } finally {
    await removeFiles([path])
  }
}

export function mediaItem(ctx: OwnerContext, row: Media, altText: string): MediaItem {
  const access = { ttlMs: BROWSER_TTL_MS, viewer: viewerOf(ctx) }
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
    ...(row.conversion !== null && {
      conversion: {
        state: row.conversion,
        progress: row.conversionProgress,
        ...(row.conversionMessage !== null && { message: row.conversionMessage }),
      },
    }),
    ...(row.isPlainOnWhite && { isPlainOnWhite: true }),
    altText,
    url: row.conversion === null ? signMediaUrl(ctx, row, 'original', access) : '',
    ...(row.jpegKey && { jpegUrl: signMediaUrl(ctx, row, 'jpeg', access) }),
    ...(row.thumbnailKey && { thumbnailUrl: signMediaUrl(ctx, row, 'thumbnail', access) }),
  }
}

const GIGABYTE = 1024 ** 3

/**
 * Requires that more bytes fit within the user's quota. If needed, deletes files that the user could still restore. Media that are
 * being removed don't count.
 * @throws {DomainError} `too_large` if they don't fit
 */
export async function requireQuota(ctx: UserContext, bytes = 0): Promise<void> {
  const { db, config, userId } = ctx
  const kept = and(eq(media.userId, userId), eq(media.isRemoving, false))
  const isWithinQuota = async () => {
    const [all] = await db
      .select({ bytes: sum(media.bytes).mapWith(Number) })
      .from(media)
      .where(kept)
    return (all?.bytes ?? 0) + bytes <= config.storagePerPerson
  }
  if (await isWithinQuota()) return
  const discarded = await db
    .select({ id: media.id })
    .from(media)
    .where(and(kept, isNotNull(media.discardedAt)))
  await deleteUnusedMedia(ctx, { ids: discarded.map(({ id }) => id) })
  if (await isWithinQuota()) return
  throw new DomainError('too_large', MEDIA_ERRORS.full(config.storagePerPerson / GIGABYTE))
}

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
