import { inArray } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import type { KnownPost } from './known-post.ts'

/** Counts the failures of each delivery since its author last sent it. */
export async function countFailures({ db }: Context, known: KnownPost[]): Promise<Map<KnownPost, number>> {
  const ids = known.map(({ postId }) => postId)
  const rows = await db.select().from(deliveries).where(inArray(deliveries.postId, ids))
  const failures = new Map(rows.map(row => [row.postId, row.failures]))
  return new Map(known.map(post => [post, failures.get(post.postId) ?? 0]))
}
