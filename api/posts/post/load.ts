import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'

import type { Inside, OwnerContext } from '#api/context.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { type DeliveryRow, deliveries, posts } from '#api/db/schema/posts/posts.ts'
import { mayBePublished } from '#api/deliveries/may-be-published.ts'
import { noSuchPost } from '#api/posts/posts.ts'
import type { Role } from '#shared/businesses/permissions.ts'

/** A delivery, and whether an intent is recorded, so that its network may have the post. */
export type LoadedDelivery = DeliveryRow & { mayBePublished: boolean }

/** A post as its verbs see it: rows to decide on, and the caller's part in it. */
export type LoadedPost = {
  post: typeof posts.$inferSelect
  deliveries: LoadedDelivery[]
  role: Role
  isOwn: boolean
}

/**
 * Loads a post for a change behind `write`.
 * @throws {DomainError} `not_found`, also for another business's post
 */
export async function loadPost({ db, userId }: Inside<OwnerContext>, postId: string): Promise<LoadedPost> {
  const [[found], rows] = await Promise.all([
    db
      .select({ post: posts, role: members.role })
      .from(posts)
      .innerJoin(members, and(eq(members.domainId, posts.domainId), eq(members.userId, userId)))
      .where(eq(posts.id, postId)),
    db
      .select({
        ...getTableColumns(deliveries),
        mayBePublished: sql<number>`${mayBePublished(sql`deliveries.id`)}`.mapWith(Boolean),
      })
      .from(deliveries)
      .where(eq(deliveries.postId, postId))
      .orderBy(asc(deliveries.id)),
  ])
  if (!found) throw noSuchPost()
  return { ...found, deliveries: rows, isOwn: found.post.authorId === userId }
}
