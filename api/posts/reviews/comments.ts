import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'

import type { OwnerContext } from '#api/context.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { postComments } from '#api/db/schema/posts/approvals.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import { noSuchPost } from '#api/posts/posts.ts'
import { FORMER_MEMBER } from '#shared/businesses/members.ts'
import type { NewComment, PostComment } from '#shared/posts/approvals.ts'
import type { Actor } from './actor.ts'
import { commentInsert } from './decide.ts'
import { commentNotices } from './mentions.ts'

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
  createdAt: comment.createdAt.toISOString(),
})

/**
 * Adds a comment to a post, and notifies the members whom it mentions and the post's author.
 * @throws {DomainError} `rate_limited`, `not_found` if the person may no longer comment
 */
export async function addComment(
  ctx: OwnerContext,
  postId: string,
  { mentions = [], ...comment }: Pick<NewComment, 'message' | 'internal'> & Partial<NewComment>,
  by: Actor,
): Promise<void> {
  if (mentions.length > 0) await limit(ctx, { ...LIMITS.mention, key: ctx.userId })
  const id = Bun.randomUUIDv7()
  const exists = sql`exists (select 1 from posts where id = ${postId} and ${by.may})`
  const [added] = await ctx.db.batch([
    commentInsert(ctx, { id, postId, ...comment, by }, exists),
    ...(await commentNotices(ctx, { id, postId, message: comment.message, mentions })),
  ])
  if (added.length === 0) throw noSuchPost()
  ctx.wake('send-mail')
}
