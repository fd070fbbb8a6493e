import { and, eq, notExists, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'

import { isAllowedIn, selectOthers } from '#api/auth/access/membership.ts'
import type { UserContext } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { drafts } from '#api/db/schema/posts/drafts.ts'
import { posts } from '#api/db/schema/posts/posts.ts'

type OfBusiness = SQLiteTable & { domainId: SQLiteColumn }

/** Returns the unexecuted statements that delete an unused business of the caller if `when` holds. */
export const unusedDomainDelete = (ctx: UserContext, domainId: string, when: SQL) => {
  const { db, userId } = ctx
  const hasNo = (table: OfBusiness, more?: SQL) =>
    notExists(
      db
        .select({ one: sql`1` })
        .from(table)
        .where(and(eq(table.domainId, domainId), more)),
    )
  const isUnused = and(
    eq(domains.id, domainId),
    isAllowedIn(ctx, domains.id, 'own'),
    hasNo(members, sql`${members.userId} <> ${userId}`),
    hasNo(posts),
    hasNo(drafts),
    hasNo(accounts),
    when,
  )
  return [
    selectOthers(
      ctx,
      sql`leaving.domain_id = ${domainId} and exists (select 1 from ${domains} where ${isUnused})`,
    ),
    db.delete(domains).where(isUnused).returning({ id: domains.id }),
  ] as const
}
