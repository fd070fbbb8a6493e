import { and, eq } from 'drizzle-orm'

import { isAllowedIn, requireRole, roleIn } from '#api/auth/access/membership.ts'
import { requireActiveDomain } from '#api/businesses/domains.ts'
import type { Inside, UserContext } from '#api/context.ts'
import { onlyRow } from '#api/db/only-row.ts'
import { hashtagSets } from '#api/db/schema/posts/hashtag-sets.ts'
import { write } from '#api/db/write.ts'
import { DomainError } from '#api/runtime/errors.ts'
import {
  HASHTAG_SET_MESSAGES,
  type HashtagSet,
  MAX_HASHTAG_SETS,
  type SaveHashtagSet,
} from '#shared/posts/hashtag-sets.ts'
import { compareNames } from '#shared/text/compare-names.ts'

/** Returns the hashtag sets of the request's business, by name. */
export async function listHashtagSets(ctx: UserContext): Promise<HashtagSet[]> {
  const domain = await requireActiveDomain(ctx)
  if (!domain) return []
  const rows = await ctx.db
    .select()
    .from(hashtagSets)
    .where(and(eq(hashtagSets.domainId, domain._id), isAllowedIn(ctx, hashtagSets.domainId)))
    .orderBy(hashtagSets.id)
  return rows.map(toHashtagSet).toSorted((a, b) => compareNames(a.name, b.name))
}

/**
 * Creates the set with this id in the request's business, or updates it wherever the user may write.
 * @throws {DomainError} `conflict` when the business has too many, `not_found` for a set of somebody else's business
 */
export const saveHashtagSet = (
  ctx: UserContext,
  id: string,
  { name, text }: SaveHashtagSet,
): Promise<HashtagSet> =>
  write(ctx, async ctx => {
    const domain = await requireActiveDomain(ctx, 'write')
    if (!domain) throw new DomainError('not_found', 'Please add your business first.')
    const known = await findSet(ctx, id)
    const ofDomain = eq(hashtagSets.domainId, domain._id)
    if (!known && (await ctx.db.$count(hashtagSets, ofDomain)) >= MAX_HASHTAG_SETS)
      throw new DomainError('conflict', HASHTAG_SET_MESSAGES.tooMany)
    const changed = { name, text, updatedAt: ctx.now() }
    const saved = await ctx.db
      .insert(hashtagSets)
      .values({ id, domainId: domain._id, ...changed })
      .onConflictDoUpdate({ target: hashtagSets.id, set: changed })
      .returning()
    return toHashtagSet(onlyRow(saved))
  })

/** @throws {DomainError} `not_found`, also for a set of somebody else's business; `forbidden` without the permission */
export const deleteHashtagSet = (ctx: UserContext, id: string): Promise<void> =>
  write(ctx, async ctx => {
    if (!(await findSet(ctx, id))) throw notFound()
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
  if (!role) throw notFound()
  requireRole(role, 'write')
  return known
}

const notFound = () => new DomainError('not_found', HASHTAG_SET_MESSAGES.gone)

const toHashtagSet = ({ id, name, text, updatedAt }: typeof hashtagSets.$inferSelect): HashtagSet => ({
  _id: id,
  name,
  text,
  updatedAt: updatedAt.toISOString(),
})
