import { and, count, desc, eq, inArray, isNull, lte, type SQL } from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { Context, UserContext } from '#api/context.ts'
import { isAfterCursor, pageOf } from '#api/db/pagination.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { notifications } from '#api/db/schema/people/notifications.ts'
import { write } from '#api/db/write.ts'
import { publishToUser } from '#api/outbox/live-events.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { DAY_MS } from '#shared/durations.ts'
import {
  type Notification,
  type NotificationChoice,
  type NotificationCounts,
  type NotificationFilter,
  type NotificationQuery,
  type NotificationSubject,
  PROBLEM_COLOURS,
} from '#shared/notifications/notifications.ts'
import { isResolved } from './problem-notices.ts'

const UNDO_MS = DAY_MS

type NotificationPage = { notifications: Notification[]; nextCursor: string | null }

/** Returns a page of the user's notifications, newest first. */
export async function listNotifications(
  ctx: UserContext,
  { filter, cursor, limit }: NotificationQuery,
): Promise<NotificationPage> {
  const position = { at: notifications.createdAt, id: notifications.id }
  const rows = await ctx.db
    .select({ notification: notifications, business: domains.businessName })
    .from(notifications)
    .leftJoin(domains, and(eq(domains.id, notifications.domainId), isAllowedIn(ctx, domains.id)))
    .where(and(isTheirs(ctx, filter), isAfterCursor(position, cursor, 'descending')))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(limit + 1)
  const { page, nextCursor } = pageOf(rows, limit, ({ notification: { createdAt, id } }) => ({
    at: createdAt,
    id,
  }))
  return { notifications: page.map(toNotification), nextCursor }
}

export async function countNotifications({ db, userId }: UserContext): Promise<NotificationCounts> {
  const { type, readAt } = notifications
  const theirs = and(eq(notifications.userId, userId), isNull(notifications.deletedAt))
  const trouble = db.$count(notifications, and(theirs, isTrouble))
  const rows = await db
    .select({ type, all: count(), read: count(readAt) })
    .from(notifications)
    .where(theirs)
    .groupBy(type)
  const counts: NotificationCounts = {
    all: 0,
    unread: 0,
    trouble: await trouble,
    general: 0,
    social: 0,
    system: 0,
  }
  for (const { type, all, read } of rows) {
    counts[type] = all
    counts.all += all
    counts.unread += all - read
  }
  return counts
}

/** @throws {DomainError} `not_found`, also for another user's notification */
export async function readNotification(ctx: UserContext, id: string): Promise<void> {
  const isThis = and(isTheirs(ctx), eq(notifications.id, id))
  if ((await change(ctx, isThis, { readAt: ctx.now() })) === 0) throw notFound()
}

export async function readAllNotifications(ctx: UserContext, { filter }: NotificationChoice): Promise<void> {
  await change(ctx, and(isTheirs(ctx, filter), isNull(notifications.readAt)), { readAt: ctx.now() })
}

/** The time of a deletion identifies it, so that it can be undone. */
export type Deletion = { deletedAt: string }

/** @throws {DomainError} `not_found`, also for another user's notification */
export async function deleteNotification(ctx: UserContext, id: string): Promise<Deletion> {
  const deletedAt = ctx.now()
  const isThis = and(isTheirs(ctx), eq(notifications.id, id))
  if ((await change(ctx, isThis, { deletedAt })) === 0) throw notFound()
  return { deletedAt: deletedAt.toISOString() }
}

export async function deleteAllNotifications(
  ctx: UserContext,
  { filter }: NotificationChoice,
): Promise<Deletion> {
  const deletedAt = ctx.now()
  await change(ctx, isTheirs(ctx, filter), { deletedAt })
  return { deletedAt: deletedAt.toISOString() }
}

export async function restoreNotifications(ctx: UserContext, { deletedAt }: Deletion): Promise<void> {
  const areDeleted = eq(notifications.deletedAt, new Date(deletedAt))
  await change(ctx, and(eq(notifications.userId, ctx.userId), areDeleted), { deletedAt: null })
}

type Marks = Partial<Pick<typeof notifications.$inferInsert, 'readAt' | 'deletedAt'>>

/** Marks notifications, and notifies the user's other browsers. Returns the number of changed notifications. */
const change = (ctx: UserContext, which: SQL | undefined, marks: Marks): Promise<number> =>
  write(ctx, async ctx => {
    const { rowsAffected } = await ctx.db.update(notifications).set(marks).where(which)
    await publishToUser(ctx, ctx.userId, 'notifications', {})
    return rowsAffected
  })

export async function sweepNotifications({ db, now }: Context): Promise<void> {
  await db.delete(notifications).where(lte(notifications.deletedAt, new Date(now().getTime() - UNDO_MS)))
}

const isTheirs = ({ userId }: UserContext, filter: NotificationFilter = 'all') =>
  and(eq(notifications.userId, userId), isNull(notifications.deletedAt), isAmong(filter))

const isTrouble = inArray(notifications.tone, [...PROBLEM_COLOURS])

function isAmong(filter: NotificationFilter): SQL | undefined {
  if (filter === 'all') return undefined
  if (filter === 'trouble') return isTrouble
  return filter === 'unread' ? isNull(notifications.readAt) : eq(notifications.type, filter)
}

type Row = { notification: typeof notifications.$inferSelect; business: string | null }

/** Subjects of notifications, by the beginnings of their ids. */
const SUBJECTS: Record<string, NotificationSubject> = {
  'approval-missed': 'Approval',
  approvals: 'Approval',
  approved: 'Approval',
  comment: 'Comment',
  'connect-link': 'Account',
  delivery: 'Problem',
  late: 'Problem',
  mention: 'Mention',
  news: 'News',
  preflight: 'Problem',
  published: 'Published',
  report: 'Report',
  review: 'Approval',
  'second-post': 'Problem',
  'sent-back': 'Approval',
  'signed-out': 'Account',
  social: 'Figures',
  stars: 'Review',
}

const toNotification = ({
  notification: { id, tone, readAt, createdAt, ...content },
  business,
}: Row): Notification => ({
  _id: id,
  type: content.type,
  about: SUBJECTS[id.slice(0, id.indexOf(':'))],
  ...(isResolved({ id, tone }) && { resolved: true }),
  colour: tone,
  title: content.title,
  message: content.message,
  link: content.link,
  ...(business && { business }),
  read: readAt !== null,
  createdAt: createdAt.toISOString(),
})

const notFound = () => new DomainError('not_found', 'This notification no longer exists.')
