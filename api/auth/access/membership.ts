import { and, desc, eq, isNotNull, lte, notInArray, or, type SQL, sql, type SQLWrapper } from 'drizzle-orm'

import type { Context, Inside, UserContext } from '#api/context.ts'
import { allOf } from '#api/db/conditions.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { write } from '#api/db/write.ts'
import { deleteLiveEventsOf, publishToUser } from '#api/outbox/live-events.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { isAllowed, type Permission, type Role, rolesWith } from '#shared/businesses/permissions.ts'

type Caller = { userId: string | SQLWrapper; onlyDomainId?: string | undefined }

/**
 * SQL condition: the column has the id of a business in which the caller has the permission. SQLite uses an index on the
 * column, so lists of all businesses need no other condition.
 */
export const isAllowedIn = (
  { userId, onlyDomainId }: Caller,
  domainId: SQLWrapper,
  permission: Permission = 'see',
): SQL => sql`${domainId} in (
  select ours.domain_id from ${members} as ours where ours.user_id = ${userId}${withPermission(permission)}${
    onlyDomainId === undefined ? sql`` : sql` and ours.domain_id = ${onlyDomainId}`
  })`

/** SQL condition: the column has the id of this business or, without one, of any in which the caller has the permission. */
export const isIn = (
  caller: Caller,
  column: SQLWrapper,
  domainId: string | undefined,
  permission?: Permission,
): SQL => allOf(isAllowedIn(caller, column, permission), domainId ? eq(column, domainId) : undefined)

/**
 * SQL condition on a row that a member created, such as a link: the creator still has the permission, in the same membership. A
 * new membership doesn't count. Otherwise the links of a removed member or an ended visit would work again once that person returns.
 */
export const keepsPermission = (
  { now }: Pick<Context, 'now'>,
  { userId, domainId, createdAt }: { userId: SQLWrapper; domainId: SQLWrapper; createdAt: SQLWrapper },
  permission: Permission,
): SQL => sql`exists (select 1 from ${members} as creator where creator.domain_id = ${domainId}
  and creator.user_id = ${userId} and creator.role in ${rolesWith(permission)} and creator.created_at <= ${createdAt}
  and (creator.visits_until is null or creator.visits_until > ${+now()}))`

/** Every role may see the business, so a condition on the role would only cost time. */
const withPermission = (permission: Permission) =>
  permission === 'see'
    ? sql``
    : sql` and ours.role in (${sql.raw(
        rolesWith(permission)
          .map(role => `'${role}'`)
          .join(),
      )})`

/**
 * SQL condition on rows that may have no business, such as uploads before the first one. Those belong to the person who
 * created them.
 */
export const isOwnOrAllowed = (
  caller: Caller,
  row: { userId: SQLWrapper; domainId: SQLWrapper },
  permission: Permission = 'see',
): SQL => sql`case when ${row.domainId} is null then ${row.userId} = ${caller.userId}
  else ${isAllowedIn(caller, row.domainId, permission)} end`

/** SQL expression for the id of the request's business: the one that its window shows, or else the selected one. */
export const activeDomainId = ({ userId, shownDomainId }: Inside<UserContext>): SQL<string> => sql`(
  select active.domain_id from ${members} as active where active.user_id = ${userId}
    and ${shownDomainId === undefined ? sql`active.is_selected` : sql`active.domain_id = ${shownDomainId}`})`

export const isActiveDomain = (ctx: Inside<UserContext>) => eq(domains.id, activeDomainId(ctx))

/** Returns the caller's name, for mails in their name. */
export async function nameOf({ db, userId }: Pick<UserContext, 'db' | 'userId'>): Promise<string> {
  const [person] = await db.select({ fullname: users.fullname }).from(users).where(eq(users.id, userId))
  return person?.fullname ?? ''
}

/** Returns the caller's role in a business; undefined for a non-member, as for a business that doesn't exist. */
export async function roleIn(
  { db, userId }: Pick<UserContext, 'db' | 'userId'>,
  domainId: string | SQL,
): Promise<Role | undefined> {
  const [row] = await db
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.userId, userId), sql`${members.domainId} = ${domainId}`))
  return row?.role
}

/** Returns the caller's role in each of their businesses. */
export async function rolesOf({
  db,
  userId,
}: Pick<UserContext, 'db' | 'userId'>): Promise<Map<string, Role>> {
  const rows = await db
    .select({ domainId: members.domainId, role: members.role })
    .from(members)
    .where(eq(members.userId, userId))
  return new Map(rows.map(({ domainId, role }) => [domainId, role]))
}

/**
 * Lets non-members pass, because the statements that follow find nothing for them. They must get the same 404 as for a
 * business that doesn't exist.
 * @throws {DomainError} `forbidden` for members without the permission
 */
export async function requirePermission(
  ctx: Pick<UserContext, 'db' | 'userId'>,
  domainId: string | SQL,
  permission: Permission,
): Promise<void> {
  const role = await roleIn(ctx, domainId)
  if (role) requireRole(role, permission)
}

/**
 * Returns the caller's role in a business.
 * @throws {DomainError} `not_found`, also for non-members; `forbidden` without the permission
 */
export async function requireMembership(
  ctx: Pick<UserContext, 'db' | 'userId'>,
  domainId: string,
  permission: Permission = 'see',
): Promise<Role> {
  const role = await roleIn(ctx, domainId)
  if (!role) throw noSuchBusinessError()
  requireRole(role, permission)
  return role
}

export const noSuchBusinessError = () => new DomainError('not_found', 'This business no longer exists.')

/** Requires that a role has a permission. @throws {DomainError} `forbidden` */
export function requireRole(role: Role, permission: Permission): void {
  if (!isAllowed(role, permission))
    throw new DomainError(
      'forbidden',
      'Your role in this business doesn’t allow that. Ask one of its owners.',
    )
}

/** Makes the caller a member of a business, and selects it unless they have selected another. */
export async function addMember(
  { db, userId, now }: Inside<UserContext>,
  { domainId, role }: { domainId: string; role: Role },
): Promise<void> {
  const isFirst = (await db.$count(members, and(eq(members.userId, userId), members.isSelected))) === 0
  await db.insert(members).values({ domainId, userId, role, isSelected: isFirst, createdAt: now() })
}

export async function setRole(
  { db }: Inside<Context>,
  { domainId, userId, role }: { domainId: string; userId: string; role: Role },
): Promise<void> {
  await db
    .update(members)
    .set({ role })
    .where(and(eq(members.domainId, domainId), eq(members.userId, userId)))
}

export async function selectMembership({ db, userId }: Inside<UserContext>, domainId: string): Promise<void> {
  await db
    .update(members)
    .set({ isSelected: false })
    .where(and(eq(members.userId, userId), members.isSelected))
  await db
    .update(members)
    .set({ isSelected: true })
    .where(and(eq(members.userId, userId), eq(members.domainId, domainId)))
}

/** Deletes these memberships. Selects the newest other business of members whose selected one it was. */
export async function deleteMembers({ db }: Pick<Context, 'db'>, which: SQL): Promise<void> {
  const left = await db.delete(members).where(which).returning()
  for (const { userId } of left.filter(({ isSelected }) => isSelected)) {
    const [newest] = await db
      .select({ domainId: members.domainId })
      .from(members)
      .innerJoin(domains, eq(domains.id, members.domainId))
      .where(eq(members.userId, userId))
      .orderBy(...NEWEST_FIRST)
      .limit(1)
    if (newest)
      await db
        .update(members)
        .set({ isSelected: true })
        .where(and(eq(members.userId, userId), eq(members.domainId, newest.domainId)))
  }
}

/** Order of businesses. Ids break ties, because they ascend in the order of creation. */
export const NEWEST_FIRST = [desc(domains.createdAt), desc(domains.id)]

/**
 * Ends visits of administrators (`businesses/members/members.ts`) that have expired, and visits of people who are no longer
 * administrators. Their browsers get no more events of the business, and reload.
 * @param visitor the only person to check, as on each call of a visitor
 */
export async function endVisits(ctx: Context, visitor?: string): Promise<void> {
  const administrators = ctx.db.select({ id: users.id }).from(users).where(eq(users.role, 'admin'))
  const isOver = allOf(
    isNotNull(members.visitsUntil),
    visitor === undefined ? undefined : eq(members.userId, visitor),
    or(lte(members.visitsUntil, ctx.now()), notInArray(members.userId, administrators)),
  )
  if ((await ctx.db.$count(members, isOver)) === 0) return
  await write(ctx, async ctx => {
    for (const { userId, domainId } of await ctx.db.select().from(members).where(isOver))
      await endVisit(ctx, userId, domainId)
  })
}

/** Ends one visit. Deletes the visitor's stored events, which their browser would otherwise read when it reconnects. */
export async function endVisit(ctx: Inside<Context>, userId: string, domainId: string): Promise<void> {
  await deleteMembers(
    ctx,
    allOf(eq(members.userId, userId), eq(members.domainId, domainId), isNotNull(members.visitsUntil)),
  )
  await deleteLiveEventsOf(ctx, userId)
  await publishToUser(ctx, userId, 'domain', { domainId })
}
