import { inArray } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { outbox } from '#api/db/schema/mail.ts'
import { notifications } from '#api/db/schema/notifications.ts'
import type { Known } from './live-through.ts'

/** How often the author was told of each end that a post may come to, in the dashboard and by mail. */
export type Told = Record<'published' | 'failed' | 'comment', { notices: number; mails: number }>

const TITLES = {
  published: /^Published on .+(?<!first comment)$/,
  failed: /^(Not|Perhaps) published on /,
  comment: /without its first comment$/,
}

/** What stands in the notifications, and in the outbox that nobody sends from here. */
export async function readTold({ db }: Context, known: Known[]): Promise<Map<Known, Told>> {
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
        const of = notices.filter(notice => notice.link === links[index] && title.test(notice.title))
        return { notices: of.length, mails: of.filter(({ id }) => ids.has(id)).length }
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
