import { and, eq } from 'drizzle-orm'

import { isAllowedIn, requireRole, roleIn } from '#api/auth/access/membership.ts'
import { requireActiveDomain } from '#api/businesses/domains.ts'
import type { Inside, UserContext } from '#api/context.ts'
import { onlyRow } from '#api/db/only-row.ts'
import { hashtagSets, templates } from '#api/db/schema/posts/saved-texts.ts'
import { write } from '#api/db/write.ts'
import { DomainError } from '#api/runtime/errors.ts'
import {
  HASHTAG_SET_MESSAGES,
  MAX_SAVED_TEXTS,
  type SavedText,
  type SaveText,
  TEMPLATE_MESSAGES,
} from '#shared/posts/saved-texts.ts'
import { compareNames } from '#shared/text/compare-names.ts'

type Row = typeof templates.$inferSelect | typeof hashtagSets.$inferSelect

const toSavedText = ({ id, name, text, updatedAt }: Row): SavedText => ({
  _id: id,
  name,
  text,
  updatedAt: updatedAt.toISOString(),
})

const byName = (rows: Row[]): SavedText[] =>
  rows.map(toSavedText).toSorted((a, b) => compareNames(a.name, b.name))

/** Returns the user's templates, ordered by name. */
export async function listTemplates({ db, userId }: UserContext): Promise<SavedText[]> {
  return byName(await db.select().from(templates).where(eq(templates.userId, userId)).orderBy(templates.id))
}

/**
 * Creates the template with this id, or updates it.
 * @throws {DomainError} `conflict` when the user has too many, `not_found` for somebody else's template
 */
export const saveTemplate = (ctx: UserContext, id: string, { name, text }: SaveText): Promise<SavedText> =>
  write(ctx, async ctx => {
    const { db, userId, now } = ctx
    const [known] = await db.select().from(templates).where(eq(templates.id, id))
    if (known && known.userId !== userId) throw noTemplate()
    if (!known && (await db.$count(templates, eq(templates.userId, userId))) >= MAX_SAVED_TEXTS)
      throw new DomainError('conflict', TEMPLATE_MESSAGES.tooMany)
    const changed = { name, text, updatedAt: now() }
    const saved = await db
      .insert(templates)
      .values({ id, userId, createdAt: now(), ...changed })
      .onConflictDoUpdate({ target: templates.id, set: changed })
      .returning()
    return toSavedText(onlyRow(saved))
  })

/** @throws {DomainError} `not_found`, also for somebody else's template */
export const deleteTemplate = (ctx: UserContext, id: string): Promise<void> =>
  write(ctx, async ({ db, userId }) => {
    const [known] = await db.select().from(templates).where(eq(templates.id, id))
    if (known?.userId !== userId) throw noTemplate()
    await db.delete(templates).where(eq(templates.id, id))
  })

const noTemplate = () => new DomainError('not_found', TEMPLATE_MESSAGES.gone)

/** Returns the hashtag sets of the request's business, by name. */
export async function listHashtagSets(ctx: UserContext): Promise<SavedText[]> {
  const domain = await requireActiveDomain(ctx)
  if (!domain) return []
  return byName(
    await ctx.db
      .select()
      .from(hashtagSets)
      .where(and(eq(hashtagSets.domainId, domain._id), isAllowedIn(ctx, hashtagSets.domainId)))
      .orderBy(hashtagSets.id),
  )
}

/**
 * Creates the set with this id in the request's business, or updates it wherever the user may write.
 * @throws {DomainError} `conflict` when the business has too many, `not_found` for a set of somebody else's business
 */
export const saveHashtagSet = (ctx: UserContext, id: string, { name, text }: SaveText): Promise<SavedText> =>
  write(ctx, async ctx => {
    const domain = await requireActiveDomain(ctx, 'write')
    if (!domain) throw new DomainError('not_found', 'Please add your business first.')
    const known = await findSet(ctx, id)
    const ofDomain = eq(hashtagSets.domainId, domain._id)
    if (!known && (await ctx.db.$count(hashtagSets, ofDomain)) >= MAX_SAVED_TEXTS)
      throw new DomainError('conflict', HASHTAG_SET_MESSAGES.tooMany)
    const changed = { name, text, updatedAt: ctx.now() }
    const saved = await ctx.db
      .insert(hashtagSets)
      .values({ id, domainId: domain._id, ...changed })
      .onConflictDoUpdate({ target: hashtagSets.id, set: changed })
      .returning()
    return toSavedText(onlyRow(saved))
  })

/** @throws {DomainError} `not_found`, also for a set of somebody else's business; `forbidden` without the permission */
export const deleteHashtagSet = (ctx: UserContext, id: string): Promise<void> =>
  write(ctx, async ctx => {
    if (!(await findSet(ctx, id))) throw noSet()
    await ctx.db.delete(hashtagSets).where(eq(hashtagSets.id, id))
  })

/**
 * Returns the set with this id; undefined if there is none.
 * @throws {DomainError} `not_found` for a set of somebody else's business, `forbidden` if the caller may not write there
 */
async function findSet(ctx: Inside<UserContext>, id: string) {
  const [known] = await ctx.db.select().from(hashtagSets).where(eq(hashtagSets.id, id))
  if (!known) return undefined
  const role = await roleIn(ctx, known.domainId)
  if (!role) throw noSet()
  requireRole(role, 'write')
  return known
}

const noSet = () => new DomainError('not_found', HASHTAG_SET_MESSAGES.gone)
