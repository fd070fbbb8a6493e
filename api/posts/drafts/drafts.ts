import { and, count, desc, eq, gte, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'

import {
  isActiveDomain,
  isOwnOrAllowed,
  requirePermission,
  isAllowedIn,
} from '#api/auth/access/membership.ts'
import type { Context, Inside, UserContext } from '#api/context.ts'
import { onlyRow } from '#api/db/only-row.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { type DraftRow, draftMedia, drafts } from '#api/db/schema/posts/drafts.ts'
import { type Media, media } from '#api/db/schema/posts/media.ts'
import { deliveries, posts } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { mediaItem, requireMediaByIds } from '#api/media/media.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { NETWORK_IDS } from '#shared/networks.ts'
import { BULK_MESSAGES, type BulkResult, type DeleteCopies } from '#shared/posts/bulk.ts'
import { firstMessage } from '#shared/posts/draft-texts.ts'
import {
  DRAFT_MESSAGES,
  type Draft,
  type DraftContent,
  type DraftQuery,
  type DraftSummary,
  MAX_DRAFTS,
  MAX_LISTED_DRAFTS,
  type SaveDraft,
} from '#shared/posts/drafts.ts'
import { coverIds } from '#shared/posts/extras.ts'
import type { LabelSet } from '#shared/posts/labels.ts'
import { listedText } from '#shared/posts/posts.ts'
import { contains } from '#shared/text/fold.ts'
import { postExcerpt, truncateAtWord } from '#shared/text/graphemes.ts'

/** Time during which a deleted draft can be restored. */
const RESTORE_MS = 60 * 60 * 1000
/** Includes recently deleted drafts, so that deleting doesn't allow unlimited storage. */
const MAX_STORED = 3 * MAX_DRAFTS

const SUMMARY_CHARS = 160

/** Maximum number of drafts that are searched in all businesses, last changed first. Each is read whole. */
const MAX_SEARCHED = 500

/**
 * Returns summaries of the drafts of the request's business, or of all the user's businesses, and of those without a business,
 * last changed first.
 */
export async function listDrafts(
  ctx: UserContext,
  { businesses, search }: DraftQuery,
): Promise<DraftSummary[]> {
  const { db, userId } = ctx
  const listed = db
    .select({ draft: drafts, author: users.fullname })
    .from(drafts)
    .leftJoin(users, eq(users.id, drafts.userId))
    .where(
      and(
        isNull(drafts.deletedAt),
        or(
          and(eq(drafts.userId, userId), isNull(drafts.domainId)),
          and(
            businesses ? undefined : inArray(drafts.domainId, activeDomain(ctx)),
            isAllowedIn(ctx, drafts.domainId, 'write'),
          ),
        ),
      ),
    )
    .orderBy(desc(drafts.updatedAt), desc(drafts.id))
  const all = await (businesses ? listed.limit(MAX_SEARCHED) : listed)
  const matching = search ? all.filter(({ draft }) => contains(firstMessage(draft.content), search)) : all
  const rows = businesses ? matching.slice(0, MAX_LISTED_DRAFTS) : matching
  const mediaIds = rows.flatMap(({ draft }) => draft.content.media[0]?.mediaId ?? [])
  const draftIds = rows.map(({ draft }) => draft.id)
  const pictures = await db
    .select({ draftId: draftMedia.draftId, media })
    .from(draftMedia)
    .innerJoin(media, eq(media.id, draftMedia.mediaId))
    .where(and(inArray(draftMedia.draftId, draftIds), inArray(media.id, mediaIds)))
  return rows.map(({ draft: { id, domainId, content, updatedAt, userId: authorId }, author }) => {
    const picture = pictures.find(each => each.draftId === id && each.media.id === content.media[0]?.mediaId)
    const covers = coverIds(Object.values(content.extras ?? {}))
    const networks = NETWORK_IDS.filter(network => content.networks[network])
    const extras = networks[0] && content.extras?.[networks[0]]
    const networksOff = NETWORK_IDS.filter(network => content.networks[network] === false)
    const thumbnailUrl = picture && mediaItem(ctx, picture.media, '').thumbnailUrl
    return {
      _id: id,
      text: truncateAtWord(listedText([{ message: firstMessage(content), extras }]).trim(), SUMMARY_CHARS),
      networks,
      ...(networksOff.length > 0 && { networksOff }),
      mediaCount: content.media.filter(({ mediaId }) => !covers.includes(mediaId)).length,
      ...(thumbnailUrl && { thumbnailUrl }),
      ...(content.isScheduled && content.publishAt && { publishAt: content.publishAt }),
      ...(content.isScheduled && content.slot && { slot: true as const }),
      updatedAt: updatedAt.toISOString(),
      ...(author && authorId !== userId && { author }),
      ...(businesses && domainId && { domainId }),
    }
  })
}

/** @throws {DomainError} `not_found` for a draft that was posted or deleted */
export const readDraft = async (ctx: UserContext, id: string): Promise<Draft> =>
  toDraft(ctx, await requireDraft(ctx, id))

/** Like `readDraft`, with the business and the rows of the media. */
export async function readDraftWithMedia(ctx: UserContext, id: string) {
  const { domainId, version, content } = await requireDraft(ctx, id)
  return { domainId, version, content, media: await readMedia(ctx, id, mediaIdsOf(content)) }
}

async function requireDraft(ctx: UserContext, id: string): Promise<DraftRow> {
  const draft = await findDraft(ctx, id)
  if (!draft || draft.deletedAt) throw await draftGoneError(ctx, id)
  return draft
}

/**
 * Saves the composer's content for the selected business, under an id that the composer has generated.
 * @throws {DomainError} `conflict` if another window has saved it since `version`, `not_found` if it was posted or deleted
 */
export async function saveDraft(
  ctx: UserContext,
  id: string,
  { version, content }: SaveDraft,
): Promise<Draft> {
  await requireMediaByIds(ctx, mediaIdsOf(content))
  const saved = await write(ctx, async ctx => {
    const [active] = await activeDomain(ctx)
    if (active) await requirePermission(ctx, active.id, 'write')
    const domainId = active?.id ?? null
    const known = await findDraft(ctx, id)
    if (known && !known.deletedAt && known.version !== version)
      throw new DomainError('conflict', DRAFT_MESSAGES.changed)
    if (version === 0 && !known && !isServerId(id) && (await ctx.db.$count(drafts, eq(drafts.id, id))) === 0)
      return createDraft(ctx, { id, domainId, content })
    if (!known || known.deletedAt) throw await draftGoneError(ctx, id)
    await ctx.db.delete(draftMedia).where(eq(draftMedia.draftId, id))
    await linkMedia(ctx, id, content)
    const changed = { content, version: version + 1, domainId, updatedAt: ctx.now() }
    return onlyRow(await ctx.db.update(drafts).set(changed).where(eq(drafts.id, id)).returning())
  })
  return toDraft(ctx, saved)
}

/**
 * Recognises ids of version 7, which clients don't create. A cancelled post becomes a draft with the post's id, so a client's draft
 * with that id would prevent the cancellation.
 */
const isServerId = (id: string) => /^[\da-f]{8}-[\da-f]{4}-7/.test(id)

/**
 * Inserts a draft with its media.
 * @throws {DomainError} `conflict` if the user has the maximum number of drafts, or the id is taken
 */
export async function createDraft(
  ctx: Inside<UserContext>,
  { id, domainId, content }: { id: string; domainId: string | null; content: DraftContent },
): Promise<DraftRow> {
  const { db, userId, now } = ctx
  await requireBelowMaximum(ctx)
  if ((await db.$count(drafts, eq(drafts.userId, userId))) >= MAX_STORED)
    throw new DomainError('conflict', DRAFT_MESSAGES.tooMany)
  const [created] = await db
    .insert(drafts)
    .values({ id, userId, domainId, content, version: 1, createdAt: now(), updatedAt: now() })
    .onConflictDoNothing()
    .returning()
  if (!created) throw new DomainError('conflict', DRAFT_MESSAGES.changed)
  await linkMedia(ctx, id, content)
  return created
}

async function linkMedia({ db }: Inside<UserContext>, draftId: string, content: DraftContent): Promise<void> {
  const rows = mediaIdsOf(content).map(mediaId => ({ draftId, mediaId }))
  if (rows.length > 0) await db.insert(draftMedia).values(rows)
}

/** Requires room for another draft. @throws {DomainError} `conflict` if the user has the maximum number of drafts */
async function requireBelowMaximum({ db, userId }: Inside<UserContext>): Promise<void> {
  const open = await db.$count(drafts, and(eq(drafts.userId, userId), isNull(drafts.deletedAt)))
  if (open >= MAX_DRAFTS) throw new DomainError('conflict', DRAFT_MESSAGES.tooMany)
}

/** Deletes a draft, which can be restored for an hour. */
export const deleteDraft = (ctx: UserContext, id: string): Promise<void> =>
  write(ctx, async ctx => {
    const known = await findDraft(ctx, id)
    if (!known || known.deletedAt) throw await draftGoneError(ctx, id)
    await ctx.db.update(drafts).set({ deletedAt: ctx.now() }).where(eq(drafts.id, id))
  })

/** @throws {DomainError} `conflict` if the user has the maximum number of drafts, `not_found` after an hour */
export const restoreDraft = (ctx: UserContext, id: string): Promise<void> =>
  write(ctx, async ctx => {
    const known = await findDraft(ctx, id)
    if (!known || (known.deletedAt && +known.deletedAt < +ctx.now() - RESTORE_MS))
      throw await draftGoneError(ctx, id)
    if (!known.deletedAt) return
    await requireBelowMaximum(ctx)
    await ctx.db.update(drafts).set({ deletedAt: null }).where(eq(drafts.id, id))
  })

/**
 * Deletes a draft for good, in the change that creates or restores its post. With `version`, keeps a draft that another window has
 * saved since that version.
 */
export const removeDraft = (ctx: Inside<UserContext>, id: string, version?: number) =>
  ctx.db
    .delete(drafts)
    .where(and(isWritableDraft(ctx, id), version === undefined ? undefined : eq(drafts.version, version)))

/** Returns the draft with this id, also a deleted one; undefined if the caller may not write it. */
export async function findDraft(ctx: Inside<UserContext>, id: string): Promise<DraftRow | undefined> {
  const [row] = await ctx.db.select().from(drafts).where(isWritableDraft(ctx, id))
  return row
}

/** Returns the ids among these that are drafts of the business. */
export async function filterDraftIds(
  { db }: Pick<UserContext, 'db'>,
  domainId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .select({ id: drafts.id })
    .from(drafts)
    .where(and(inArray(drafts.id, [...ids]), eq(drafts.domainId, domainId), isNull(drafts.deletedAt)))
  return new Set(rows.map(({ id }) => id))
}

/** Removes deleted drafts that can no longer be restored. */
export async function sweepDrafts({ db, now }: Context): Promise<void> {
  await db
    .delete(drafts)
    .where(and(isNotNull(drafts.deletedAt), lt(drafts.deletedAt, new Date(+now() - RESTORE_MS))))
}

const activeDomain = (ctx: Inside<UserContext>) =>
  ctx.db.select({ id: domains.id }).from(domains).where(isActiveDomain(ctx))

const isWritableDraft = (ctx: Inside<UserContext>, id: string) =>
  and(eq(drafts.id, id), isOwnOrAllowed(ctx, drafts, 'write'))

const mediaIdsOf = ({ media: shown }: DraftContent) => [
  ...new Set(shown.flatMap(({ mediaId, crop }) => (crop ? [mediaId, crop.originalId] : [mediaId]))),
]

/** Returns the draft's media with these ids. Any member of the business may have uploaded them. */
async function readMedia(ctx: UserContext, draftId: string, ids: string[]): Promise<Map<string, Media>> {
  const rows = await ctx.db
    .select({ media })
    .from(draftMedia)
    .innerJoin(media, eq(media.id, draftMedia.mediaId))
    .where(and(eq(draftMedia.draftId, draftId), inArray(media.id, ids)))
  return new Map(rows.map(row => [row.media.id, row.media]))
}

async function toDraft(ctx: UserContext, row: DraftRow): Promise<Draft> {
  const mediaRows = await readMedia(ctx, row.id, mediaIdsOf(row.content))
  return {
    _id: row.id,
    version: row.version,
    content: row.content,
    media: [...mediaRows.values()].map(item => mediaItem(ctx, item, '')),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Deletes the drafts that nobody has saved since they were created. They can be restored for an hour. */
export async function deleteCopies(ctx: UserContext, { draftIds }: DeleteCopies): Promise<BulkResult[]> {
  const deleted = await ctx.db
    .update(drafts)
    .set({ deletedAt: ctx.now() })
    .where(
      and(
        inArray(drafts.id, draftIds),
        isOwnOrAllowed(ctx, drafts, 'write'),
        eq(drafts.version, 1),
        isNull(drafts.deletedAt),
      ),
    )
    .returning({ id: drafts.id })
  return draftIds.map(_id =>
    deleted.some(({ id }) => id === _id)
      ? { _id, success: true }
      : { _id, success: false, message: BULK_MESSAGES.copyChanged },
  )
}

/**
 * SQL condition on posts: sent from this draft by a member of one of the caller's businesses. Idempotency keys of posts begin
 * with the id of their draft, which distinguishes posted drafts from deleted ones.
 */
const isSentFrom = (ctx: Inside<UserContext>, draftId: string) =>
  and(
    // Limits the search to authors, because the index of keys begins with the author.
    sql`${posts.userId} in (select colleague.user_id from ${members} as ours
      join ${members} as colleague on colleague.domain_id = ours.domain_id where ours.user_id = ${ctx.userId})`,
    gte(posts.idempotencyKey, `${draftId}-`),
    lt(posts.idempotencyKey, `${draftId}.`),
    isAllowedIn(ctx, posts.domainId),
  )

/** @throws {DomainError} `conflict` if a post was sent from this draft, by the caller in another window or by a colleague */
export async function requireUnsent(ctx: Inside<UserContext>, draftId: string): Promise<void> {
  if ((await ctx.db.$count(posts, isSentFrom(ctx, draftId))) > 0)
    throw new DomainError('conflict', DRAFT_MESSAGES.posted)
}

/** Returns the error for a missing draft. It names the post that was sent from the draft, or says that the draft was deleted. */
async function draftGoneError(ctx: Inside<UserContext>, id: string): Promise<DomainError> {
  const [sent] = await ctx.db
    .select({ message: deliveries.message })
    .from(posts)
    .innerJoin(deliveries, eq(deliveries.postId, posts.id))
    .where(isSentFrom(ctx, id))
    .orderBy(desc(posts.createdAt))
    .limit(1)
  if (!sent) return new DomainError('not_found', DRAFT_MESSAGES.gone)
  const named = postExcerpt(sent.message)
  return new DomainError('not_found', named ? DRAFT_MESSAGES.postedAs(named) : DRAFT_MESSAGES.posted)
}

const labelsOf = sql<string | null>`${drafts.content} ->> '$.labels'`

/** Returns the labels that drafts of a business have together, and how many drafts have them. */
export async function draftLabelSets({ db }: Pick<UserContext, 'db'>, domainId: string): Promise<LabelSet[]> {
  const rows = await db
    .select({ labels: labelsOf, n: count() })
    .from(drafts)
    .where(and(eq(drafts.domainId, domainId), isNull(drafts.deletedAt)))
    .groupBy(labelsOf)
  return rows.flatMap(({ labels, n }) => (labels ? [{ labels: JSON.parse(labels) as string[], n }] : []))
}

/**
 * Changes the labels of a business's drafts, also of deleted ones. Their versions stay, so that no open window gets a conflict.
 */
export async function replaceDraftLabels(
  { db }: Inside<UserContext>,
  domainId: string,
  relabel: (labels: readonly string[]) => string[] | undefined,
): Promise<void> {
  const rows = await db
    .select({ id: drafts.id, content: drafts.content })
    .from(drafts)
    .where(and(eq(drafts.domainId, domainId), isNotNull(labelsOf)))
  for (const { id, content } of rows) {
    const labels = relabel(content.labels ?? [])
    if (labels)
      await db
        .update(drafts)
        .set({ content: { ...content, labels } })
        .where(eq(drafts.id, id))
  }
}
