import { and, eq, inArray } from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { OwnerContext } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'

/** Returns the condition for the linked accounts of one of the user's businesses or of all. */
export const ownAccounts = (ctx: OwnerContext, domainId: string | undefined) =>
  and(
    isAllowedIn(ctx, accounts.domainId),
    inArray(accounts.status, ['connected', 'needs_reconnect']),
    domainId ? eq(accounts.domainId, domainId) : undefined,
  )
