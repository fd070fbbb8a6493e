import { eq, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'

import { removeAccount } from '#api/accounts/sign-in/connection.ts'
import { recordActivity } from '#api/businesses/activity/record.ts'
import type { Context } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { reports } from '#api/db/schema/businesses/reports.ts'
import { drafts } from '#api/db/schema/posts/drafts.ts'
import { imports } from '#api/db/schema/posts/imports.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { deliveries, posts } from '#api/db/schema/posts/posts.ts'
import { DomainError } from '#api/errors.ts'
import { mediaTransfer } from '#api/media/transfer.ts'
import { ROLES } from '#shared/businesses/permissions.ts'

type OfBusiness = SQLiteTable & { userId: SQLiteColumn; domainId: SQLiteColumn }

/**
 * Tables whose rows stay in a business when the person who created them deletes their login. Links don't, because that person
 * still knows their URLs.
 */
const KEPT: readonly OfBusiness[] = [accounts, deliveries, drafts, media, imports, reports]

const rank = sql`case heir.role ${sql.join(
  ROLES.map((role, index) => sql`when ${role} then ${index}`),
  sql` `,
)} end`

/**
 * SQL expression for the member who inherits a person's content in a business: of those with the highest role, the
 * longest-standing.
 */
const heirOf = (domainId: SQL | SQLiteColumn, userId: string) => sql<string>`(
  select heir.user_id from ${members} as heir where heir.domain_id = ${domainId} and heir.user_id <> ${userId}
    and heir.visits_until is null
  order by ${rank}, heir.created_at, heir.user_id limit 1)`

const isShared = (domainId: SQL | SQLiteColumn, userId: string) =>
  sql`exists (select 1 from ${members} as other where other.domain_id = ${domainId} and other.user_id <> ${userId}
    and other.visits_until is null)`

/** SQL condition on an account: it stays in its business when this person deletes their login. */
export const staysWithout = (userId: string) =>
  sql`(${accounts.viaLink} and ${isShared(accounts.domainId, userId)})`

/** SQL condition on a row of `members`: the person is the last owner of its business, and this is their heir. */
const becomesOwner = (
  row: SQL,
  userId: string,
) => sql`${row}.user_id = ${heirOf(sql`${row}.domain_id`, userId)}
  and exists (select 1 from ${members} as leaving where leaving.domain_id = ${row}.domain_id
    and leaving.user_id = ${userId} and leaving.role = 'owner')
  and not exists (select 1 from ${members} as other where other.domain_id = ${row}.domain_id
    and other.user_id <> ${userId} and other.role = 'owner')`

/**
 * Transfers a person's content in shared businesses to an owner of each, before the rest is deleted with the person. Accounts where they signed in themselves are disconnected. Idempotent.
 */
export async function transferContent(ctx: Context, userId: string): Promise<void> {
  const { db } = ctx
  const linked = await db
    .select()
    .from(accounts)
    .where(sql`${accounts.userId} = ${userId} and not via_link and ${isShared(accounts.domainId, userId)}`)
  for (const account of linked) await removeAccount(ctx, account)
  const inShared = (table: OfBusiness) =>
    sql`${table.userId} = ${userId} and ${isShared(table.domainId, userId)}`
  const isNew = sql`not exists (select 1 from activity where activity.domain_id = leaving.domain_id
    and activity.user_id = ${userId} and activity.act = 'member.left' and activity.at >= leaving.created_at)`
  await db.batch([
    recordActivity(
      { ...ctx, userId },
      { domainId: sql`leaving.domain_id`, act: 'member.left', id: sql`lower(hex(randomblob(16)))` },
      sql`from ${members} as leaving where leaving.user_id = ${userId} and leaving.visits_until is null
        and ${isShared(sql`leaving.domain_id`, userId)} and ${isNew}`,
    ),
    recordActivity(
      ctx,
      {
        domainId: sql`inheriting.domain_id`,
        act: 'member.role',
        id: sql`lower(hex(randomblob(16)))`,
        personId: sql`inheriting.user_id`,
        details: { role: 'owner' },
      },
      sql`from ${members} as inheriting where ${becomesOwner(sql`inheriting`, userId)}`,
    ),
    db.run(sql`update ${members} set role = 'owner' where ${becomesOwner(sql`${members}`, userId)}`),
    db.run(sql`update ${domains} set user_id = ${heirOf(sql`${domains}.id`, userId)}
      where user_id = ${userId} and ${isShared(sql`${domains}.id`, userId)}`),
    // Clears the idempotency key, because the heir may have used the same one. Nobody can repeat a deleted user's request
    // anyway.
    db.run(sql`update ${posts} set user_id = ${heirOf(sql`${posts}.domain_id`, userId)}, idempotency_key = null
      where user_id = ${userId} and ${isShared(sql`${posts}.domain_id`, userId)}`),
    ...KEPT.map(table =>
      db
        .update(table)
        .set({ userId: heirOf(table.domainId, userId) })
        .where(inShared(table)),
    ),
    mediaTransfer(ctx, userId, {
      isShared: domainId => isShared(domainId, userId),
      heirOf: domainId => heirOf(domainId, userId),
    }),
  ])
}

/**
 * Checks that the user isn't the last owner of a business that has other members.
 * @throws {DomainError} `conflict`
 */
export async function requireHeirs({ db, userId }: Context & { userId: string }): Promise<void> {
  const [business] = await db
    .select({ name: domains.businessName })
    .from(members)
    .innerJoin(domains, eq(domains.id, members.domainId))
    .where(
      sql`${members.userId} = ${userId} and ${members.role} = 'owner' and ${isShared(domains.id, userId)}
        and not exists (select 1 from ${members} as other where other.domain_id = ${domains.id}
          and other.user_id <> ${userId} and other.role = 'owner')`,
    )
  if (!business) return
  const message = `You’re the only owner of ${business.name}, which has other members. Make one of them an owner first.`
  throw new DomainError('conflict', message, { fields: { business: message } })
}
