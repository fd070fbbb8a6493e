import { and, eq, inArray, type SQL, sql, type SQLWrapper } from 'drizzle-orm'

import type { Context, UserContext } from '#api/context.ts'
import { insertMany } from '#api/db/insert-many.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { DomainError } from '#api/errors.ts'
import { forgetLiveEvents, liveSelect } from '#api/outbox/live-events.ts'
import { isAllowed, type Permission, type Role, rolesWith } from '#shared/businesses/permissions.ts'

type Caller = { userId: string | SQLWrapper }

/**
 * SQL condition: the column has the id of a business in which the caller has the permission. SQLite uses an index on the
 * column, so lists of all businesses need no other condition.
 */
export const isAllowedIn = (
  { userId }: Caller,
  domainId: SQLWrapper,
  permission: Permission = 'see',
): SQL => sql`${domainId} in (
  select ours.domain_id from ${members} as ours where ours.user_id = ${userId}${withPermission(permission)})`

type Creation = { userId: SQLWrapper; domainId: SQLWrapper; createdAt: SQLWrapper }

/**
 * SQL condition on a row that a member created, such as a link: they still have the permission, through the membership that
 * they had then. Otherwise the links of a removed member, or of a visit that has ended, would work again if that person
 * returns.
 */
export const keepsPermission = (
  { now }: Pick<Context, 'now'>,
  { userId, domainId, createdAt }: Creation,
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
  const [row] = await roleRead({ db, userId }, domainId)
  return row?.role
}

/** Returns the unexecuted read of the caller's role, for `requireReadRole`. */
export const roleRead = ({ db, userId }: Pick<UserContext, 'db' | 'userId'>, domainId: string | SQL) =>
  db
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.userId, userId), sql`${members.domainId} = ${domainId}`))

/**
 * Checks a role that was read in the same batch as guarded writes. Otherwise a member who is demoted during the call would be
 * told that a change was saved that the guard has prevented.
 * @throws {DomainError} `not_found` for non-members; `forbidden` without the permission
 */
export function requireReadRole([member]: { role: Role }[], permission: Permission): Role {
  if (!member) throw noSuchBusiness()
  requireRole(member.role, permission)
  return member.role
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
  return requireReadRole(await roleRead(ctx, domainId), permission)
}

export const noSuchBusiness = () => new DomainError('not_found', 'This business no longer exists.')

/** @throws {DomainError} `forbidden` */
export function requireRole(role: Role, permission: Permission): void {
  if (!isAllowed(role, permission))
    throw new DomainError(
      'forbidden',
      'Your role in this business doesn’t allow that. Ask one of its owners.',
    )
}

/** Returns the unexecuted insert of a new business's owner, who selects it unless they have selected another. */
export const ownerInsert = ({ db, userId, now }: UserContext, domainId: string) =>
  insertMany(
    db,
    members,
    {
      domainId,
      userId,
      role: 'owner',
      isSelected: sql`not exists (select 1 from ${members} as ours where ours.user_id = ${userId} and ours.is_selected)`,
      createdAt: now(),
    },
    sql`from ${domains} where ${domains.id} = ${domainId} and ${domains.userId} = ${userId}`,
  )

/** Returns the unexecuted statements that select a business for one of its members. */
export const selection = ({ db, userId }: UserContext, domainId: string) => {
  const isMember = sql`exists (select 1 from ${members} as ours where ours.user_id = ${userId} and ours.domain_id = ${domainId})`
  return [
    db
      .update(members)
      .set({ isSelected: false })
      .where(and(eq(members.userId, userId), eq(members.isSelected, true), isMember)),
    db
      .update(members)
      .set({ isSelected: true })
      .where(and(eq(members.userId, userId), eq(members.domainId, domainId))),
  ] as const
}

/**
 * Selects each member's newest other business if they are about to lose their selected one. Returns the unexecuted
 * statement.
 * @param leaving condition on `leaving`, the rows of `members` that are about to be deleted
 */
export const selectOthers = ({ db }: Pick<Context, 'db'>, leaving: SQL) =>
  db
    .update(members)
    .set({ isSelected: true })
    .where(
      inArray(
        sql`${members}.rowid`,
        sql`(select (
          select other.rowid from ${members} as other join ${domains} as business on business.id = other.domain_id
          where other.user_id = leaving.user_id and other.domain_id <> leaving.domain_id
          order by business.created_at desc, business.rowid desc limit 1)
        from ${members} as leaving where leaving.is_selected and ${leaving})`,
      ),
    )

/**
 * Ends visits of administrators (`businesses/members/visits.ts`) that have expired, and visits of people who are no longer
 * administrators. Their browsers get no more events of the business, and reload.
 * @param visitor limits this to one person; it runs on each of their calls
 */
export async function endVisits(ctx: Context, visitor?: string): Promise<void> {
  const { db, now } = ctx
  const isOver = (visit: SQL) => sql`${visit}.visits_until is not null
    ${visitor === undefined ? sql`` : sql`and ${visit}.user_id = ${visitor}`} and (${visit}.visits_until <= ${+now()}
    or ${visit}.user_id not in (select id from users where role = 'admin'))`
  if ((await db.$count(members, isOver(sql`members`))) === 0) return
  const ending = sql`from ${members} where ${isOver(sql`members`)}`
  await db.batch([
    selectOthers(ctx, isOver(sql`leaving`)),
    forgetLiveEvents(ctx, sql`(select user_id ${ending})`),
    liveSelect(ctx, 'domain', sql`select user_id, json_object('domainId', domain_id) as data ${ending}`),
    db.delete(members).where(isOver(sql`members`)),
  ])
}
