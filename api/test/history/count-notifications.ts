import { inArray } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { notifications } from '#api/db/schema/people/notifications.ts'
import { outbox } from '#api/db/schema/server/mail.ts'
import type { KnownPost } from './known-post.ts'

/** Number of notifications of each outcome, in the dashboard and by mail. */
export type NotificationCounts = Record<
  'published' | 'failed' | 'comment',
  { notices: number; mails: number }
>

const TITLES = {
  published: /^Published on .+(?<!first comment)$/,
  failed: /^(Not|Possibly) published on /,
  comment: /without its first comment$/,
}

/** Counts notifications, and mails in the outbox, which these tests never send. */
export async function countNotifications(
  { db }: Context,
  known: KnownPost[],
): Promise<Map<KnownPost, NotificationCounts>> {
  const links = known.map(({ postId }) => `/dashboard/view-post?post=${postId}`)
  const notices = await db.select().from(notifications).where(inArray(notifications.link, links))
  const mailed = await db
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      inArray(
        outbox.id,
        notices.map(({ id }) => id),
      ),
    )
  const ids = new Set(mailed.map(({ id }) => id))
  return new Map(
    known.map((post, index) => {
      const count = (title: RegExp) => {
        const matching = notices.filter(notice => notice.link === links[index] && title.test(notice.title))
        return { notices: matching.length, mails: matching.filter(({ id }) => ids.has(id)).length }
      }
      return [
        post,
        {
          published: count(TITLES.published),
          failed: count(TITLES.failed),
          comment: count(TITLES.comment),
        },
      ]
    }),
  )
}
