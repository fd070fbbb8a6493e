import { and, asc, count, eq, gt, isNull, ne, or, type SQL, sql, type SQLWrapper } from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { UserContext } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { users } from '#api/db/schema/people/auth.ts'
import type { Colleague } from '#shared/businesses/clients.ts'

/** Returns an SQL condition on the column with a business's id. */
export type IsListed = (domainId: SQLWrapper) => SQL

/**
 * Selects the caller's businesses, and for administrators all others too.
 * @param colleague limits them to those of which this person is a member
 */
export function listedFor(ctx: UserContext, colleague?: string): IsListed {
  const isListed: IsListed = domainId =>
    ctx.role === 'admin' ? sql`${domainId} in (select id from ${domains})` : isAllowedIn(ctx, domainId)
  if (colleague === undefined) return isListed
  return domainId => sql`(${isListed(domainId)} and ${domainId} in (
    select theirs.domain_id from ${members} as theirs where theirs.user_id = ${colleague} and theirs.visits_until is null))`
}

/**
 * Returns the people in the filter of the clients, by name: everybody else in the caller's businesses. Administrators see all
 * businesses, so they get only the agency's people: administrators and members of several businesses.
 */
export async function readColleagues(ctx: UserContext): Promise<Colleague[]> {
  const isAdmin = ctx.role === 'admin'
  const people = await ctx.db
    .select({ _id: users.id, name: users.fullname, clients: count() })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(
      and(
        listedFor(ctx)(members.domainId),
        isNull(members.visitsUntil),
        isAdmin ? undefined : ne(members.userId, ctx.userId),
      ),
    )
    .groupBy(users.id)
    .having(isAdmin ? or(eq(users.role, 'admin'), gt(count(), 1)) : undefined)
    .orderBy(asc(sql`lower(${users.fullname})`), asc(users.id))
  return people.map(person => ({ ...person, ...(person._id === ctx.userId && { isYou: true as const }) }))
}
