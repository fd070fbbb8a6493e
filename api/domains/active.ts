import { and, eq } from 'drizzle-orm'

import type { UserContext } from '#api/context.ts'
import { domains } from '#api/db/schema/domains.ts'

/** Returns the SQL condition for a request's domain: the one that its window shows, or else the selected one. */
export const isActiveDomain = ({ userId, shownDomainId }: UserContext) =>
  and(
    eq(domains.userId, userId),
    shownDomainId === undefined ? eq(domains.isSelected, true) : eq(domains.id, shownDomainId),
  )
