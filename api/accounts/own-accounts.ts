import { and, inArray, type SQL, sql, type SQLWrapper } from 'drizzle-orm'

import { isIn } from '#api/auth/access/membership.ts'
import type { OwnerContext } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'

/** Returns the condition for the linked accounts of one of the user's businesses or of all. */
export const linkedAccounts = (ctx: OwnerContext, domainId?: string) =>
  and(isIn(ctx, accounts.domainId, domainId), inArray(accounts.status, ['connected', 'needs_reconnect']))

/** Returns the same condition, with an account only once that several of the businesses have connected. */
export const ownAccounts = (ctx: OwnerContext, domainId: string | undefined) =>
  and(linkedAccounts(ctx, domainId), onceFor(ctx, domainId, accounts.id))

/** Returns the condition for items of one of the user's businesses or of all: then each once, though several have its account. */
export const isOwnItem = (ctx: OwnerContext, domainId: string | undefined, items: ItemColumns) =>
  and(isIn(ctx, items.domainId, domainId), onceFor(ctx, domainId, items.accountId))

type ItemColumns = { domainId: SQLWrapper; accountId: SQLWrapper }

/** Leaves out accounts that another of the user's businesses has connected, too, and earlier or still has. */
const onceFor = (ctx: OwnerContext, domainId: string | undefined, accountId: SQLWrapper) =>
  domainId ? undefined : sql`${accountId} not in ${repeatedAccounts(ctx)}`

const repeatedAccounts = (ctx: OwnerContext): SQL => sql`(
  select id from (
    select id, row_number() over (
      partition by network, provider_id order by status = 'needs_reconnect', created_at, id
    ) as place from ${accounts} where ${linkedAccounts(ctx)}
  ) where place > 1)`
