import { and, eq } from 'drizzle-orm'

import type { UserContext } from '#api/context.ts'
import { domains } from '#api/db/schema/domains.ts'

/** Returns the condition for the domain of a request: the one that its window shows, or the selected one. */
export const isActiveDomain = ({ userId, shownDomainId }: UserContext) =>
  and(
    eq(domains.userId, userId),
    shownDomainId === undefined ? eq(domains.isSelected, true) : eq(domains.id, shownDomainId),
  )
