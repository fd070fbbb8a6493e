import { and, eq, inArray, isNull } from 'drizzle-orm'

import type { UserContext } from '#api/context.ts'
import { deliveries } from '#api/db/schema/posts.ts'
import { broadcastDeliveries } from './broadcast.ts'

/** One post as it stands on an account, by the network's own id. */
export type RemotePostRef = { accountId: string; externalId: string }

/** Which of these were written here: our post by the network's own id. */
export async function ourPosts(
  { db, userId }: UserContext,
  accountId: string,
  externalIds: string[],
): Promise<Map<string, string>> {
  if (externalIds.length === 0) return new Map()
  const rows = await db
    .select({ externalId: deliveries.externalId, postId: deliveries.postId })
    .from(deliveries)
    .where(
      and(
        inArray(deliveries.externalId, externalIds),
        eq(deliveries.accountId, accountId),
        eq(deliveries.userId, userId),
      ),
    )
  return new Map(rows.map(({ externalId, postId }) => [externalId!, postId]))
}

/** Says that the network has taken the post away at its author's word: it was published, and stands there no more. */
export const recordRemoved = (ctx: UserContext, standing: RemotePostRef) =>
  record(ctx, standing, { removedAt: ctx.now() })

/** Keeps the words that stand there now. */
export const recordReworded = (ctx: UserContext, standing: RemotePostRef, message: string) =>
  record(ctx, standing, { message })

async function record(
  ctx: UserContext,
  { accountId, externalId }: RemotePostRef,
  change: { message: string } | { removedAt: Date },
) {
  const changed = await ctx.db
    .update(deliveries)
    .set({ ...change, updatedAt: ctx.now() })
    .where(
      and(
        eq(deliveries.externalId, externalId),
        eq(deliveries.accountId, accountId),
        eq(deliveries.userId, ctx.userId),
        eq(deliveries.state, 'published'),
        isNull(deliveries.removedAt),
      ),
    )
    .returning()
  await broadcastDeliveries(ctx, changed)
}
