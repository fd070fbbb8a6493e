import { and, asc, eq, gte, isNull, ne, type SQL, sql } from 'drizzle-orm'

import { removeAccount } from '#api/accounts/sign-in/connection.ts'
import { isAllowedIn, setRole } from '#api/auth/access/membership.ts'
import { recordActivity } from '#api/businesses/activity/record.ts'
import { repairOwner } from '#api/businesses/domains.ts'
import type { Context, Inside, UserContext } from '#api/context.ts'
import { allOf } from '#api/db/conditions.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { activity } from '#api/db/schema/businesses/activity.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { reports } from '#api/db/schema/businesses/reports.ts'
import type { SQLiteColumn, SQLiteTable } from '#api/db/schema/columns.ts'
import { drafts } from '#api/db/schema/posts/drafts.ts'
import { imports } from '#api/db/schema/posts/imports.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { deliveries, posts } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { transferPosts } from '#api/deliveries/user-holds.ts'
import { businessesWithFilesOf, transferMedia } from '#api/media/of-person.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { isLastOwner } from '#shared/businesses/members.ts'
import { ROLES } from '#shared/businesses/permissions.ts'

type OfBusiness = SQLiteTable & { userId: SQLiteColumn; domainId: SQLiteColumn }

/**
 * Tables whose rows stay in a business when the person who created them deletes their login. Links don't, because that person
 * still knows their URLs.
 */
const KEPT: readonly OfBusiness[] = [accounts, deliveries, drafts, media, imports, reports]

/** SQL condition: the business has other members than the person. */
const isShared = (domainId: SQLiteColumn, userId: string): SQL =>
  sql`${domainId} in (select domain_id from ${members} where user_id <> ${userId} and visits_until is null)`

/** SQL condition on an account: it stays in its business when this person deletes their login. */
export const staysWithout = (userId: string): SQL =>
  allOf(eq(accounts.viaLink, true), isShared(accounts.domainId, userId))

/**
 * Transfers a person's content in shared businesses to another member of each, before the rest is deleted with the person.
 * Disconnects the accounts where they signed in themselves. Idempotent.
 */
export async function transferContent(ctx: Context, userId: string): Promise<void> {
  const linked = await ctx.db
    .select()
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.viaLink, false), isShared(accounts.domainId, userId)))
  for (const account of linked) await removeAccount(ctx, account)
  await write(ctx, async ctx => {
    for (const domainId of await businessesOf(ctx, userId)) await transfer(ctx, { userId, domainId })
  })
}

/** Returns the businesses in which the person is a member, or has content. */
async function businessesOf(ctx: Inside<Context>, userId: string): Promise<Set<string>> {
  const { db } = ctx
  const found = await Promise.all([
    db.select({ id: domains.id }).from(domains).where(eq(domains.userId, userId)),
    ...[members, posts, ...KEPT].map(table =>
      db
        .selectDistinct({ id: sql<string | null>`${table.domainId}` })
        .from(table)
        .where(eq(table.userId, userId)),
    ),
    businessesWithFilesOf(ctx, userId),
  ])
  return new Set(found.flat().flatMap(({ id }) => id ?? []))
}

type Leaving = { userId: string; domainId: string }

async function transfer(ctx: Inside<Context>, { userId, domainId }: Leaving): Promise<void> {
  const { db } = ctx
  const others = await othersIn(ctx, { userId, domainId })
  const [heir] = others
  if (!heir) return
  const [membership] = await db
    .select()
    .from(members)
    .where(and(eq(members.domainId, domainId), eq(members.userId, userId), isNull(members.visitsUntil)))
  if (membership) {
    const isRecorded = and(
      eq(activity.domainId, domainId),
      eq(activity.userId, userId),
      eq(activity.act, 'member.left'),
      gte(activity.at, membership.createdAt),
    )
    if ((await db.$count(activity, isRecorded)) === 0)
      await recordActivity({ ...ctx, userId }, { domainId, act: 'member.left' })
    if (membership.role === 'owner' && heir.role !== 'owner') {
      await setRole(ctx, { domainId, userId: heir.userId, role: 'owner' })
      const details = { role: 'owner' }
      await recordActivity(ctx, { domainId, act: 'member.role', personId: heir.userId, details })
    }
  }
  await repairOwner(ctx, domainId, userId)
  const change = { domainId, from: userId, to: heir.userId }
  await transferPosts(ctx, change)
  for (const table of KEPT)
    await db
      .update(table)
      .set({ userId: heir.userId })
      .where(and(eq(table.userId, userId), eq(table.domainId, domainId)))
  await transferMedia(ctx, change)
}

/** Returns the other members of a business, the heir first: of those with the highest role, the longest-standing. */
async function othersIn({ db }: Inside<Context>, { userId, domainId }: Leaving) {
  const others = await db
    .select({ userId: members.userId, role: members.role })
    .from(members)
    .where(and(eq(members.domainId, domainId), ne(members.userId, userId), isNull(members.visitsUntil)))
    .orderBy(asc(members.createdAt), asc(members.userId))
  return others.toSorted((a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role))
}

/**
 * Checks that the user isn't the last owner of a business that has other members.
 * @throws {DomainError} `conflict`
 */
export async function requireHeirs({ db, userId }: Inside<UserContext>): Promise<void> {
  const people = await db
    .select({ _id: members.userId, role: members.role, domainId: domains.id, name: domains.businessName })
    .from(members)
    .innerJoin(domains, eq(domains.id, members.domainId))
    .where(and(isAllowedIn({ userId }, members.domainId, 'own'), isNull(members.visitsUntil)))
  for (const team of Map.groupBy(people, ({ domainId }) => domainId).values())
    if (team.length > 1 && isLastOwner(userId, team)) {
      const message = `You’re the only owner of ${team[0]?.name}, which has other members. Make one of them an owner first.`
      throw new DomainError('conflict', message, { fields: { business: message } })
    }
}
