import { and, eq } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { members } from '#api/db/schema/businesses/members.ts'
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
  const ofBusiness = and(eq(members.domainId, domains.id), eq(members.userId, userId))
  const [business] =
    domainId === null
      ? []
      : await db
          .select({ name: domains.businessName, ownerId: domains.userId, memberId: members.userId })
          .from(domains)
          .leftJoin(members, ofBusiness)
          .where(eq(domains.id, domainId))
  const recipientId = business ? (business.memberId ?? business.ownerId) : userId
  const [person] = await db
    .select({ userId: users.id, email: users.email })
    .from(users)
    .where(eq(users.id, recipientId))
  return person && { ...person, ...(business && { business: business.name }) }
}

/** Returns the URL of a link in a mail. It opens the business that the mail is about, even if another one is selected. */
export const urlFor = (
  { config }: Pick<Context, 'config'>,
  { domainId }: Pick<Addressee, 'domainId'>,
  link: string,
): string => config.siteUrl + (domainId === null ? link : inDomain(link, domainId))
