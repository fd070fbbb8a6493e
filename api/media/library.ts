import { and, count, desc, eq, exists, inArray, isNull, ne, notExists, or, sql } from 'drizzle-orm'
import type { Region } from 'sharp'

import { isActiveDomain, isAllowedIn, isOwnOrAllowed } from '#api/auth/access/membership.ts'
import type { Inside, UserContext, Context } from '#api/context.ts'
import { containsText } from '#api/db/conditions.ts'
import { onlyRow } from '#api/db/only-row.ts'
import { isAfterCursor, pageOf } from '#api/db/pagination.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { draftMedia, drafts } from '#api/db/schema/posts/drafts.ts'
import { type Media, media } from '#api/db/schema/posts/media.ts'
import { deliveries, postMedia, posts } from '#api/db/schema/posts/posts.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
import { copyToDisk } from '#api/storage/storage.ts'
import type { Permission } from '#shared/businesses/permissions.ts'
import type { EditMedia, LibraryItem, LibraryPage, LibraryQuery, MediaUse } from '#shared/media/library.ts'
import { MEDIA_MESSAGES } from '#shared/media/media.ts'
import type { CropArea } from '#shared/posts/drafts.ts'
import { fold } from '#shared/text/fold.ts'
import { shortened } from '#shared/text/graphemes.ts'
import { newTemporaryPath, removeFiles } from './files/temporary-files.ts'
import { deleteUnusedMedia, mediaItem, saveMedia, requireMedia } from './media.ts'
import { prepareImage } from './prepare.ts'
import { cancelConversion } from './videos/conversions.ts'

const EXCERPT = 120
const USES_LISTED = 50

/** Returns a page of the business's library, newest first. Unused crops are left out. */
export async function listLibrary(ctx: UserContext, query: LibraryQuery): Promise<LibraryPage> {
  const { db } = ctx
  const activeDomain = db.select({ id: domains.id }).from(domains).where(isActiveDomain(ctx))
  const { searchName, searchAltText, name, altText } = media
  const rows = await db
    .select({ row: media, posts: postCount(ctx), drafts: draftCount(ctx) })
    .from(media)
    .where(
      and(
        inArray(media.domainId, activeDomain),
        isNull(media.discardedAt),
        isNull(media.conversion),
        eq(media.isRemoving, false),
        or(isNull(media.croppedFrom), exists(inPosts(ctx)), exists(inDrafts(ctx))),
        query.kind ? eq(media.kind, query.kind) : undefined,
        query.search
          ? or(
              containsText([searchName, name], query.search),
              containsText([searchAltText, altText], query.search),
            )
          : undefined,
        query.use === 'used' ? or(exists(inPosts(ctx)), exists(inDrafts(ctx))) : undefined,
        query.use === 'unused' ? and(notExists(inPosts(ctx)), notExists(inDrafts(ctx))) : undefined,
        isAfterCursor({ at: media.createdAt, id: media.id }, query.cursor, 'descending'),
      ),
    )
    .orderBy(desc(media.createdAt), desc(media.id))
    .limit(query.limit + 1)
  const { page, nextCursor } = pageOf(rows, query.limit, ({ row }) => ({ at: row.createdAt, id: row.id }))
  return { items: page.map(each => toItem(ctx, each)), nextCursor }
}

const toItem = (
  ctx: UserContext,
  { row, ...uses }: { row: Media; posts: number; drafts: number },
): LibraryItem => ({
  ...mediaItem(ctx, row, row.altText),
  createdAt: row.createdAt.toISOString(),
  ...uses,
})

const inPosts = ({ db }: UserContext) =>
  db.select({ id: postMedia.mediaId }).from(postMedia).where(eq(postMedia.mediaId, media.id))
const inDrafts = ({ db }: UserContext) =>
  db
    .select({ id: draftMedia.mediaId })
    .from(draftMedia)
    .innerJoin(drafts, eq(drafts.id, draftMedia.draftId))
    .where(and(eq(draftMedia.mediaId, media.id), isNull(drafts.deletedAt)))

const postCount = ({ db }: UserContext) =>
  sql<number>`(${db.select({ n: count() }).from(postMedia).where(eq(postMedia.mediaId, media.id))})`.mapWith(
    Number,
  )
const draftCount = (ctx: UserContext) =>
  sql<number>`(select count(*) from (${inDrafts(ctx)}))`.mapWith(Number)

/** Returns the posts and drafts that use a file, newest first. @throws {DomainError} `not_found` */
export async function listUses(ctx: UserContext, id: string): Promise<MediaUse[]> {
  const { db } = ctx
  await requireSeen(ctx, id)
  const [ofPosts, ofDrafts] = await Promise.all([
    db
      .select({
        postId: posts.id,
        at: posts.publishAt,
        text: sql<string>`(select substr(message, 1, ${EXCERPT * 2}) from ${deliveries} where post_id = ${posts.id} order by network limit 1)`,
      })
      .from(postMedia)
      .innerJoin(posts, eq(posts.id, postMedia.postId))
      .where(and(eq(postMedia.mediaId, id), isAllowedIn(ctx, posts.domainId)))
      .orderBy(desc(posts.publishAt))
      .limit(USES_LISTED),
    db
      .select({
        draftId: drafts.id,
        at: drafts.updatedAt,
        text: sql<string>`substr(${drafts.content} ->> '$.message', 1, ${EXCERPT * 2})`,
      })
      .from(draftMedia)
      .innerJoin(drafts, eq(drafts.id, draftMedia.draftId))
      .where(and(eq(draftMedia.mediaId, id), isOwnOrAllowed(ctx, drafts, 'write'), isNull(drafts.deletedAt)))
      .orderBy(desc(drafts.updatedAt))
      .limit(USES_LISTED),
  ])
  return [...ofDrafts, ...ofPosts].map(({ at, text, ...use }) => ({
    ...use,
    text: shortened(text ?? '', EXCERPT),
    at: at.toISOString(),
  }))
}

/** Changes a file's name, and the alt text that is suggested when the file is used again. @throws {DomainError} `not_found` */
export async function editMedia(ctx: UserContext, id: string, changes: EditMedia): Promise<void> {
  const [row] = await ctx.db
    .update(media)
    .set({
      ...changes,
      ...(changes.name !== undefined && { searchName: fold(changes.name) }),
      searchAltText: fold(changes.altText),
      touchedAt: ctx.now(),
    })
    .where(isOwn(ctx, id))
    .returning({ id: media.id })
  if (!row) throw notFound()
}

/**
 * Removes a file from the library. The file itself is deleted once no post or draft uses it.
 * @throws {DomainError} `not_found`
 */
export async function discardMedia(ctx: UserContext, id: string): Promise<void> {
  const [row] = await ctx.db
    .update(media)
    .set({ discardedAt: ctx.now() })
    .where(isOwn(ctx, id))
    .returning({ id: media.id })
  if (!row) throw notFound()
  cancelConversion(ctx, id)
  await deleteUnusedMedia(ctx, { ids: [id] })
}

/** Saves the alt texts of a new post's files to the library. */
export async function saveAltTexts(
  ctx: Inside<UserContext>,
  texts: { id: string; altText: string }[],
): Promise<void> {
  for (const { id, altText } of texts.filter(text => text.altText !== ''))
    await ctx.db
      .update(media)
      .set({ altText, searchAltText: fold(altText) })
      .where(and(eq(media.id, id), isOwnOrAllowed(ctx, media, 'write'), ne(media.altText, altText)))
}

/** Returns a file of the user or their businesses. @throws {DomainError} `not_found` */
export async function readMedia(ctx: UserContext, id: string): Promise<Media> {
  const [row] = await ctx.db
    .select()
    .from(media)
    .where(isOwn(ctx, id, 'see'))
  if (!row) throw notFound()
  return row
}

async function requireSeen(ctx: UserContext, id: string): Promise<void> {
  if ((await ctx.db.$count(media, isOwn(ctx, id, 'see'))) === 0) throw notFound()
}

const isOwn = (ctx: UserContext, id: string, permission: Permission = 'write') =>
  and(
    eq(media.id, id),
    isOwnOrAllowed(ctx, media, permission),
    isNull(media.discardedAt),
    eq(media.isRemoving, false),
  )

const notFound = () => new DomainError('not_found', MEDIA_MESSAGES.gone)

const BATCH_SIZE = 1000

/** Folds names and alt texts that an earlier release wrote, for searches. */
export async function foldNames({ db }: Context): Promise<void> {
  const { id, name, altText, searchName, searchAltText } = media
  const isUnfolded = or(isNull(searchName), isNull(searchAltText))
  const unfolded = await db.select({ id, name, altText }).from(media).where(isUnfolded).limit(BATCH_SIZE)
  for (const row of unfolded)
    await db
      .update(media)
      .set({ searchName: fold(row.name), searchAltText: fold(row.altText) })
      // One that was changed meanwhile is folded the next time.
      .where(and(eq(id, row.id), eq(name, row.name), eq(altText, row.altText)))
}

/** Saves part of a picture as a new picture, and keeps the original. */
export async function cropMedia(ctx: UserContext, id: string, area: CropArea): Promise<Media> {
  const original = await requireMedia(ctx, id)
  if (original.type === 'video/mp4') throw invalidField('body', 'Only pictures can be cropped.')
  const stored = await ctx.storage.read(original.key)
  if (!stored) throw new Error(`The file of media ${id} is missing`)
  const path = await newTemporaryPath(ctx.config)
  const written = [path]
  try {
    await copyToDisk(stored, path)
    const prepared = await prepareImage(ctx, { ...original, path }, toPixels(area, original))
    written.push(...prepared.converted)
    return onlyRow(await saveMedia(ctx, [{ ...prepared, row: { ...prepared.row, croppedFrom: id } }]))
  } finally {
    await removeFiles(written)
  }
}

type Size = { width: number; height: number }

/** Converts the area to whole pixels: at least one, and within the picture. */
function toPixels(area: CropArea, { width, height }: Size): Region {
  const [left, pixelWidth] = span(area.x, area.width, width)
  const [top, pixelHeight] = span(area.y, area.height, height)
  return { left, top, width: pixelWidth, height: pixelHeight }
}

function span(start: number, share: number, length: number): [from: number, pixels: number] {
  const from = Math.min(length - 1, Math.round(start * length))
  return [from, Math.max(1, Math.min(length - from, Math.round(share * length)))]
}
