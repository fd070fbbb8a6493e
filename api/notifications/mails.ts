import { and, eq } from 'drizzle-orm'

import type { Context, Inside } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { users } from '#api/db/schema/people/auth.ts'
import type { DeliveryRow } from '#api/db/schema/posts/posts.ts'
import type { Mail } from '#api/mail/mail.ts'
import { unsubscribeUrl } from '#api/settings/unsubscribe.ts'
import { inDomain } from '#shared/businesses/domain-header.ts'
import type { NoticeMail } from './notifications.ts'

type Notice = { id: string; userId: string; domainId: string | null; link: string }
/** Parts of a mail that depend on its recipient. `url` opens the notice's link. */
export type Addressed = { to: string; business?: string; url: string; unsubscribe: string }

/** Returns a mail for each notice's recipient. */
export async function mailsOf<N extends Notice>(
  ctx: Inside<Context>,
  notices: N[],
  write: (parts: Addressed, notice: N) => Mail,
): Promise<NoticeMail[]> {
  const mails = await Promise.all(
    notices.map(async notice => {
      const recipient = await findRecipient(ctx, notice)
      if (!recipient) return []
      const { userId, email, business } = recipient
      const parts = {
        to: email,
        ...(business && { business }),
        url: urlFor(ctx, notice, notice.link),
        unsubscribe: unsubscribeUrl(ctx, userId, 'notices'),
      }
      return { id: notice.id, userId, domainId: notice.domainId, mail: write(parts, notice) }
    }),
  )
  return mails.flat()
}

type Recipient = { userId: string; email: string; business?: string }

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

/** Path of the posts that need a decision. */
export const ATTENTION = '/dashboard/view-post?tab=attention'

/** Path of the post in the dashboard. */
export const linkTo = ({ postId }: Pick<DeliveryRow, 'postId'>) => `/dashboard/view-post?post=${postId}`
