import { and, eq } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { users } from '#api/db/schema/auth.ts'
import { domains } from '#api/db/schema/domains.ts'
import { isAllowedIn } from '#api/members/membership.ts'

export type Recipient = { email: string; business?: string }

type Concern = { userId: string; domainId: string | null }

/** Returns the recipient's e-mail and the name of the business that the notice is about. */
export async function findRecipient(
  { db }: Pick<Context, 'db'>,
  { userId, domainId }: Concern,
): Promise<Recipient | undefined> {
  const [found] = await db
    .select({ email: users.email, business: domains.businessName })
    .from(users)
    .leftJoin(domains, and(eq(domains.id, domainId ?? ''), isAllowedIn({ userId: users.id }, domains.id)))
    .where(eq(users.id, userId))
  return found && { email: found.email, ...(found.business && { business: found.business }) }
}
