import { and, count, desc, eq, exists, inArray, lt, notExists, sql } from 'drizzle-orm'

import { users } from '#api/auth/table.ts'
import type { UserContext } from '#api/context.ts'
import { DomainError } from '#api/errors.ts'
import { deleteUnusedMedia } from '#api/media/media.ts'
import { deliveries, posts } from '#api/posts/table.ts'
import type { Domain, SaveDomain, UpdateDomain } from '#shared/domains.ts'
import { MAX_DOMAINS } from '#shared/domains.ts'
import { domains } from './table.ts'

type Row = typeof domains.$inferSelect

export async function listDomains({ db, userId }: UserContext): Promise<Domain[]> {
  const rows = await db
    .select()
    .from(domains)
    .where(eq(domains.userId, userId))
    .orderBy(...NEWEST_FIRST)
  return rows.map(toDomain)
}

/** The selected domain; null while there is none. */
export async function getActiveDomain({ db, userId }: UserContext): Promise<Domain | null> {
  const [row] = await db
    .select()
    .from(domains)
    .where(and(eq(domains.userId, userId), eq(domains.isSelected, true)))
  return row ? toDomain(row) : null
}

/** The first one becomes selected. */
export async function saveDomain({ db, userId, now }: UserContext, input: SaveDomain): Promise<Domain> {
  const owned = db.select({ n: count() }).from(domains).where(eq(domains.userId, userId))
  const [row] = await db
    .insert(domains)
    .select(
      db
        .select({
          id: sql`${crypto.randomUUID()}`.as('id'),
          userId: users.id,
          businessName: sql`${input.businessName}`.as('business_name'),
          websiteUrl: sql`${input.websiteURL}`.as('website_url'),
          isSelected: sql`(${owned}) = 0`.as('is_selected'),
          scores: sql`'[]'`.as('scores'),
          performanceStatus: sql`${scoringOf(input.websiteURL)}`.as('performance_status'),
          performanceMessage: sql`null`.as('performance_message'),
          createdAt: sql`${now().getTime()}`.as('created_at'),
        })
        .from(users)
        .where(and(eq(users.id, userId), lt(sql`(${owned})`, MAX_DOMAINS))),
    )
    .returning()
  if (!row)
    throw new DomainError('conflict', `You have ${MAX_DOMAINS} domains, which is the most. Delete one first.`)
  return toDomain(row)
}

/** Edits a domain, or selects it when only its id is given. */
export const updateDomain = (ctx: UserContext, input: UpdateDomain): Promise<Domain> =>
  'businessName' in input ? editDomain(ctx, input) : selectDomain(ctx, input.domainId)

async function editDomain(
  ctx: UserContext,
  { domainId, businessName, websiteURL }: SaveDomain & { domainId: string },
) {
  const sameWebsite = sql`${domains.websiteUrl} = ${websiteURL}`
  const [row] = await ctx.db
    .update(domains)
    .set({
      businessName,
      websiteUrl: websiteURL,
      scores: sql`case ${sameWebsite} when 1 then ${domains.scores} else '[]' end`,
      performanceStatus: sql`case ${sameWebsite} when 1 then ${domains.performanceStatus} else ${scoringOf(websiteURL)} end`,
      performanceMessage: sql`case ${sameWebsite} when 1 then ${domains.performanceMessage} end`,
    })
    .where(ownDomain(ctx, domainId))
    .returning()
  if (!row) throw notFound()
  return toDomain(row)
}

async function selectDomain(ctx: UserContext, domainId: string): Promise<Domain> {
  const { db, userId } = ctx
  const chosen = db.select({ id: domains.id }).from(domains).where(ownDomain(ctx, domainId))
  const [, [row]] = await db.batch([
    db
      .update(domains)
      .set({ isSelected: false })
      .where(and(eq(domains.userId, userId), eq(domains.isSelected, true), exists(chosen))),
    db.update(domains).set({ isSelected: true }).where(ownDomain(ctx, domainId)).returning(),
  ])
  if (!row) throw notFound()
  return toDomain(row)
}

/**
 * Its accounts, drafts and posts go with it; the newest of the others becomes selected in its place.
 * @throws DomainError `conflict` while a network is being given one of its posts
 */
export async function deleteDomain(ctx: UserContext, domainId: string): Promise<void> {
  const { db, userId } = ctx
  const underWay = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .innerJoin(posts, eq(posts.id, deliveries.postId))
    .where(and(eq(posts.domainId, domainId), inArray(deliveries.state, ['publishing', 'unconfirmed'])))
  const selected = db
    .select({ id: domains.id })
    .from(domains)
    .where(and(eq(domains.userId, userId), eq(domains.isSelected, true)))
  const newest = db
    .select({ id: domains.id })
    .from(domains)
    .where(eq(domains.userId, userId))
    .orderBy(...NEWEST_FIRST)
    .limit(1)
  const [deleted] = await db.batch([
    db
      .delete(domains)
      .where(and(ownDomain(ctx, domainId), notExists(underWay)))
      .returning({ id: domains.id }),
    db
      .update(domains)
      .set({ isSelected: true })
      .where(and(inArray(domains.id, newest), notExists(selected))),
  ])
  if (deleted.length > 0) {
    await deleteUnusedMedia(ctx, { userId })
    return
  }

  const [left] = await db.select({ id: domains.id }).from(domains).where(ownDomain(ctx, domainId))
  if (!left) throw notFound()
  throw new DomainError(
    'conflict',
    'One of its posts is just going out. Please wait a minute, then delete the domain.',
  )
}

const NEWEST_FIRST = [desc(domains.createdAt), desc(sql`rowid`)]

const ownDomain = ({ userId }: UserContext, domainId: string) =>
  and(eq(domains.id, domainId), eq(domains.userId, userId))

/** A website waits for its scores from the start. */
const scoringOf = (websiteURL: string): Domain['performanceStatus'] => (websiteURL ? 'queued' : 'none')

const notFound = () => new DomainError('not_found', 'This domain no longer exists.')

const toDomain = (row: Row): Domain => ({
  _id: row.id,
  businessName: row.businessName,
  websiteURL: row.websiteUrl,
  isSelected: row.isSelected,
  performanceData: row.scores,
  performanceStatus: row.performanceStatus,
  ...(row.performanceMessage !== null && { performanceMessage: row.performanceMessage }),
})
