import { and, asc, eq, inArray, sql } from 'drizzle-orm'

import type { Context, Inside } from '#api/context.ts'
import type { Db } from '#api/db/client.ts'
import { excludedValues } from '#api/db/conditions.ts'
import { prepared } from '#api/db/prepared.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { notifications } from '#api/db/schema/people/notifications.ts'
import type { DeliveryRow } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import type { Mail } from '#api/mail/mail.ts'
import { accountMail, type Addressed } from '#api/mail/templates.ts'
import { membersOfBusinesses, publishToUsers } from '#api/outbox/live-events.ts'
import { deleteMailAbout, queueMails } from '#api/outbox/mail.ts'
import { usersWith } from '#api/settings/settings.ts'
import { unsubscribeUrl } from '#api/settings/unsubscribe.ts'
import { linkToDomain } from '#shared/businesses/domain-header.ts'
import { isAllowed } from '#shared/businesses/permissions.ts'
import { queuePushes } from './push/push.ts'

type Row = typeof notifications.$inferSelect

/** `domainId` is absent if the notice isn't about a single business. */
export type Notice = Pick<Row, 'type' | 'tone' | 'title' | 'message' | 'link'> &
  Partial<Pick<Row, 'domainId'>> & {
    /** True if the business's owners and editors are notified as well. */
    forTeam?: true
  }

/** A notice about the work of the person `userId`. */
export type NewNotice = Notice & Pick<Row, 'id' | 'userId'>

/**
 * Notifies the recipients of these notices, once per id.
 * @returns true if anybody was notified
 */
export async function notify(ctx: Inside<Context>, notices: readonly NewNotice[]): Promise<boolean> {
  const rows = await notificationsOf(ctx, notices)
  if (rows.length === 0) return false
  const { rowsAffected } = await added(ctx.db).execute({ rows: JSON.stringify(rows) })
  return rowsAffected > 0
}

/**
 * Like `notify`, but replaces and broadcasts again a notice whose title has changed.
 * @param options.evenIfSame also replaces one with the same title
 */
export async function notifyOfProgress(
  ctx: Inside<Context>,
  notices: readonly NewNotice[],
  { evenIfSame = false } = {},
): Promise<void> {
  const rows = await notificationsOf(ctx, notices)
  if (rows.length === 0) return
  await addedOrReplaced(ctx.db).execute({ rows: JSON.stringify(rows), evenIfSame: Number(evenIfSame) })
}

const insertRows = (db: Pick<Db, 'insert'>) =>
  db.insert(notifications).select(
    sql`select item.value ->> 'id', item.value ->> 'userId', item.value ->> 'domainId', item.value ->> 'type',
          item.value ->> 'tone', item.value ->> 'title', item.value ->> 'message', item.value ->> 'link', null,
          item.value ->> 'createdAt', null, false
        from json_each(${sql.placeholder('rows')}) as item
        where true`,
  )

const added = prepared(db => insertRows(db).onConflictDoNothing().prepare())

const addedOrReplaced = prepared(db =>
  insertRows(db)
    .onConflictDoUpdate({
      target: notifications.id,
      set: {
        ...excludedValues(notifications, 'tone', 'title', 'message', 'link', 'createdAt'),
        readAt: null,
        deletedAt: null,
        announced: false,
      },
      setWhere: sql`${sql.placeholder('evenIfSame')} or ${notifications.title} <> excluded.title`,
    })
    .prepare(),
)

/**
 * Returns a notification for each recipient: the notice's user, unless they have left the business, and with `forTeam` the
 * members who publish. Only the user's own has the notice's id.
 */
async function notificationsOf({ db, now }: Inside<Context>, notices: readonly NewNotice[]) {
  const domainIds = [...new Set(notices.flatMap(({ domainId }) => domainId ?? []))]
  const team = await membersOfBusinesses(db).execute({ ids: JSON.stringify(domainIds) })
  const membersOf = Map.groupBy(team, ({ domainId }) => domainId)
  return notices.flatMap(({ forTeam, id, userId, domainId = null, ...content }) => {
    const recipients =
      domainId === null
        ? [{ userId }]
        : (membersOf.get(domainId) ?? []).filter(
            member => member.userId === userId || (forTeam && isPublisher(member)),
          )
    return recipients.map(recipient => ({
      ...content,
      id: recipient.userId === userId ? id : `${id}:${recipient.userId}`,
      userId: recipient.userId,
      domainId,
      createdAt: +now(),
    }))
  })
}

/** Excludes administrators who visit. */
const isPublisher = ({ role, visitsUntil }: typeof members.$inferSelect) =>
  isAllowed(role, 'publish') && visitsUntil === null

/** Deletes a user's notifications about a business, and their waiting mail. */
export async function forgetNotices(ctx: Inside<Context>, about: { userId: string; domainId: string }) {
  await deleteMailAbout(ctx, about)
  await ctx.db
    .delete(notifications)
    .where(and(eq(notifications.userId, about.userId), eq(notifications.domainId, about.domainId)))
}

const AT_ONCE = 500

/** Publishes live events and queues pushes for new notifications, each once even if several processes run this. */
export async function broadcastNotifications(ctx: Context): Promise<void> {
  while ((await unannounced(ctx, 1)).length > 0) {
    await write(ctx, async ctx => {
      const fresh = await unannounced(ctx, AT_ONCE)
      const events = fresh.map(({ id, userId, title }) => ({ userId, data: { id, title } }))
      await publishToUsers(ctx, 'notification', events)
      await queuePushes(ctx, fresh)
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

type MailedNotice = { id: string; userId: string; domainId?: string | null; link: string }

/**
 * Mails each notice to its user, once per id, except to users who have turned that off.
 * @param options.isTracked records the outcome for `mailStates`
 */
export async function mailNotices<N extends MailedNotice>(
  ctx: Inside<Context>,
  notices: readonly N[],
  compose: (parts: Addressed, notice: N) => Mail,
  { isTracked = false, delayMs = 0 } = {},
): Promise<void> {
  if (notices.length === 0) return
  const recipientOf = await readRecipients(ctx, notices)
  const userIds = notices.flatMap(notice => recipientOf(notice)?.userId ?? [])
  const wanting = await usersWith(ctx, 'emailNotifications', userIds)
  const mails = notices.flatMap(notice => {
    const recipient = recipientOf(notice)
    if (!recipient || !wanting.has(recipient.userId)) return []
    const { id, domainId = null, link } = notice
    const { userId, ...parts } = recipient
    const url = ctx.config.siteUrl + (domainId === null ? link : linkToDomain(link, domainId))
    const unsubscribe = unsubscribeUrl(ctx, userId, 'notices')
    return { id, userId, domainId, isTracked, delayMs, mail: compose({ ...parts, url, unsubscribe }, notice) }
  })
  await queueMails(ctx, mails)
}

/**
 * Notifies the recipients of these notices, and mails each to its user.
 * @param label of the mail's button, which opens the notice's link
 */
export async function notifyAndMail(ctx: Inside<Context>, notices: readonly NewNotice[], label: string) {
  await notify(ctx, notices)
  await mailNotices(ctx, notices, ({ url, ...parts }, { title, message }) =>
    accountMail({ ...parts, title, message, action: { label, url } }),
  )
}

/**
 * Reads the recipients of notices' mails, with the name of each notice's business. If a notice's user has left the business,
 * one of its owners gets the mail. Takes three statements for any number of notices.
 */
async function readRecipients({ db }: Inside<Context>, notices: readonly MailedNotice[]) {
  const domainIds = [...new Set(notices.flatMap(({ domainId }) => domainId ?? []))]
  const userIds = [...new Set(notices.map(({ userId }) => userId))]
  const [businesses, known] = await Promise.all([
    db
      .select({ id: domains.id, name: domains.businessName, ownerId: domains.userId })
      .from(domains)
      .where(inArray(domains.id, domainIds)),
    db
      .select({ domainId: members.domainId, userId: members.userId })
      .from(members)
      .where(and(inArray(members.domainId, domainIds), inArray(members.userId, userIds))),
  ])
  const people = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.id, [...userIds, ...businesses.map(({ ownerId }) => ownerId)]))
  const businessOf = new Map(businesses.map(business => [business.id, business]))
  const emailOf = new Map(people.map(({ id, email }) => [id, email]))
  const membership = new Set(known.map(({ domainId, userId }) => `${domainId} ${userId}`))
  return ({ userId: user, domainId }: MailedNotice) => {
    const business = domainId ? businessOf.get(domainId) : undefined
    const userId = business && !membership.has(`${business.id} ${user}`) ? business.ownerId : user
    const to = emailOf.get(userId)
    return to === undefined ? undefined : { userId, to, ...(business && { business: business.name }) }
  }
}

/** Path of the posts that need a decision. */
export const ATTENTION = '/dashboard/view-post?tab=attention'

export const linkTo = ({ postId }: Pick<DeliveryRow, 'postId'>) => `/dashboard/view-post?post=${postId}`
