import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { OwnerContext } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'

/** Returns the condition for the linked accounts of one of the user's businesses or of all. */
export const linkedAccounts = (ctx: OwnerContext, domainId?: string) =>
  and(
    isAllowedIn(ctx, accounts.domainId),
    inArray(accounts.status, ['connected', 'needs_reconnect']),
    domainId ? eq(accounts.domainId, domainId) : undefined,
  )

/** Returns the same condition, with an account only once that several of the businesses have connected. */
export const ownAccounts = (ctx: OwnerContext, domainId: string | undefined) =>
  and(
    linkedAccounts(ctx, domainId),
    domainId ? undefined : sql`${accounts.id} not in ${repeatedAccounts(ctx)}`,
  )

/** Returns the ids of accounts that another of the user's businesses has connected, too, and earlier or still has. */
export const repeatedAccounts = (ctx: OwnerContext): SQL => sql`(
  select id from (
    select id, row_number() over (
      partition by network, provider_id order by status = 'needs_reconnect', created_at, id
    ) as place from ${accounts} where ${linkedAccounts(ctx)}
  ) where place > 1)`
