import { eq, type SQL, sql } from 'drizzle-orm'

import type { Inside, UserContext } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { members } from '#api/db/schema/businesses/members.ts'

/** SQL expression for the id of the request's business: the one that its window shows, or else the selected one. */
export const activeDomainId = ({ userId, shownDomainId }: Inside<UserContext>): SQL<string> => sql`(
  select active.domain_id from ${members} as active where active.user_id = ${userId}
    and ${shownDomainId === undefined ? sql`active.is_selected` : sql`active.domain_id = ${shownDomainId}`})`

export const isActiveDomain = (ctx: Inside<UserContext>) => eq(domains.id, activeDomainId(ctx))
