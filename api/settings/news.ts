import { and, asc, eq, gt } from 'drizzle-orm'
import { createHash } from 'node:crypto'

import type { Context } from '#api/context.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { settings } from '#api/db/schema/people/settings.ts'
import { write } from '#api/db/write.ts'
import { newsMail } from '#api/mail/templates.ts'
import { queueMails } from '#api/outbox/mail.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

const BATCH_SIZE = 200

export type News = { subject: string; paragraphs: string[] }

/** Parses a text file: the first line is the subject, and empty lines separate the paragraphs. */
export function readNews(text: string): News {
  const [subject = '', ...rest] = text.trim().split('\n')
  const paragraphs = rest
    .join('\n')
    .split(/\n\s*\n/)
    .map(paragraph => paragraph.trim().replaceAll(/\s*\n\s*/g, ' '))
    .filter(Boolean)
  return { subject: subject.trim(), paragraphs }
}

/**
 * Mails news to all users who want marketing mail when it is queued. Repeated calls don't queue the same news twice.
 * @returns the number of recipients
 */
export async function sendNews(ctx: Context, news: News): Promise<number> {
  const digest = createHash('sha256').update(JSON.stringify(news)).digest('hex').slice(0, 16)
  let count = 0
  for (let last: string | undefined = ''; last !== undefined;) {
    const isNext = and(eq(settings.marketingEmails, true), gt(settings.userId, last))
    const readers = await write(ctx, async ctx => {
      const readers = await ctx.db
        .select({ userId: users.id, to: users.email })
        .from(settings)
        .innerJoin(users, eq(users.id, settings.userId))
        .where(isNext)
        .orderBy(asc(settings.userId))
        .limit(BATCH_SIZE)
      const mailTo = ({ userId, to }: (typeof readers)[0]) => ({
        id: `news:${digest}:${userId}`,
        userId,
        mail: newsMail({ to, ...news, unsubscribe: unsubscribeUrl(ctx, userId, 'news') }),
      })
      await queueMails(ctx, readers.map(mailTo))
      return readers
    })
    count += readers.length
    last = readers.at(-1)?.userId
  }
  return count
}
