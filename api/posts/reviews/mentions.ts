import { and, asc, eq, isNull, sql } from 'drizzle-orm'

import { isAllowedIn, nameOf } from '#api/auth/access/membership.ts'
import type { OwnerContext } from '#api/context.ts'
import { allOf } from '#api/db/conditions.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { posts } from '#api/db/schema/posts/posts.ts'
import { excerpt } from '#api/deliveries/excerpt.ts'
import { commentMail } from '#api/mail/approval-mails.ts'
import { linkTo } from '#api/notifications/link.ts'
import { mailsOf } from '#api/notifications/mails.ts'
import { noticeMailInserts, notificationInserts } from '#api/notifications/notifications.ts'
import { namesIn, type Person } from '#shared/posts/mentions.ts'

/** Returns the people who can be mentioned in comments on a post: the members of its business, without visitors. */
export const readPeople = ({ db, userId }: OwnerContext, postId: string): Promise<Person[]> =>
  db
    .select({ _id: users.id, name: users.fullname })
    .from(posts)
    .innerJoin(members, eq(members.domainId, posts.domainId))
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(posts.id, postId), isNull(members.visitsUntil), isAllowedIn({ userId }, posts.domainId)))
    .orderBy(asc(users.fullname), asc(users.id))

type Comment = { id: string; postId: string; message: string; mentions: readonly string[] }

/**
 * Notifies the members whom a comment mentions by name, and the post's author, except the comment's author and people who
 * have left the business. Only mentioned members get a mail. Returns the unexecuted statements for `db.batch`, after the
 * comment's own.
 */
export async function commentNotices(ctx: OwnerContext, { id, postId, message, mentions }: Comment) {
  const [people, name, [post]] = await Promise.all([
    readPeople(ctx, postId),
    nameOf(ctx),
    ctx.db
      .select({ domainId: posts.domainId, authorId: posts.authorId })
      .from(posts)
      .where(eq(posts.id, postId)),
  ])
  if (!post) return []
  const { domainId } = post
  const author = name || 'A colleague'
  const mentioned = namesIn(message, people).filter(({ _id }) => mentions.includes(_id) && _id !== ctx.userId)
  const notify = (kind: 'mention' | 'comment', { _id }: Pick<Person, '_id'>, title: string) => ({
    id: `${kind}:${id}:${_id}`,
    userId: _id,
    domainId,
    type: 'social' as const,
    tone: 'primary' as const,
    title,
    message: excerpt(message),
    link: linkTo({ postId }),
  })
  const mentionNotices = mentioned.map(person => notify('mention', person, `${author} mentioned you`))
  const { authorId } = post
  const isNotified = authorId === ctx.userId || mentioned.some(({ _id }) => _id === authorId)
  const notices = [
    ...mentionNotices,
    ...(authorId !== null && !isNotified
      ? [notify('comment', { _id: authorId }, `${author} commented on your post`)]
      : []),
  ]
  const mails = await mailsOf(ctx, mentionNotices, (parts, { title }) =>
    commentMail({ ...parts, title, comment: message }),
  )
  // The member may have left in the meantime. Then an owner gets their mail.
  const isMentioned = ({ userId }: { userId: string }) => mentioned.some(({ _id }) => _id === userId)
  const isAdded = sql`exists (select 1 from post_comments where id = ${id})`
  const isMember = isAllowedIn({ userId: sql`(item.value ->> 'userId')` }, sql`${domainId}`)
  return [
    notificationInserts(ctx, notices, isAdded),
    noticeMailInserts(ctx, mails.filter(isMentioned), allOf(isAdded, isMember)),
  ] as const
}
