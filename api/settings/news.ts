import { eq, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'

import type { Context } from '#api/context.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { settings } from '#api/db/schema/people/settings.ts'
import { newsMail } from '#api/mail/templates.ts'
import { mailInserts } from '#api/outbox/mail.ts'
import { isOn } from './settings.ts'
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
  const readers = await ctx.db
    .select({ userId: users.id, to: users.email })
    .from(settings)
    .innerJoin(users, eq(users.id, settings.userId))
    .where(eq(settings.marketingEmails, true))
  for (let first = 0; first < readers.length; first += BATCH_SIZE) {
    const rows = readers.slice(first, first + BATCH_SIZE).map(({ userId, to }) => ({
      id: `news:${digest}:${userId}`,
      userId,
      mail: newsMail({ to, ...news, unsubscribe: unsubscribeUrl(ctx, userId, 'news') }),
    }))
    await mailInserts(ctx, rows, isOn('marketingEmails', sql`item.value ->> 'userId'`))
  }
  ctx.wake('send-mail')
  return readers.length
}
