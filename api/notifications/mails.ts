import type { Context, Inside } from '#api/context.ts'
import type { Mail } from '#api/mail/mail.ts'
import { unsubscribeUrl } from '#api/settings/unsubscribe.ts'
import type { NoticeMail } from './notifications.ts'
import { findRecipient, urlFor } from './recipient.ts'

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
