import {
  and,
  count,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  type SQL,
  sql,
  type SQLWrapper,
} from 'drizzle-orm'

import { activeDomainId, isActiveDomain } from '#api/auth/access/active-domain.ts'
import { isAllowedIn, isOwnOrAllowed, requirePermission } from '#api/auth/access/membership.ts'
import { withStoppedClock, type Context, type UserContext } from '#api/context.ts'
import { fromRows, insertMany } from '#api/db/insert-many.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { type DraftRow, draftMedia, drafts } from '#api/db/schema/posts/drafts.ts'
import { type Media, media } from '#api/db/schema/posts/media.ts'
import { DomainError } from '#api/errors.ts'
import { mediaItem, requireMediaByIds } from '#api/media/media.ts'
import {
  DRAFT_MESSAGES,
  type Draft,
  type DraftContent,
  MAX_DRAFTS,
  type SaveDraft,
} from '#shared/posts/drafts.ts'
import { goneError } from './sent-drafts.ts'

/** Time during which a deleted draft can be restored. */
const RESTORE_MS = 60 * 60 * 1000
/** Includes recently deleted drafts, so that deleting doesn't allow unlimited storage. */
const MAX_STORED = 3 * MAX_DRAFTS

/** @throws {DomainError} `not_found` for a draft that was posted or deleted */
export async function readDraft(ctx: UserContext, id: string): Promise<Draft> {
  const [row] = await ctx.db
    .select()
    .from(drafts)
    .where(and(ownDraft(ctx, id), isNull(drafts.deletedAt)))
  if (!row) throw await goneError(ctx, id)
  return toDraft(ctx, row)
}

/**
 * Saves the composer's content for the selected business, under an id that the composer has generated.
 * @throws {DomainError} `conflict` if another window has saved it since `version`, `not_found` if it was posted or deleted
 */
export async function saveDraft(runningCtx: UserContext, id: string, input: SaveDraft): Promise<Draft> {
  const mediaRows = await requireMediaByIds(runningCtx, mediaIdsOf(input.content))
  const ctx = withStoppedClock(runningCtx)
  const { db, now } = ctx
  const write =
    input.version === 0
      ? insertDraft(
          ctx,
          { id, domainId: sql`(${activeDomain(ctx)})`, content: input.content },
          isOurId(id) ? sql`false` : mayWrite(ctx),
        )
      : updateDraft(ctx, id, input)
  const saved = sql`exists (select 1 from drafts where ${ownDraft(ctx, id)} and version = ${input.version + 1} and updated_at = ${+now()})`
  const [rows] = await db.batch([
    write,
    db.delete(draftMedia).where(and(eq(draftMedia.draftId, id), saved)),
    insertDraftMedia(
      ctx,
      id,
      mediaRows.map(row => row.id),
      saved,
    ),
  ])
  if (rows[0]) return toDraft(ctx, rows[0])
  throw await saveError(ctx, id, input.version)
}

/**
 * Clients don't create ids of version 7. A cancelled post becomes a draft with its own id, so anybody who took that id before
 * would keep the post from being cancelled.
 */
const isOurId = (id: string) => /^[\da-f]{8}-[\da-f]{4}-7/.test(id)

type NewDraft = { id: string; domainId: string | SQL; content: DraftContent }

/** Inserts a draft if the user has fewer than the maximum number and `when` holds. */
function insertDraft(ctx: UserContext, { id, domainId, content }: NewDraft, when = sql`true`) {
  const { db, userId, now } = ctx
  return insertMany(
    db,
    drafts,
    { id, userId, domainId, content, version: 1, createdAt: now(), updatedAt: now() },
    sql`where (${countDrafts(ctx)}) < ${MAX_DRAFTS}
          and (select count(*) from drafts as kept where kept.user_id = ${userId}) < ${MAX_STORED}
          and ${when}`,
  )
    .onConflictDoNothing()
    .returning()
}

/** Inserts the media of a draft if `saved` holds. */
const insertDraftMedia = ({ db }: UserContext, draftId: string, mediaIds: string[], saved: SQL) =>
  insertMany(
    db,
    draftMedia,
    { draftId, mediaId: sql`item.value` },
    sql`${fromRows([...new Set(mediaIds)])} where ${saved}`,
  ).onConflictDoNothing()

/**
 * Returns the unexecuted statements that insert a draft with its media if the user has fewer than the maximum number and
 * `when` holds.
 * @param ctx with a fixed clock, because `isDraftInserted` compares the time
 */
export function draftInserts(ctx: UserContext, draft: NewDraft, when?: SQL) {
  const saved = isDraftInserted(ctx, draft.id)
  return [
    insertDraft(ctx, draft, when),
    insertDraftMedia(ctx, draft.id, mediaIdsOf(draft.content), saved),
  ] as const
}

/** SQL condition: `draftInserts` inserted this draft at the context's time. */
export const isDraftInserted = ({ userId, now }: UserContext, id: string) =>
  sql`exists (select 1 from drafts where id = ${id} and user_id = ${userId} and version = 1
    and deleted_at is null and created_at = ${+now()})`

/** @throws {DomainError} `conflict` if the user has the maximum number of drafts */
export async function requireDraftRoom(ctx: UserContext): Promise<void> {
  const [open] = await countDrafts(ctx)
  if ((open?.n ?? 0) >= MAX_DRAFTS) throw tooManyDrafts()
}

export const tooManyDrafts = () => new DomainError('conflict', DRAFT_MESSAGES.tooMany)

const updateDraft = (ctx: UserContext, id: string, { version, content }: SaveDraft) =>
  ctx.db
    .update(drafts)
    .set({
      content,
      version: version + 1,
      domainId: sql`(${activeDomain(ctx)})`,
      updatedAt: ctx.now(),
    })
    .where(and(ownDraft(ctx, id), isNull(drafts.deletedAt), eq(drafts.version, version), mayWrite(ctx)))
    .returning()

async function saveError(ctx: UserContext, id: string, version: number): Promise<DomainError> {
  await requirePermission(ctx, activeDomainId(ctx), 'write')
  const [row] = await ctx.db.select().from(drafts).where(ownDraft(ctx, id))
  if (row && !row.deletedAt) return new DomainError('conflict', DRAFT_MESSAGES.changed)
  // A draft of another user gets the same response as a deleted one.
  const isTaken = isOurId(id) || Boolean(row) || (await ctx.db.$count(drafts, eq(drafts.id, id))) > 0
  return version === 0 && !isTaken ? tooManyDrafts() : await goneError(ctx, id)
}

/** Deletes a draft, which can be restored for an hour. */
export async function deleteDraft(ctx: UserContext, id: string): Promise<void> {
  const [row] = await ctx.db
    .update(drafts)
    .set({ deletedAt: ctx.now() })
    .where(and(ownDraft(ctx, id), isNull(drafts.deletedAt)))
    .returning({ id: drafts.id })
  if (!row) throw await goneError(ctx, id)
}

/** @throws {DomainError} `conflict` if the user has the maximum number of drafts, `not_found` after an hour */
export async function restoreDraft(ctx: UserContext, id: string): Promise<void> {
  const { db, now } = ctx
  const restorable = or(isNull(drafts.deletedAt), gte(drafts.deletedAt, new Date(+now() - RESTORE_MS)))
  const isBelowLimit = or(isNull(drafts.deletedAt), lt(sql`(${countDrafts(ctx)})`, MAX_DRAFTS))
  const [row] = await db
    .update(drafts)
    .set({ deletedAt: null })
    .where(and(ownDraft(ctx, id), restorable, isBelowLimit))
    .returning({ id: drafts.id })
  if (row) return
  const exists = (await db.$count(drafts, and(ownDraft(ctx, id), restorable))) > 0
  throw exists ? tooManyDrafts() : await goneError(ctx, id)
}

/** Returns the unexecuted statement that deletes a draft if `when` holds, for the batch that creates or restores its post. */
export const draftRemoval = (ctx: UserContext, id: string, when?: SQL) =>
  ctx.db.delete(drafts).where(and(ownDraft(ctx, id), when))

/** Removes deleted drafts that can no longer be restored. */
export async function sweepDrafts({ db, now }: Context): Promise<void> {
  await db
    .delete(drafts)
    .where(and(isNotNull(drafts.deletedAt), lt(drafts.deletedAt, new Date(+now() - RESTORE_MS))))
}

export const activeDomain = (ctx: UserContext) =>
  ctx.db.select({ id: domains.id }).from(domains).where(isActiveDomain(ctx))

/** SQL condition: the caller may write in the request's business, if there is one. */
const mayWrite = (ctx: UserContext) =>
  sql`(${activeDomainId(ctx)} is null or ${isAllowedIn(ctx, activeDomainId(ctx), 'write')})`

const countDrafts = ({ db, userId }: UserContext) =>
  db
    .select({ n: count() })
    .from(drafts)
    .where(and(eq(drafts.userId, userId), isNull(drafts.deletedAt)))

const ownDraft = (ctx: UserContext, id: string) =>
  and(eq(drafts.id, id), isOwnOrAllowed(ctx, drafts, 'write'))

const mediaIdsOf = ({ media: shown }: DraftContent) => [
  ...new Set(shown.flatMap(({ mediaId, crop }) => (crop ? [mediaId, crop.originalId] : [mediaId]))),
]

/** Matches media that were checked when the draft was saved. Any member of the business may have uploaded them. */
export const isOfDraft = (draftId: string | SQLWrapper) =>
  sql`exists (select 1 from ${draftMedia} where draft_id = ${draftId} and media_id = ${media.id})`

async function readMedia(ctx: UserContext, draftId: string, ids: string[]): Promise<Map<string, Media>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .select()
    .from(media)
    .where(and(inArray(media.id, ids), isOfDraft(draftId)))
  return new Map(rows.map(row => [row.id, row]))
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
