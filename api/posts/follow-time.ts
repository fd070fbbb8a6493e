import { and, eq, type SQL, sql } from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { UserContext } from '#api/context.ts'
import { posts } from '#api/db/schema/posts/posts.ts'
import { CHANGEABLE_STATES } from '#shared/posts/posts.ts'

/**
 * Copies the deliveries' new time to the post and increments its version. Does nothing if no delivery took that time. Returns
 * the unexecuted statement for `db.batch`.
 * @param at a time, or the SQL expression of a free slot, whose result is then read from the changed deliveries
 */
export const updatePostTime = (
  ctx: UserContext,
  postId: string,
  at: Date | SQL<Date>,
  {
    timeZone,
    may = isAllowedIn(ctx, posts.domainId, 'publish'),
  }: { timeZone?: string | undefined; may?: SQL | undefined } = {},
) => {
  const publishAt =
    at instanceof Date
      ? at
      : sql<Date>`(select publish_at from deliveries where post_id = ${postId} and state in ${[...CHANGEABLE_STATES]} limit 1)`
  return ctx.db
    .update(posts)
    .set({ publishAt, version: sql`${posts.version} + 1`, ...(timeZone && { timeZone }) })
    .where(
      and(
        eq(posts.id, postId),
        may,
        sql`exists (select 1 from deliveries where post_id = ${postId} and publish_at = ${publishAt instanceof Date ? +publishAt : publishAt})`,
      ),
    )
}

/**
 * Increases a post's version after the move of one of its deliveries, which doesn't change the post's time. Returns the
 * unexecuted statement for `db.batch`.
 */
export const countMove = (
  ctx: UserContext,
  { postId, deliveryId }: { postId: string; deliveryId: string },
  at: Date | SQL<Date>,
  may: SQL = isAllowedIn(ctx, posts.domainId, 'publish'),
) =>
  ctx.db
    .update(posts)
    .set({ version: sql`${posts.version} + 1` })
    .where(
      and(
        eq(posts.id, postId),
        may,
        sql`exists (select 1 from deliveries where id = ${deliveryId} and publish_at = ${at instanceof Date ? +at : at})`,
      ),
    )
