import { and, asc, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'

import { nameOf, requireRole } from '#api/auth/access/membership.ts'
import type { Inside, OwnerContext, UserContext } from '#api/context.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { postComments } from '#api/db/schema/posts/approvals.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { postMedia } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import { commentMail } from '#api/mail/approval-mails.ts'
import { linkTo, mailNotices, notify } from '#api/notifications/notifications.ts'
import { type LoadedPost, loadPost } from '#api/posts/post/load.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
import { FORMER_MEMBER } from '#shared/businesses/members.ts'
import { type Anchor, findQuote } from '#shared/posts/anchors.ts'
import { APPROVAL_MESSAGES, type NewComment, type PostComment } from '#shared/posts/approvals.ts'
import { mentionedIn, type Person } from '#shared/posts/mentions.ts'
import { postExcerpt } from '#shared/text/graphemes.ts'
import { requireLink, type Reviewer } from './load.ts'

/**
 * Returns the discussion of a post, and the people who can be mentioned in it.
 * @throws {DomainError} `not_found`
 */
export async function readDiscussion(
  ctx: UserContext,
  postId: string,
): Promise<{ data: PostComment[]; people: Person[] }> {
  const { post } = await loadPost(ctx, postId)
  const [data, people] = await Promise.all([
    readComments(ctx, postId, { internal: true }),
    readPeople(ctx, post.domainId),
  ])
  return { data, people }
}

const MAX_COMMENTS = 500

type CommentFilter = { internal: boolean }

/** Returns the latest comments of a post, oldest first. The caller must check who may see it. */
export const readComments = async (
  ctx: Pick<OwnerContext, 'db'>,
  postId: string,
  shown: CommentFilter,
): Promise<PostComment[]> => (await readDiscussions(ctx, [postId], shown)).get(postId) ?? []

/** Like `readComments`, for many posts in one query. */
export async function readDiscussions(
  { db }: Pick<OwnerContext, 'db'>,
  postIds: readonly string[],
  { internal }: CommentFilter,
): Promise<Map<string, PostComment[]>> {
  const latest = db
    .select({
      id: postComments.id,
      rank: sql<number>`row_number() over (partition by ${postComments.postId}
        order by ${postComments.createdAt} desc, ${postComments.id} desc)`.as('rank'),
    })
    .from(postComments)
    .where(
      and(
        inArray(postComments.postId, [...postIds]),
        internal ? undefined : eq(postComments.internal, false),
      ),
    )
    .as('latest')
  const rows = await db
    .select({ comment: postComments, fullname: users.fullname })
    .from(latest)
    .innerJoin(postComments, eq(postComments.id, latest.id))
    .leftJoin(users, eq(users.id, postComments.userId))
    .where(lte(latest.rank, MAX_COMMENTS))
    .orderBy(asc(postComments.createdAt), asc(postComments.id))
  const byPost = Map.groupBy(rows, ({ comment }) => comment.postId)
  return new Map([...byPost].map(([postId, found]) => [postId, found.map(toComment)]))
}

type Row = { comment: typeof postComments.$inferSelect; fullname: string | null }

const toComment = ({ comment, fullname }: Row): PostComment => ({
  _id: comment.id,
  name: fullname ?? (comment.name || FORMER_MEMBER),
  via: comment.via,
  internal: comment.internal,
  message: comment.message,
  ...(comment.anchor && { anchor: comment.anchor }),
  ...(comment.resolvedAt && { resolvedAt: comment.resolvedAt.toISOString() }),
  createdAt: comment.createdAt.toISOString(),
})

/** Returns the members of a business, without visitors. */
const readPeople = ({ db }: Inside<OwnerContext>, domainId: string): Promise<Person[]> =>
  db
    .select({ _id: users.id, name: users.fullname })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.domainId, domainId), isNull(members.visitsUntil)))
    .orderBy(asc(users.fullname), asc(users.id))

/**
 * Adds a comment to a post, and notifies the members whom it mentions and the post's author.
 * @throws {DomainError} `invalid` for an anchor that the post doesn't have, `rate_limited`, `not_found`, `forbidden`
 */
export async function addComment(
  ctx: OwnerContext,
  postId: string,
  { mentions, ...comment }: NewComment,
  reviewer?: Reviewer,
): Promise<void> {
  if (mentions.length > 0) await limit(ctx, { ...LIMITS.mention, key: ctx.userId })
  await write(ctx, async ctx => {
    const loaded = await loadPost(ctx, postId)
    if (reviewer) await requireLink(ctx, reviewer)
    else requireRole(loaded.role, 'comment')
    if (comment.anchor) await requireAnchor(ctx, loaded, comment.anchor)
    const id = await insertComment(ctx, { postId, ...comment, reviewer })
    await notifyOfComment(ctx, loaded.post, { id, message: comment.message, mentions, reviewer })
  })
}

/** Requires an anchor in one of the post's pictures, or in its text on that network. @throws {DomainError} `invalid` */
async function requireAnchor({ db }: Inside<OwnerContext>, { post, deliveries }: LoadedPost, anchor: Anchor) {
  const isThere =
    'mediaId' in anchor
      ? (
          await db
            .select({ id: media.id })
            .from(postMedia)
            .innerJoin(media, eq(media.id, postMedia.mediaId))
            .where(and(eq(postMedia.postId, post.id), eq(media.id, anchor.mediaId), eq(media.kind, 'image')))
        ).length > 0
      : deliveries.some(
          ({ network, message }) => network === anchor.network && findQuote(message, anchor) !== undefined,
        )
  if (!isThere) throw invalidField('anchor', APPROVAL_MESSAGES.anchorGone)
}

/**
 * Resolves a remark, or opens it again.
 * @throws {DomainError} `not_found`, also for a comment on the whole post; `forbidden`
 */
export async function resolveRemark(
  ctx: UserContext,
  postId: string,
  { remarkId, resolved }: { remarkId: string; resolved: boolean },
): Promise<void> {
  await write(ctx, async ctx => {
    requireRole((await loadPost(ctx, postId)).role, 'comment')
    const changed = await ctx.db
      .update(postComments)
      .set({ resolvedAt: resolved ? ctx.now() : null })
      .where(
        and(eq(postComments.id, remarkId), eq(postComments.postId, postId), isNotNull(postComments.anchor)),
      )
      .returning({ id: postComments.id })
    if (changed.length === 0) throw new DomainError('not_found', 'There is no such remark.')
  })
}

type Commented = Omit<NewComment, 'mentions'> & { postId: string; reviewer?: Reviewer | undefined }

/** @returns the comment's id */
export async function insertComment(
  { db, now, userId }: Inside<OwnerContext>,
  { postId, message, internal, anchor, reviewer }: Commented,
): Promise<string> {
  const id = Bun.randomUUIDv7()
  const by = reviewer ? { via: reviewer.via, name: reviewer.name } : { via: 'session' as const, userId }
  await db.insert(postComments).values({ id, postId, ...by, internal, message, anchor, createdAt: now() })
  return id
}

/** Returns the messages of the caller's open remarks on a post, oldest first. */
export async function readOwnRemarks(
  { db, userId }: Inside<OwnerContext>,
  postId: string,
  reviewer: Reviewer | undefined,
): Promise<string[]> {
  const { via, name } = postComments
  const isOwn = reviewer
    ? and(eq(via, reviewer.via), eq(name, reviewer.name))
    : eq(postComments.userId, userId)
  const rows = await db
    .select({ message: postComments.message })
    .from(postComments)
    .where(and(eq(postComments.postId, postId), isOwn, isOpenRemark))
    .orderBy(asc(postComments.createdAt), asc(postComments.id))
  return rows.map(({ message }) => message)
}

/** SQL condition, like `isOpenRemark` of `shared`. */
export const isOpenRemark = and(
  isNotNull(postComments.anchor),
  isNull(postComments.resolvedAt),
  eq(postComments.internal, false),
)

type Comment = { id: string; message: string; mentions: readonly string[]; reviewer: Reviewer | undefined }

/**
 * Notifies the members whom a comment mentions by name, and the post's author, except the commenter. Only mentioned
 * members get a mail.
 */
async function notifyOfComment(
  ctx: Inside<OwnerContext>,
  { id: postId, domainId, authorId }: LoadedPost['post'],
  { id, message, mentions, reviewer }: Comment,
): Promise<void> {
  const commenter = reviewer?.name ?? ((await nameOf(ctx)) || 'A colleague')
  const people = mentions.length > 0 ? await readPeople(ctx, domainId) : []
  const mentioned = mentionedIn(message, people)
    .map(({ _id }) => _id)
    .filter(userId => mentions.includes(userId) && userId !== ctx.userId)
  const noticeOf = (kind: 'mention' | 'comment', userId: string, title: string) => ({
    id: `${kind}:${id}:${userId}`,
    userId,
    domainId,
    type: 'social' as const,
    tone: 'primary' as const,
    title,
    message: postExcerpt(message),
    link: linkTo({ postId }),
  })
  const ofMentions = mentioned.map(userId => noticeOf('mention', userId, `${commenter} mentioned you`))
  const skipsAuthor =
    authorId === null || (!reviewer && authorId === ctx.userId) || mentioned.includes(authorId)
  const ofPost = skipsAuthor ? [] : [noticeOf('comment', authorId, `${commenter} commented on your post`)]
  await notify(ctx, [...ofMentions, ...ofPost])
  await mailNotices(ctx, ofMentions, (parts, { title }) => commentMail({ ...parts, title, comment: message }))
}
