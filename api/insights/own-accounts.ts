import { and, eq, inArray } from 'drizzle-orm'

import type { OwnerContext } from '#api/context.ts'
import { accounts } from '#api/db/schema/accounts.ts'

/** Returns the condition for the user's linked accounts, of one domain or of all. */
export const ownAccounts = ({ userId }: OwnerContext, domainId: string | undefined) =>
  and(
    eq(accounts.userId, userId),
    inArray(accounts.status, ['connected', 'needs_reconnect']),
    domainId ? eq(accounts.domainId, domainId) : undefined,
  )
