import { and, eq, type SQL, sql } from 'drizzle-orm'

import type { OwnerContext } from '#api/context.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { linkTo } from '#api/deliveries/link.ts'
import { accountMail } from '#api/mail/templates.ts'
import { noticeMailInserts, notificationInsert } from '#api/notifications/notifications.ts'
import { findRecipient, urlFor } from '#api/notifications/recipient.ts'
import { unsubscribeUrl } from '#api/settings/unsubscribe.ts'
import type { Decider } from './decider.ts'
import type { PostUnderReview } from './read-content.ts'

const NOTICES = {
  approved: {
    tone: 'success',
    title: 'Your post was approved',
    message: (who: string) => `${who} approved your post.`,
  },
  approvedLate: {
    tone: 'warning',
    title: 'Your post was approved after its time',
    message: (who: string) =>
      `${who} approved your post, but its time had passed. Choose a new time and it goes out.`,
  },
  changesRequested: {
    tone: 'warning',
    title: 'Changes were requested',
    message: (who: string) => `${who} asked for changes to your post.`,
  },
} as const

/**
 * Notifies the person who sent the post for approval, unless they decided themselves. A post that was approved too late
 * waits until that person chooses a new time, so the person gets a mail as well. Returns the unexecuted statements for `db.batch`.
 */
export async function decisionNotices(
  ctx: OwnerContext,
  { post, approval }: PostUnderReview,
  by: Decider,
  { what, when }: { what: keyof typeof NOTICES; when: SQL },
) {
  const userId = approval?.submittedBy ?? post.userId
  const { tone, title, message } = NOTICES[what]
  const notice = {
    id: `review:${post.id}:${+ctx.now()}`,
    userId,
    domainId: post.domainId,
    type: 'social' as const,
    tone,
    title,
    message: message(await nameOf(ctx, by)),
    link: linkTo({ postId: post.id }),
  }
  const isNotified = and(when, sql`${userId !== by.userId}`)!
  const mails = what === 'approvedLate' ? await mailOf(ctx, notice) : []
  return [notificationInsert(ctx, notice, isNotified), noticeMailInserts(ctx, mails, isNotified)] as const
}

async function nameOf({ db }: OwnerContext, { userId, name }: Decider): Promise<string> {
  if (!userId) return name || 'A reviewer'
  const [user] = await db.select({ fullname: users.fullname }).from(users).where(eq(users.id, userId))
  return user?.fullname || 'A colleague'
}

type Notice = { id: string; userId: string; domainId: string; title: string; message: string; link: string }

async function mailOf(ctx: OwnerContext, { id, userId, domainId, title, message, link }: Notice) {
  const person = await findRecipient(ctx, { userId, domainId })
  if (!person) return []
  const mail = accountMail({
    to: person.email,
    ...(person.business && { business: person.business }),
    title,
    message,
    action: { label: 'Choose a new time', url: urlFor(ctx, { domainId }, link) },
    unsubscribe: unsubscribeUrl(ctx, person.userId, 'notices'),
  })
  return [{ id, userId: person.userId, mail }]
}
