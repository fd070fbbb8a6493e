import { and, asc, count, eq, lt, or, sql } from 'drizzle-orm'

import { isAllowedIn, requirePermission } from '#api/auth/access/membership.ts'
import { requireActiveDomain } from '#api/businesses/domains.ts'
import type { UserContext } from '#api/context.ts'
import { insertMany } from '#api/db/insert-many.ts'
import { hashtagSets } from '#api/db/schema/posts/hashtag-sets.ts'
import { DomainError } from '#api/errors.ts'
import {
  HASHTAG_SET_MESSAGES,
  type HashtagSet,
  MAX_HASHTAG_SETS,
  type SaveHashtagSet,
} from '#shared/posts/hashtag-sets.ts'

/** Returns the hashtag sets of the request's business, by name. */
export async function listHashtagSets(ctx: UserContext): Promise<HashtagSet[]> {
  const domain = await requireActiveDomain(ctx)
  if (!domain) return []
  const rows = await ctx.db
    .select()
    .from(hashtagSets)
    .where(and(eq(hashtagSets.domainId, domain._id), isAllowedIn(ctx, hashtagSets.domainId)))
    .orderBy(asc(sql`lower(${hashtagSets.name})`), asc(hashtagSets.id))
  return rows.map(toHashtagSet)
}

/**
 * Creates the set with this id in the request's business, or updates it wherever the user may write.
 * @throws {DomainError} `conflict` when the business has too many, `not_found` for a set of somebody else's business
 */
export async function saveHashtagSet(
  ctx: UserContext,
  id: string,
  input: SaveHashtagSet,
): Promise<HashtagSet> {
  const domain = await requireActiveDomain(ctx, 'write')
  if (!domain) throw new DomainError('not_found', 'Please add your business first.')
  const { db, now } = ctx
  const owned = db.select({ n: count() }).from(hashtagSets).where(eq(hashtagSets.domainId, domain._id))
  const known = db.select({ n: count() }).from(hashtagSets).where(eq(hashtagSets.id, id))
  const [row] = await insertMany(
    db,
    hashtagSets,
    { id, domainId: domain._id, name: input.name, text: input.text, updatedAt: now() },
    sql`where ${isAllowedIn(ctx, sql`${domain._id}`, 'write')}
      and ${or(lt(sql`(${owned})`, MAX_HASHTAG_SETS), eq(sql`(${known})`, 1))}`,
  )
    .onConflictDoUpdate({
      target: hashtagSets.id,
      set: { name: input.name, text: input.text, updatedAt: now() },
      setWhere: isAllowedIn(ctx, hashtagSets.domainId, 'write'),
    })
    .returning()
  if (row) return toHashtagSet(row)
  const [{ n } = { n: 0 }] = await owned
  throw n < MAX_HASHTAG_SETS ? notFound() : new DomainError('conflict', HASHTAG_SET_MESSAGES.tooMany)
}

/** @throws {DomainError} `not_found`, also for a set of somebody else's business; `forbidden` without the permission */
export async function deleteHashtagSet(ctx: UserContext, id: string): Promise<void> {
  const owner = sql`(select domain_id from ${hashtagSets} where id = ${id})`
  await requirePermission(ctx, owner, 'write')
  const [row] = await ctx.db
    .delete(hashtagSets)
    .where(and(eq(hashtagSets.id, id), isAllowedIn(ctx, hashtagSets.domainId, 'write')))
    .returning({ id: hashtagSets.id })
  if (!row) throw notFound()
}

const notFound = () => new DomainError('not_found', HASHTAG_SET_MESSAGES.gone)

const toHashtagSet = ({ id, name, text, updatedAt }: typeof hashtagSets.$inferSelect): HashtagSet => ({
  _id: id,
  name,
  text,
  updatedAt: updatedAt.toISOString(),
})
