import {
  and,
  count,
  desc,
  eq,
  exists,
  inArray,
  isNull,
  lt,
  notExists,
  type SQL,
  sql,
  type SQLWrapper,
} from 'drizzle-orm'

import { isActiveDomain } from '#api/auth/access/active-domain.ts'
import {
  isAllowedIn,
  noSuchBusiness,
  requireRole,
  selection,
  selectOthers,
} from '#api/auth/access/membership.ts'
import { recordActivity } from '#api/businesses/activity/record.ts'
import type { Context, OwnerContext, UserContext } from '#api/context.ts'
import { readAll } from '#api/db/fast-path/fast-path.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { audits } from '#api/db/schema/businesses/scores.ts'
import { deliveries, posts } from '#api/db/schema/posts/posts.ts'
import { DomainError } from '#api/errors.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import { deleteUnusedMedia, mediaRemoval } from '#api/media/media.ts'
import { liveInsertFor } from '#api/outbox/live-events.ts'
import { latestScores, readScores } from '#api/scores/latest.ts'
import { auditDelete, auditInsert } from '#api/scores/queue.ts'
import type {
  ChangeDomain,
  Domain,
  EditDomain,
  SaveDomain,
  UpdateDomain,
} from '#shared/businesses/domains.ts'
import { MAX_DOMAINS } from '#shared/businesses/domains.ts'
import type { Permission } from '#shared/businesses/permissions.ts'
import { newDomain } from './new-domain.ts'

export async function listDomains(ctx: UserContext): Promise<Domain[]> {
  return (await everyDomain(ctx.db, { userId: ctx.userId })).map(toDomain)
}

/** Returns the business of the request; null if there is none. */
export async function getActiveDomain(ctx: UserContext): Promise<Domain | null> {
  const [row] = await readDomains(ctx, isActiveDomain(ctx))
  return row ? toDomain(row) : null
}

/**
 * Like `getActiveDomain`.
 * @throws {DomainError} `not_found` if the window's business was deleted, `forbidden` without the permission
 */
export async function requireActiveDomain(
  ctx: UserContext,
  permission: Permission = 'see',
): Promise<Domain | null> {
  const domain = await getActiveDomain(ctx)
  if (!domain && ctx.shownDomainId !== undefined) throw noSuchBusiness()
  if (domain) requireRole(domain.role, permission)
  return domain
}

/** @throws {DomainError} `not_found`, also for non-members; `forbidden` without the permission */
export async function getDomain(
  ctx: OwnerContext,
  domainId: string,
  permission: Permission = 'see',
): Promise<Domain> {
  const [row] = await readDomains(ctx, eq(domains.id, domainId))
  if (!row) throw noSuchBusiness()
  requireRole(row.role, permission)
  return toDomain(row)
}

/** Adds a business, and selects it if it is the first. @throws {DomainError} `conflict` above the maximum, `rate_limited` */
export async function saveDomain(ctx: UserContext, input: SaveDomain): Promise<Domain> {
  const { db, userId } = ctx
  if (input.websiteURL !== '') await limit(ctx, { ...LIMITS.newWebsite, key: userId })
  const id = crypto.randomUUID()
  const owned = db.select({ n: count() }).from(domains).where(eq(domains.userId, userId))
  const [, , , , [row]] = await db.batch([
    ...newDomain(ctx, id, input, lt(sql`(${owned})`, MAX_DOMAINS)),
    readDomains(ctx, eq(domains.id, id)),
  ])
  if (!row)
    throw new DomainError(
      'conflict',
      `You have ${MAX_DOMAINS} businesses, which is the limit. Delete one first.`,
    )
  ctx.wake('audits')
  return toDomain(row)
}

/** Edits a business, or selects it if only its id is given. */
export const updateDomain = (ctx: UserContext, input: UpdateDomain): Promise<Domain> =>
  'businessName' in input ? editDomain(ctx, input) : selectDomain(ctx, input.domainId)

/** Discards the scores if the website changes. An omitted website stays. */
async function editDomain(ctx: UserContext, { domainId, businessName, websiteURL: website }: EditDomain) {
  const current = await getDomain(ctx, domainId, 'configure')
  const websiteURL = website ?? current.websiteURL
  const isNewWebsite = websiteURL !== '' && websiteURL !== current.websiteURL
  if (isNewWebsite) await limit(ctx, { ...LIMITS.newWebsite, key: ctx.userId })
  const details = changesOf(current, { businessName, websiteURL })
  const [, , , , [row]] = await ctx.db.batch([
    auditDelete(ctx, { domainId, websiteURL }),
    ctx.db
      .update(domains)
      .set({ businessName, websiteUrl: website })
      .where(isAllowedHere(ctx, domainId, 'configure')),
    recordChange(ctx, domainId, details),
    auditInsert(ctx, domainId),
    readDomains(ctx, eq(domains.id, domainId)),
  ])
  if (!row) throw noSuchBusiness()
  requireRole(row.role, 'configure')
  ctx.wake('audits')
  return toDomain(row)
}

/** Changes settings of a business. @throws {DomainError} `not_found`, `forbidden` */
export async function changeDomain(
  ctx: UserContext,
  domainId: string,
  change: ChangeDomain,
): Promise<Domain> {
  const current = await getDomain(ctx, domainId, 'configure')
  const details = changesOf(current, change)
  if (Object.values(change).every(value => value === undefined)) return current
  const [, , [row]] = await ctx.db.batch([
    ctx.db
      .update(domains)
      .set(change)
      .where(isAllowedHere(ctx, domainId, 'configure')),
    recordChange(ctx, domainId, details),
    readDomains(ctx, eq(domains.id, domainId)),
  ])
  if (!row) throw noSuchBusiness()
  requireRole(row.role, 'configure')
  return toDomain(row)
}

/** Returns the values that differ from the current ones, as pairs of the previous and the new value. */
const changesOf = <Values extends object>(current: Values, change: Partial<Values>) =>
  Object.fromEntries(
    (Object.keys(change) as (keyof Values)[])
      .filter(key => change[key] !== undefined && !Bun.deepEquals(current[key], change[key]))
      .map(key => [key, [current[key], change[key]]]),
  )

/** Records the changes of the preceding statement, if there are any. */
const recordChange = (ctx: UserContext, domainId: string, changes: object) =>
  recordActivity(
    ctx,
    { domainId, act: 'business.changed', details: { changes } },
    sql`from (select 1) where changes() > 0 and ${Object.keys(changes).length > 0}`,
  )

/** Returns the unexecuted statement that sets the time zone of a business without one. */
export const timeZoneIfUnset = (ctx: UserContext, domainId: string, timeZone: string) =>
  ctx.db
    .update(domains)
    .set({ timeZone })
    .where(and(isAllowedHere(ctx, domainId, 'configure'), isNull(domains.timeZone)))

async function selectDomain(ctx: UserContext, domainId: string): Promise<Domain> {
  const [, , [row]] = await ctx.db.batch([
    ...selection(ctx, domainId),
    readDomains(ctx, eq(domains.id, domainId)),
  ])
  if (!row) throw noSuchBusiness()
  return toDomain(row)
}

/**
 * Deletes a business with its accounts, drafts, posts and files, and selects each member's newest other one if it was selected.
 * The members' browsers reload.
 * @throws {DomainError} `conflict` while one of its posts is in flight
 */
export async function deleteDomain(ctx: UserContext, domainId: string): Promise<void> {
  const { db } = ctx
  await getDomain(ctx, domainId, 'own')
  const inFlight = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .innerJoin(posts, eq(posts.id, deliveries.postId))
    .where(and(eq(posts.domainId, domainId), inArray(deliveries.state, ['publishing', 'unconfirmed'])))
  const isDeletable = and(isAllowedHere(ctx, domainId, 'own'), notExists(inFlight))
  const going = db.select({ id: domains.id }).from(domains).where(isDeletable)
  const isDeletion = exists(going)
  const [, , , deleted] = await db.batch([
    selectOthers(ctx, sql`leaving.domain_id = ${domainId} and ${isDeletion}`),
    mediaRemoval(ctx, sql`${going}`),
    liveInsertFor(ctx, domainId, 'domain', { domainId }, isDeletion),
    db.delete(domains).where(isDeletable).returning({ id: domains.id }),
  ])
  if (deleted.length > 0) {
    await deleteUnusedMedia(ctx, { isMarked: true })
    return
  }

  await getDomain(ctx, domainId, 'own')
  throw new DomainError(
    'conflict',
    'One of its posts is going out right now. Please wait a minute, then delete the business.',
  )
}

/** Returns the unexecuted statement that sets the business's `userId` to one of its owners after a change of members. */
export const ownerRepair = ({ db }: Context, domainId: string) => {
  const owner = sql<string>`(select user_id from ${members} where domain_id = ${domainId} and role = 'owner' order by created_at, user_id limit 1)`
  return db
    .update(domains)
    .set({ userId: owner })
    .where(
      and(
        eq(domains.id, domainId),
        sql`not exists (select 1 from ${members} where domain_id = ${domains.id} and user_id = ${domains.userId} and role = 'owner')`,
        sql`${owner} is not null`,
      ),
    )
}

/** Marks a business as sample data. No route calls this. */
export async function markAsSample({ db }: Context, domainId: string): Promise<void> {
  await db.update(domains).set({ isSample: true }).where(eq(domains.id, domainId))
}

const NEWEST_FIRST = [desc(domains.createdAt), desc(sql`${domains}.rowid`)]

const isAllowedHere = (ctx: UserContext, domainId: string, permission: Permission) =>
  and(eq(domains.id, domainId), isAllowedIn(ctx, domains.id, permission))

type Row = Pick<typeof members.$inferSelect, 'role' | 'isSelected' | 'visitsUntil'> & {
  domain: typeof domains.$inferSelect
  state: string | null
  message: string | null
  latest: string | null
}

const everyDomain = readAll(db =>
  readDomains({ db, userId: sql.placeholder('userId') }, undefined)
    .orderBy(...NEWEST_FIRST)
    .prepare(),
)

/** Reads the businesses that meet the condition and of which the user is a member. */
const readDomains = (
  { db, userId }: Pick<UserContext, 'db'> & { userId: string | SQLWrapper },
  condition: SQL | undefined,
) =>
  db
    .select({
      domain: domains,
      role: members.role,
      isSelected: members.isSelected,
      visitsUntil: members.visitsUntil,
      state: audits.state,
      message: audits.message,
      latest: latestScores(db),
    })
    .from(members)
    .innerJoin(domains, eq(domains.id, members.domainId))
    .leftJoin(audits, eq(audits.domainId, domains.id))
    .where(and(eq(members.userId, userId), condition))

const toDomain = ({ domain, role, isSelected, visitsUntil, state, message, latest }: Row): Domain => ({
  _id: domain.id,
  businessName: domain.businessName,
  websiteURL: domain.websiteUrl,
  isSelected,
  role,
  timeZone: domain.timeZone,
  linkTags: domain.linkTags,
  ...(domain.isSample && { isSample: true as const }),
  ...(visitsUntil && { isVisit: true as const }),
  performanceData:
    latest === null
      ? []
      : Object.entries(readScores(latest)).map(([category, score]) => ({ category, score })),
  performanceStatus: (state as Domain['performanceStatus'] | null) ?? 'none',
  ...(message !== null && { performanceMessage: message }),
})
