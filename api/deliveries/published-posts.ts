import { and, eq, inArray, isNull } from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { UserContext } from '#api/context.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { broadcastDeliveries } from './broadcast.ts'

/** A remote post, by its account and the network's id. */
export type RemotePostRef = { accountId: string; externalId: string }

/** Returns the ids of our posts among these remote posts, by the network's id. */
export async function ourPosts(
  ctx: UserContext,
  accountId: string,
  externalIds: string[],
): Promise<Map<string, string>> {
  if (externalIds.length === 0) return new Map()
  const rows = await ctx.db
    .select({ externalId: deliveries.externalId, postId: deliveries.postId })
    .from(deliveries)
    .where(
      and(
        inArray(deliveries.externalId, externalIds),
        eq(deliveries.accountId, accountId),
        isAllowedIn(ctx, deliveries.domainId),
      ),
    )
  return new Map(rows.flatMap(({ externalId, postId }) => (externalId ? [[externalId, postId]] : [])))
}

/** Records that the author removed the published post from the network. */
export const recordRemoved = (ctx: UserContext, post: RemotePostRef) =>
  record(ctx, post, { removedAt: ctx.now() })

/** Records the post's text after its author edited it on the network. */
export const recordEditedThere = (ctx: UserContext, post: RemotePostRef, message: string) =>
  record(ctx, post, { message })

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
        isAllowedIn(ctx, deliveries.domainId, 'publish'),
        eq(deliveries.state, 'published'),
        isNull(deliveries.removedAt),
      ),
    )
    .returning()
  await broadcastDeliveries(ctx, changed)
}
