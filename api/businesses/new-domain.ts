import { eq, type SQL, sql } from 'drizzle-orm'

import { ownerInsert } from '#api/auth/access/membership.ts'
import { recordActivity } from '#api/businesses/activity/record.ts'
import type { UserContext } from '#api/context.ts'
import { insertMany } from '#api/db/insert-many.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { auditInsert } from '#api/scores/queue.ts'
import type { SaveDomain } from '#shared/businesses/domains.ts'

/** Returns the unexecuted statements that add a business of the caller if `when` holds, and measure its website. */
export const newDomain = (
  ctx: UserContext,
  id: string,
  { businessName, websiteURL, timeZone }: SaveDomain,
  when: SQL,
) =>
  [
    insertMany(
      ctx.db,
      domains,
      { id, userId: ctx.userId, businessName, websiteUrl: websiteURL, timeZone, createdAt: ctx.now() },
      sql`from ${users} where ${eq(users.id, ctx.userId)} and ${when}`,
    ),
    recordActivity(ctx, { domainId: id, act: 'business.created' }),
    ownerInsert(ctx, id),
    auditInsert(ctx, id),
  ] as const
