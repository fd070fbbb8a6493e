import { and, inArray, type SQL, sql, type SQLWrapper } from 'drizzle-orm'

import { isIn } from '#api/auth/access/membership.ts'
import type { OwnerContext } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'

/** Returns the SQL condition for linked accounts of one of the user's businesses, or of all. */
export const isLinkedAccount = (ctx: OwnerContext, domainId?: string) =>
  and(isIn(ctx, accounts.domainId, domainId), inArray(accounts.status, ['connected', 'needs_reconnect']))

/** Like `isLinkedAccount`, but includes an account that several businesses have connected only once. */
export const isOwnAccount = (ctx: OwnerContext, domainId: string | undefined) =>
  and(isLinkedAccount(ctx, domainId), isNotRepeated(ctx, domainId, accounts.id))

/** Returns the SQL condition for items of one of the user's businesses, or of all. Includes each only once, even if several have its account. */
export const isOwnItem = (ctx: OwnerContext, domainId: string | undefined, items: ItemColumns) =>
  and(isIn(ctx, items.domainId, domainId), isNotRepeated(ctx, domainId, items.accountId))

type ItemColumns = { domainId: SQLWrapper; accountId: SQLWrapper }

/**
 * Counts an account that several of the user's businesses have connected once: for the business that connected it first, or the
 * only one still signed in.
 */
const isNotRepeated = (ctx: OwnerContext, domainId: string | undefined, accountId: SQLWrapper) =>
  domainId ? undefined : sql`${accountId} not in ${repeatedAccounts(ctx)}`

const repeatedAccounts = (ctx: OwnerContext): SQL => sql`(
  select id from (
    select id, row_number() over (
      partition by network, provider_id order by status = 'needs_reconnect', created_at, id
    ) as rank from ${accounts} where ${isLinkedAccount(ctx)}
  ) where rank > 1)`
