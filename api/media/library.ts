import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNull,
  lt,
  ne,
  notExists,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { Region } from 'sharp'

import { isActiveDomain, isAllowedIn, isOwnOrAllowed } from '#api/auth/access/membership.ts'
import type { Inside, UserContext, Context } from '#api/context.ts'
import { containsText } from '#api/db/conditions.ts'
import { onlyRow } from '#api/db/only-row.ts'
import { isAfter, pageOf, readCursor } from '#api/db/pagination.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { alias } from '#api/db/schema/columns.ts'
import { draftMedia, drafts } from '#api/db/schema/posts/drafts.ts'
import { type Media, media } from '#api/db/schema/posts/media.ts'
import { deliveries, postMedia, posts } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
import { copyToDisk } from '#api/storage/storage.ts'
import type { Permission } from '#shared/businesses/permissions.ts'
import type { EditMedia, LibraryItem, LibraryPage, LibraryQuery, MediaUse } from '#shared/media/library.ts'
import type { CropArea } from '#shared/posts/drafts.ts'
import { applyLabelChange, type LabelChange } from '#shared/posts/label-change.ts'
import { isSameLabel, LABEL_MESSAGES, type LabelSet, MAX_LABELS } from '#shared/posts/labels.ts'
import { compareNames } from '#shared/text/compare-names.ts'
import { contains, fold } from '#shared/text/fold.ts'
import { truncate } from '#shared/text/graphemes.ts'
import { hashOlderFile } from './content-hash.ts'
import { MEDIA_ERRORS } from './errors.ts'
import { newTemporaryPath, removeFiles } from './files/temporary-files.ts'
import { deleteUnusedMedia, isReusable, mediaItem, saveMedia, requireMedia } from './media.ts'
import { prepareImage } from './prepare.ts'
import { cancelConversion } from './videos/conversions.ts'

const EXCERPT = 120
const USES_LISTED = 50

/**
 * Returns a page of the library of the business, or of all the user's businesses. Of files with the same content, only the oldest is
 * listed. Unused crops are left out.
 * @throws {DomainError} `invalid` for a cursor of another order
 */
export async function listLibrary(ctx: UserContext, query: LibraryQuery): Promise<LibraryPage> {
  const { db } = ctx
  const { searchName, searchAltText, name, altText } = media
  const [labelled, named] = await Promise.all([
    query.label ? labelSetsWith(ctx, query, each => isSameLabel(each, query.label ?? '')) : undefined,
    query.search ? labelSetsWith(ctx, query, each => contains(each, query.search)) : [],
  ])
  const isUsed = or(exists(inPosts(ctx)), exists(inDrafts(ctx)))
  const rows = await db
    .select({ row: media, posts: countOf(inPosts(ctx)), drafts: countOf(inDrafts(ctx)) })
    .from(media)
    .where(
      and(
        isInLibrary(ctx, query),
        notExists(olderCopies(ctx)),
        isNull(media.conversion),
        or(isNull(media.croppedFrom), isUsed),
        query.kind ? eq(media.kind, query.kind) : undefined,
        query.search
          ? or(
              containsText([searchName, name], query.search),
              containsText([searchAltText, altText], query.search),
              inArray(media.labels, named),
            )
          : undefined,
        labelled && inArray(media.labels, labelled),
        query.labelled && eq(media.labels, []),
        query.use === 'used' ? isUsed : undefined,
        query.use === 'unused' ? and(notExists(inPosts(ctx)), notExists(inDrafts(ctx))) : undefined,
        await isAfterLast(ctx, query),
      ),
    )
    .orderBy(...orderOf(ctx, query))
    .limit(query.limit + 1)
  const { page, nextCursor } = pageOf(rows, query.limit, ({ row }) => ({ at: row.createdAt, id: row.id }))
  const items = page.map(each => ({
    ...toItem(ctx, each),
    ...(query.businesses && each.row.domainId && { domainId: each.row.domainId }),
  }))
  return { items, nextCursor }
}

const sortKeyOf = (ctx: UserContext, { sort }: Pick<LibraryQuery, 'sort'>): SQLWrapper => {
  const { createdAt, searchName, name, bytes } = media
  if (sort === 'name') return sql`coalesce(${searchName}, ${name})`
  if (sort === 'size') return bytes
  return sort === 'used' ? lastUsed(ctx) : createdAt
}

const orderOf = (ctx: UserContext, query: LibraryQuery): SQL[] => {
  const inOrder = query.sort === 'name' ? asc : desc
  return [inOrder(sortKeyOf(ctx, query)), inOrder(media.id)]
}

/** SQL condition: the file comes after the cursor's file, by that file's current sort key. */
async function isAfterLast(ctx: UserContext, query: LibraryQuery): Promise<SQL | undefined> {
  if (!query.cursor) return undefined
  const { id } = readCursor(query.cursor)
  const key = sortKeyOf(ctx, query)
  const [last] = await ctx.db
    .select({ key: sql`${key}` })
    .from(media)
    .where(eq(media.id, id))
  if (!last) throw invalidField('cursor', 'This page does not exist.')
  const direction = query.sort === 'name' ? 'ascending' : 'descending'
  return isAfter({ at: key, id: media.id }, { at: last.key, id }, direction)
}

/** A file with the name by which a content plan refers to it. */
type NamedFile = { id: string; name: string }

/**
 * Returns the files of a business's library, oldest first. Of files with the same name and content, only the oldest is listed.
 */
export async function listNames({ db }: UserContext, domainId: string): Promise<NamedFile[]> {
  const { id, name, sha256, createdAt } = media
  const rows = await db
    .select({ id, name, sha256 })
    .from(media)
    .where(and(eq(media.domainId, domainId), isNull(media.discardedAt), isReusable(media)))
    .orderBy(createdAt, id)
  const byContent = Map.groupBy(rows, row => JSON.stringify([row.name, row.sha256 ?? row.id]))
  return Array.from(byContent.values(), ([first]) => first ?? []).flat()
}

const toItem = (
  ctx: UserContext,
  { row, ...uses }: { row: Media; posts: number; drafts: number },
): LibraryItem => ({
  ...mediaItem(ctx, row, row.altText),
  labels: row.labels,
  createdAt: row.createdAt.toISOString(),
  ...uses,
})

type LibraryScope = Pick<LibraryQuery, 'businesses'>

const isInLibrary = (ctx: UserContext, { businesses }: LibraryScope) =>
  and(
    businesses
      ? isAllowedIn(ctx, media.domainId)
      : inArray(media.domainId, ctx.db.select({ id: domains.id }).from(domains).where(isActiveDomain(ctx))),
    isNull(media.discardedAt),
    eq(media.isRemoving, false),
  )

/** Lists the labels of the business's files, by name. */
export const listMediaLabels = async (ctx: UserContext): Promise<string[]> =>
  [...new Set((await labelSets(ctx, {})).flat())].toSorted(compareNames)

async function labelSets(ctx: UserContext, scope: LibraryScope): Promise<string[][]> {
  const rows = await ctx.db
    .selectDistinct({ labels: media.labels })
    .from(media)
    .where(and(isInLibrary(ctx, scope), ne(media.labels, [])))
  return rows.map(({ labels }) => labels)
}

/** Returns each combination of labels of a business's files, with the number of files that have it. Counts equal contents once. */
export const mediaLabelSets = ({ db }: Pick<UserContext, 'db'>, domainId: string): Promise<LabelSet[]> =>
  db
    .select({ labels: media.labels, n: sql<number>`count(distinct coalesce(${media.sha256}, ${media.id}))` })
    .from(media)
    .where(and(eq(media.domainId, domainId), isNull(media.discardedAt), ne(media.labels, [])))
    .groupBy(media.labels)

/** Changes the labels of a business's files. */
export async function replaceMediaLabels(
  ctx: Inside<UserContext>,
  domainId: string,
  relabel: (labels: readonly string[]) => string[] | undefined,
): Promise<void> {
  for (const { labels: before } of await mediaLabelSets(ctx, domainId)) {
    const labels = relabel(before)
    if (labels)
      await ctx.db
        .update(media)
        .set({ labels })
        .where(and(eq(media.domainId, domainId), eq(media.labels, before)))
  }
}

/** Returns the combinations of labels of which at least one label matches. */
const labelSetsWith = async (ctx: UserContext, scope: LibraryScope, matches: (label: string) => boolean) =>
  (await labelSets(ctx, scope)).filter(set => set.some(matches))

const copy = alias(media, 'copy')
/** SQL condition: `copy` is a file of the same business with the same content. */
const hasSameContent = and(eq(copy.domainId, media.domainId), eq(copy.sha256, media.sha256))

const olderCopies = ({ db }: UserContext) =>
  db
    .select({ id: copy.id })
    .from(copy)
    .where(
      and(
        hasSameContent,
        isNull(copy.discardedAt),
        isReusable(copy),
        or(
          lt(copy.createdAt, media.createdAt),
          and(eq(copy.createdAt, media.createdAt), lt(copy.id, media.id)),
        ),
      ),
    )

const isCopy = or(eq(copy.id, media.id), hasSameContent)
const inPosts = ({ db }: UserContext) =>
  db
    .selectDistinct({ id: postMedia.postId })
    .from(postMedia)
    .innerJoin(copy, eq(copy.id, postMedia.mediaId))
    .where(isCopy)
const inDrafts = ({ db }: UserContext) =>
  db
    .selectDistinct({ id: draftMedia.draftId })
    .from(draftMedia)
    .innerJoin(copy, eq(copy.id, draftMedia.mediaId))
    .innerJoin(drafts, eq(drafts.id, draftMedia.draftId))
    .where(and(isCopy, isNull(drafts.deletedAt)))

/** SQL expression: last time at which a post with the file was created, or a draft with it was saved; 0 for an unused file. */
const lastUsed = ({ db }: UserContext) => {
  const inPost = db
    .select({ at: sql`max(${posts.createdAt})` })
    .from(postMedia)
    .innerJoin(copy, eq(copy.id, postMedia.mediaId))
    .innerJoin(posts, eq(posts.id, postMedia.postId))
    .where(isCopy)
  const inDraft = db
    .select({ at: sql`max(${drafts.updatedAt})` })
    .from(draftMedia)
    .innerJoin(copy, eq(copy.id, draftMedia.mediaId))
    .innerJoin(drafts, eq(drafts.id, draftMedia.draftId))
    .where(and(isCopy, isNull(drafts.deletedAt)))
  return sql`max(coalesce((${inPost}), 0), coalesce((${inDraft}), 0))`
}

const countOf = (uses: SQLWrapper) => sql<number>`(select count(*) from (${uses}))`.mapWith(Number)

/** SQL condition on media: the row is this file, or a file of its business with the same content. */
const isOneOf = ({ db }: Pick<Context, 'db'>, id: string) =>
  or(
    eq(media.id, id),
    inArray(
      media.id,
      db
        .select({ id: copy.id })
        .from(copy)
        .innerJoin(known, and(eq(known.domainId, copy.domainId), eq(known.sha256, copy.sha256)))
        .where(eq(known.id, id)),
    ),
  )
const known = alias(media, 'known')

/** Returns the posts and drafts that use a file, or one with the same content, newest first. @throws {DomainError} `not_found` */
export async function listUses(ctx: UserContext, id: string): Promise<MediaUse[]> {
  const { db } = ctx
  await readMedia(ctx, id)
  const copies = db.select({ id: media.id }).from(media).where(isOneOf(ctx, id))
  const [ofPosts, ofDrafts] = await Promise.all([
    db
      .selectDistinct({
        postId: posts.id,
        at: posts.publishAt,
        text: sql<string>`(select substr(message, 1, ${EXCERPT * 2}) from ${deliveries} where post_id = ${posts.id} order by network limit 1)`,
      })
      .from(postMedia)
      .innerJoin(posts, eq(posts.id, postMedia.postId))
      .where(and(inArray(postMedia.mediaId, copies), isAllowedIn(ctx, posts.domainId)))
      .orderBy(desc(posts.publishAt))
      .limit(USES_LISTED),
    db
      .selectDistinct({
        draftId: drafts.id,
        at: drafts.updatedAt,
        text: sql<string>`substr(${drafts.content} ->> '$.message', 1, ${EXCERPT * 2})`,
      })
      .from(draftMedia)
      .innerJoin(drafts, eq(drafts.id, draftMedia.draftId))
      .where(
        and(
          inArray(draftMedia.mediaId, copies),
          isOwnOrAllowed(ctx, drafts, 'write'),
          isNull(drafts.deletedAt),
        ),
      )
      .orderBy(desc(drafts.updatedAt))
      .limit(USES_LISTED),
  ])
  return [...ofDrafts, ...ofPosts].map(({ at, text, ...use }) => ({
    ...use,
    text: truncate(text ?? '', EXCERPT),
    at: at.toISOString(),
  }))
}

/**
 * Changes a file's name, its labels, and the alt text that is suggested when it is used again.
 * @throws {DomainError} `not_found`
 */
export async function editMedia(ctx: UserContext, id: string, changes: EditMedia): Promise<void> {
  const [row] = await ctx.db
    .update(media)
    .set({
      ...changes,
      ...(changes.name !== undefined && { searchName: fold(changes.name) }),
      ...(changes.altText !== undefined && { searchAltText: fold(changes.altText) }),
      touchedAt: ctx.now(),
    })
    .where(isOwn(ctx, isOneOf(ctx, id)))
    .returning({ id: media.id })
  if (!row) throw notFound()
}

/**
 * Adds and removes labels of a file, and of other files with the same content.
 * @throws {DomainError} `conflict` if it would have too many labels, `not_found`
 */
export const changeMediaLabels = (ctx: UserContext, id: string, change: LabelChange): Promise<void> =>
  write(ctx, async ctx => {
    const rows = await ctx.db
      .select({ id: media.id, labels: media.labels })
      .from(media)
      .where(isOwn(ctx, isOneOf(ctx, id)))
    if (rows.length === 0) throw notFound()
    for (const row of rows) {
      const labels = applyLabelChange(row.labels, change)
      if (labels.length > MAX_LABELS) throw new DomainError('conflict', LABEL_MESSAGES.tooManyOfFile)
      await ctx.db.update(media).set({ labels, touchedAt: ctx.now() }).where(eq(media.id, row.id))
    }
  })

/**
 * Removes a file and others with the same content from the library. Each can be restored until it is deleted, once no post or draft
 * has used it for an hour. A file that is still being converted is deleted at once.
 * @throws {DomainError} `not_found`
 */
export async function discardMedia(ctx: UserContext, id: string): Promise<void> {
  const now = ctx.now()
  const discarded = await ctx.db
    .update(media)
    .set({ discardedAt: now, touchedAt: now })
    .where(isOwn(ctx, isOneOf(ctx, id)))
    .returning({ id: media.id, conversion: media.conversion })
  if (discarded.length === 0) throw notFound()
  cancelConversion(ctx, id)
  const ids = discarded.flatMap(each => (each.conversion === null ? [] : each.id))
  if (ids.length > 0) await deleteUnusedMedia(ctx, { ids })
}

/** Restores a file that was removed from the library. @throws {DomainError} `not_found`, also once it is deleted */
export async function restoreMedia(ctx: UserContext, id: string): Promise<void> {
  const restored = await ctx.db
    .update(media)
    .set({ discardedAt: null })
    .where(and(isOneOf(ctx, id), isOwnOrAllowed(ctx, media, 'write'), eq(media.isRemoving, false)))
    .returning({ id: media.id })
  if (restored.length === 0) throw notFound()
}

/** Saves the alt texts of a new post's files to the library. */
export async function saveAltTexts(ctx: Inside<UserContext>, texts: { id: string; altText: string }[]) {
  for (const { id, altText } of texts.filter(text => text.altText !== ''))
    await ctx.db
      .update(media)
      .set({ altText, searchAltText: fold(altText) })
      .where(and(isOneOf(ctx, id), isOwnOrAllowed(ctx, media, 'write'), ne(media.altText, altText)))
}

/** Returns a file of the user or their businesses. @throws {DomainError} `not_found` */
export async function readMedia(ctx: UserContext, id: string): Promise<Media> {
  const [row] = await ctx.db
    .select()
    .from(media)
    .where(isOwn(ctx, eq(media.id, id), 'see'))
  if (!row) throw notFound()
  return row
}

const isOwn = (ctx: Inside<UserContext>, isFile: SQL | undefined, permission: Permission = 'write') =>
  and(isFile, isOwnOrAllowed(ctx, media, permission), isNull(media.discardedAt), eq(media.isRemoving, false))

const notFound = () => new DomainError('not_found', MEDIA_ERRORS.gone)

const BATCH_SIZE = 50
const HASH_BATCH_SIZE = 20

/** Adds the searchable form of names and alt texts to some rows of an earlier release. */
export const foldNames = (ctx: Context): Promise<void> =>
  write(ctx, async ({ db }) => {
    const { id, name, altText, searchName, searchAltText } = media
    const isUnfolded = or(isNull(searchName), isNull(searchAltText))
    const unfolded = await db.select({ id, name, altText }).from(media).where(isUnfolded).limit(BATCH_SIZE)
    for (const row of unfolded)
      await db
        .update(media)
        .set({ searchName: fold(row.name), searchAltText: fold(row.altText) })
        .where(eq(id, row.id))
  })

/**
 * Hashes some files that an earlier release stored without a hash, so that the library recognises equal contents. Skips lost files.
 * @param after id of the last file of the previous call
 * @returns the id with which to continue
 */
export async function hashOlderFiles(ctx: Context, after = ''): Promise<string> {
  const isUnhashed = and(isNull(media.sha256), isNull(media.conversion), gt(media.id, after))
  const unhashed = await ctx.db
    .select({ id: media.id, key: media.key })
    .from(media)
    .where(isUnhashed)
    .orderBy(media.id)
    .limit(HASH_BATCH_SIZE)
  for (const row of unhashed) await hashOlderFile(ctx, row)
  return unhashed.at(-1)?.id ?? after
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

/** Converts the area to whole pixels: at least one, and within the picture. */
function toPixels(area: CropArea, { width, height }: { width: number; height: number }): Region {
  const [left, pixelWidth] = toPixelSpan(area.x, area.width, width)
  const [top, pixelHeight] = toPixelSpan(area.y, area.height, height)
  return { left, top, width: pixelWidth, height: pixelHeight }
}

function toPixelSpan(start: number, share: number, length: number): [from: number, pixels: number] {
  const from = Math.min(length - 1, Math.round(start * length))
  return [from, Math.max(1, Math.min(length - from, Math.round(share * length)))]
}
