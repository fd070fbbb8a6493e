import { eq, sql } from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { Context } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { inDomain } from '#shared/businesses/domain-header.ts'

export type Recipient = { userId: string; email: string; business?: string }

type Addressee = { userId: string; domainId: string | null }

/**
 * Returns the recipient of a mail, and the name of the business that it is about. If the person has left the business, one of
 * its owners gets their mail.
 */
export async function findRecipient(
  { db }: Pick<Context, 'db'>,
  { userId, domainId }: Addressee,
): Promise<Recipient | undefined> {
  const isMember = isAllowedIn({ userId: sql`${userId}` }, sql`business.id`)
  // An uncorrelated subquery, so that SQLite finds the user by their id.
  const recipientId = sql`coalesce((select iif(${isMember}, ${userId}, business.user_id)
    from ${domains} as business where business.id = ${domainId}), ${userId})`
  const [found] = await db
    .select({ userId: users.id, email: users.email, business: domains.businessName })
    .from(users)
    .leftJoin(domains, eq(domains.id, domainId ?? ''))
    .where(eq(users.id, recipientId))
  if (!found) return undefined
  const { business, ...person } = found
  return { ...person, ...(business && { business }) }
}

/** Returns the URL of a link in a mail. It opens the business that the mail is about, even if another one is selected. */
export const urlFor = (
  { config }: Pick<Context, 'config'>,
  { domainId }: Pick<Addressee, 'domainId'>,
  link: string,
): string => config.siteUrl + (domainId === null ? link : inDomain(link, domainId))
