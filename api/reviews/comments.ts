import { and, desc, eq, sql } from 'drizzle-orm'

import type { OwnerContext } from '#api/context.ts'
import { postComments } from '#api/db/schema/approvals.ts'
import { users } from '#api/db/schema/auth.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import type { NewComment, PostComment } from '#shared/posts/approvals.ts'
import { commentInsert } from './decide.ts'
import type { Decider } from './decider.ts'
import { mentionNotices } from './mentions.ts'

const MAX_COMMENTS = 500

/** Returns the latest comments of a post, oldest first. The caller has checked who may see it. */
export async function readComments(
  { db }: Pick<OwnerContext, 'db'>,
  postId: string,
  { internal }: { internal: boolean },
): Promise<PostComment[]> {
  const rows = await db
    .select({ comment: postComments, fullname: users.fullname })
    .from(postComments)
    .leftJoin(users, eq(users.id, postComments.userId))
    .where(and(eq(postComments.postId, postId), internal ? undefined : eq(postComments.internal, false)))
    .orderBy(desc(postComments.createdAt), desc(postComments.id))
    .limit(MAX_COMMENTS)
  return rows.toReversed().map(({ comment, fullname }) => ({
    _id: comment.id,
    name: fullname ?? (comment.name || 'Former member'),
    via: comment.via,
    internal: comment.internal,
    message: comment.message,
    createdAt: comment.createdAt.toISOString(),
  }))
}

/** Adds a comment to a post, and notifies the members whom it mentions. @throws {DomainError} `rate_limited` */
export async function addComment(
  ctx: OwnerContext,
  postId: string,
  { mentions, ...comment }: NewComment,
  by: Decider,
): Promise<void> {
  if (mentions.length > 0) await limit(ctx, { ...LIMITS.mention, key: ctx.userId })
  const id = Bun.randomUUIDv7()
  const exists = sql`exists (select 1 from posts where id = ${postId} and ${by.may})`
  await ctx.db.batch([
    commentInsert(ctx, { id, postId, ...comment, by }, exists),
    ...(await mentionNotices(ctx, { id, postId, message: comment.message, mentions })),
  ])
  ctx.wake()
}
