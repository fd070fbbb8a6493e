import { type SQL, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { field, fromRows, insertMany } from '#api/db/insert-many.ts'
import { notifications } from '#api/db/schema/notifications.ts'
import type { Mail } from '#api/mail/mail.ts'
import { mailInsert, mailInserts } from '#api/outbox/outbox.ts'
import { isOn } from '#api/settings/settings.ts'

type Row = typeof notifications.$inferSelect

/** `domainId` is absent if the notice isn't about a single business. */
export type Notice = Pick<Row, 'type' | 'tone' | 'title' | 'message' | 'link'> &
  Partial<Pick<Row, 'domainId'>>

/** Returns the unexecuted insert of a notification, once per id, if `when` holds. */
export const notificationInsert = (
  ctx: Context,
  notice: Notice & { id: string; userId: string },
  when: SQL,
) => notificationInserts(ctx, [notice], when)

/** Like `notificationInsert`, for many rows. `when` can read a row's fields by `item.value ->> 'name'`. */
export const notificationInserts = (
  ctx: Context,
  rows: (Notice & { id: string; userId: string })[],
  when: SQL,
) =>
  insertMany(
    ctx.db,
    notifications,
    {
      id: field('id'),
      userId: field('userId'),
      domainId: field('domainId'),
      type: field('type'),
      tone: field('tone'),
      title: field('title'),
      message: field('message'),
      link: field('link'),
      createdAt: ctx.now(),
    },
    sql`${fromRows(rows)} where ${when}`,
  ).onConflictDoNothing()

const takesMail = isOn('emailNotifications', sql`item.value ->> 'userId'`)

type NoticeMail = { id: string; userId: string; mail: Mail }

/** Returns the unexecuted insert of a notice by mail, unless the user has turned those off. */
export const noticeMailInsert = (ctx: Context, { when, ...notice }: NoticeMail & { when: SQL }) =>
  mailInsert(ctx, { ...notice, when: sql`${when} and ${takesMail}` })

export const noticeMailInserts = (ctx: Context, rows: NoticeMail[], when: SQL) =>
  mailInserts(ctx, rows, sql`${when} and ${takesMail}`)
