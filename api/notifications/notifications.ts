import { and, eq, type SQL, sql, asc, inArray } from 'drizzle-orm'

import type { Context, Inside } from '#api/context.ts'
import { field, fromRows, insertMany } from '#api/db/insert-many.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { notifications } from '#api/db/schema/people/notifications.ts'
import type { DeliveryRow } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import type { Mail } from '#api/mail/mail.ts'
import { liveInserts } from '#api/outbox/live-events.ts'
import { forgetMailAbout, mailInserts } from '#api/outbox/mail.ts'
import { isOn } from '#api/settings/settings.ts'
import { unsubscribeUrl } from '#api/settings/unsubscribe.ts'
import { inDomain } from '#shared/businesses/domain-header.ts'
import { pushInserts } from './push/push.ts'

type Row = typeof notifications.$inferSelect

/** `domainId` is absent if the notice isn't about a single business. */
export type Notice = Pick<Row, 'type' | 'tone' | 'title' | 'message' | 'link'> &
  Partial<Pick<Row, 'domainId'>> & {
    /** True if the business's owners and editors are notified as well. */
    forTeam?: true
  }

/** Returns the unexecuted insert of a notification, once per id, if `when` holds. */
export const notificationInsert = (
  ctx: Inside<Context>,
  notice: Notice & { id: string; userId: string },
  when?: SQL,
) => notificationInserts(ctx, [notice], when)

/**
 * Recipients of a notification about a business: the row's user, unless they have left the business, and with `forTeam` the
 * members who publish. A notification that isn't about one business has only its user as recipient.
 */
const recipients = sql`left join ${members} as member on member.domain_id = ${field('domainId')}
  and (member.user_id = ${field('userId')} or (${field('forTeam')} and member.role in ('owner', 'editor')
    and member.visits_until is null))`
const isRecipient = sql`(member.user_id is not null or ${field('domainId')} is null)`
const recipientId = sql`coalesce(member.user_id, ${field('userId')})`
/** Only the author's notification has the unchanged key as its id. */
const recipientKey = sql`iif(${recipientId} = ${field('userId')}, ${field('id')}, ${field('id')} || ':' || ${recipientId})`

/** Like `notificationInsert`, for many rows. `when` can read a row's fields by `item.value ->> 'name'`. */
export const notificationInserts = (
  ctx: Inside<Context>,
  rows: (Notice & { id: string; userId: string })[],
  when: SQL = sql`true`,
) =>
  insertForRecipients(
    ctx,
    rows,
    { type: field('type'), tone: field('tone'), title: field('title'), message: field('message') },
    when,
  ).onConflictDoNothing()

type ForRecipients = Pick<Notice, 'domainId' | 'forTeam' | 'link'> & { id: string; userId: string }
type NotificationContent = { [Name in 'type' | 'tone' | 'title' | 'message']: Row[Name] | SQL }

/** Returns the unexecuted insert of a notification for each recipient of each row. `content` may read a row's fields. */
export const insertForRecipients = (
  ctx: Inside<Context>,
  rows: ForRecipients[],
  content: NotificationContent,
  when: SQL,
) =>
  insertMany(
    ctx.db,
    notifications,
    {
      ...content,
      id: recipientKey,
      userId: recipientId,
      domainId: field('domainId'),
      link: field('link'),
      createdAt: ctx.now(),
    },
    sql`${fromRows(rows)} ${recipients} where ${isRecipient} and ${when}`,
  )

/** Deletes a user's notifications about a business, and their waiting mail. */
export async function forgetNotices(
  ctx: Inside<Context>,
  about: { userId: string; domainId: string },
): Promise<void> {
  await forgetMailAbout(ctx, about)
  await ctx.db
    .delete(notifications)
    .where(and(eq(notifications.userId, about.userId), eq(notifications.domainId, about.domainId)))
}

const takesMail = isOn('emailNotifications', sql`item.value ->> 'userId'`)

type NoticeMail = { id: string; userId: string; domainId: string | null; mail: Mail }

/** Returns the unexecuted insert of notices by mail, except to users who have turned those off. */
export const noticeMailInserts = (ctx: Inside<Context>, rows: NoticeMail[], when: SQL = sql`true`) =>
  mailInserts(ctx, rows, sql`${when} and ${takesMail}`)

const AT_ONCE = 500

/** Publishes live events and queues pushes for new notifications, each once even if several processes run this. */
export async function broadcastNotifications(ctx: Context): Promise<void> {
  while ((await unannounced(ctx, 1)).length > 0) {
    await write(ctx, async ctx => {
      const fresh = await unannounced(ctx, AT_ONCE)
      await liveInserts(
        ctx,
        'notification',
        fresh.map(({ id, userId, title }) => ({ userId, data: { id, title } })),
      )
      await pushInserts(ctx, fresh)
      const ids = fresh.map(({ id }) => id)
      await ctx.db.update(notifications).set({ announced: true }).where(inArray(notifications.id, ids))
    })
  }
}

const unannounced = ({ db }: Inside<Context>, limit: number) =>
  db
    .select({ id: notifications.id, userId: notifications.userId, title: notifications.title })
    .from(notifications)
    // Repeats the condition of the partial index literally. SQLite wouldn't match a parameter with it.
    .where(sql`${notifications.announced} = 0`)
    .orderBy(asc(notifications.createdAt))
    .limit(limit)

type MailedNotice = { id: string; userId: string; domainId: string | null; link: string }
/** Parts of a mail that depend on its recipient. `url` opens the notice's link. */
export type Addressed = { to: string; business?: string; url: string; unsubscribe: string }

/** Returns a mail for each notice's recipient. */
export async function mailsOf<N extends MailedNotice>(
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
