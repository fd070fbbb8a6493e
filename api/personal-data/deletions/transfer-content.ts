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
import { type Role, ROLES } from '#shared/businesses/permissions.ts'

type TableOfBusiness = SQLiteTable & { userId: SQLiteColumn; domainId: SQLiteColumn }

/**
 * Tables whose rows go to the successor unchanged; posts and files need more. A person's connect, review and feed links are
 * deleted with their login, because they still know the URLs.
 */
const TRANSFERRED: readonly TableOfBusiness[] = [accounts, deliveries, drafts, media, imports, reports]

/** SQL condition: the business has other members than this person. */
const isShared = (domainId: SQLiteColumn, userId: string): SQL =>
  sql`${domainId} in (select domain_id from ${members} where user_id <> ${userId} and visits_until is null)`

/** SQL condition: somebody else signed in to the account, so it stays in its business when this person deletes their login. */
export const staysWithout = (userId: string): SQL =>
  allOf(eq(accounts.viaLink, true), isShared(accounts.domainId, userId))

/**
 * Transfers a person's content in shared businesses to a successor in each, before the rest is deleted with the person.
 * Disconnects the accounts for which they signed in themselves. Idempotent.
 */
export async function transferContent(ctx: Context, userId: string): Promise<void> {
  const ownSignIns = await ctx.db
    .select()
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.viaLink, false), isShared(accounts.domainId, userId)))
  for (const account of ownSignIns) await removeAccount(ctx, account)
  await write(ctx, async ctx => {
    for (const domainId of await businessesOf(ctx, userId)) await transfer(ctx, { userId, domainId })
  })
}

/** Returns the businesses that the person owns or is a member of, or in which they have content. */
async function businessesOf(ctx: Inside<Context>, userId: string): Promise<Set<string>> {
  const { db } = ctx
  const found = await Promise.all([
    db.select({ id: domains.id }).from(domains).where(eq(domains.userId, userId)),
    ...[members, posts, ...TRANSFERRED].map(table =>
      db
        .selectDistinct({ id: sql<string | null>`${table.domainId}` })
        .from(table)
        .where(eq(table.userId, userId)),
    ),
    businessesWithFilesOf(ctx, userId),
  ])
  return new Set(found.flat().flatMap(({ id }) => id ?? []))
}

/** A person who leaves a business. */
type Leaving = { userId: string; domainId: string }

type Member = { userId: string; role: Role }

async function transfer(ctx: Inside<Context>, { userId, domainId }: Leaving): Promise<void> {
  const { db } = ctx
  const successor = await findSuccessor(ctx, { userId, domainId })
  if (!successor) return
  await passOnMembership(ctx, { userId, domainId }, successor)
  await repairOwner(ctx, domainId, userId)
  const transferred = { domainId, from: userId, to: successor.userId }
  await transferPosts(ctx, transferred)
  for (const table of TRANSFERRED)
    await db
      .update(table)
      .set({ userId: successor.userId })
      .where(and(eq(table.userId, userId), eq(table.domainId, domainId)))
  await transferMedia(ctx, transferred)
}

/** Records once that a member has left, and makes the successor of an owner an owner. */
async function passOnMembership(ctx: Inside<Context>, { userId, domainId }: Leaving, successor: Member) {
  const { db } = ctx
  const [membership] = await db
    .select()
    .from(members)
    .where(and(eq(members.domainId, domainId), eq(members.userId, userId), isNull(members.visitsUntil)))
  if (!membership) return
  const isRecorded = and(
    eq(activity.domainId, domainId),
    eq(activity.userId, userId),
    eq(activity.act, 'member.left'),
    gte(activity.at, membership.createdAt),
  )
  if ((await db.$count(activity, isRecorded)) === 0)
    await recordActivity({ ...ctx, userId }, { domainId, act: 'member.left' })
  if (membership.role === 'owner' && successor.role !== 'owner') {
    await setRole(ctx, { domainId, userId: successor.userId, role: 'owner' })
    const details = { role: 'owner' }
    await recordActivity(ctx, { domainId, act: 'member.role', personId: successor.userId, details })
  }
}

/** Returns the longest-standing of the other members with the highest role. */
async function findSuccessor({ db }: Inside<Context>, { userId, domainId }: Leaving) {
  const others = await db
    .select({ userId: members.userId, role: members.role })
    .from(members)
    .where(and(eq(members.domainId, domainId), ne(members.userId, userId), isNull(members.visitsUntil)))
    .orderBy(asc(members.createdAt), asc(members.userId))
  const [successor] = others.toSorted((a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role))
  return successor
}

/** @throws {DomainError} `conflict` for the last owner of a business that has other members */
export async function requireNotLastOwner({ db, userId }: Inside<UserContext>): Promise<void> {
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
