import { and, asc, eq, inArray } from 'drizzle-orm'

import { accounts } from '#api/accounts/table.ts'
import type { UserContext } from '#api/context.ts'
import { DomainError } from '#api/errors.ts'
import { mediaItem } from '#api/media/media.ts'
import { media } from '#api/media/table.ts'
import type { Delivery, Post } from '#shared/posts.ts'
import { type DeliveryRow, deliveries, firstComments, postMedia, posts } from './table.ts'

/** @throws DomainError `not_found`, also for another user's */
export async function readPost(ctx: UserContext, id: string): Promise<Post> {
  const rows = await ctx.db
    .select()
    .from(posts)
    .where(and(eq(posts.id, id), eq(posts.userId, ctx.userId)))
  const [post] = await withDetails(ctx, rows)
  if (!post) throw noSuchPost()
  return post
}

export const noSuchPost = () => new DomainError('not_found', 'There is no such post.')

/** The user's posts of these ids, in their order. */
export async function readPosts(ctx: UserContext, ids: string[]): Promise<Post[]> {
  const rows = await ctx.db
    .select()
    .from(posts)
    .where(and(inArray(posts.id, ids), eq(posts.userId, ctx.userId)))
  const byId = new Map((await withDetails(ctx, rows)).map(post => [post._id, post]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

async function withDetails(ctx: UserContext, rows: (typeof posts.$inferSelect)[]): Promise<Post[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [deliveryRows, mediaRows] = await Promise.all([
    ctx.db
      .select({
        delivery: deliveries,
        firstComment: {
          message: firstComments.message,
          state: firstComments.state,
          reason: firstComments.reason,
        },
        account: { name: accounts.name, username: accounts.username, picture: accounts.picture },
      })
      .from(deliveries)
      .leftJoin(accounts, eq(accounts.id, deliveries.accountId))
      .leftJoin(firstComments, eq(firstComments.deliveryId, deliveries.id))
      .where(inArray(deliveries.postId, ids))
      .orderBy(asc(deliveries.network)),
    ctx.db
      .select({ postId: postMedia.postId, altText: postMedia.altText, media })
      .from(postMedia)
      .innerJoin(media, eq(media.id, postMedia.mediaId))
      .where(inArray(postMedia.postId, ids))
      .orderBy(asc(postMedia.position)),
  ])
  const mediaOf = Map.groupBy(mediaRows, ({ postId }) => postId)
  const deliveriesOf = Map.groupBy(deliveryRows, ({ delivery }) => delivery.postId)
  return rows.map(post => ({
    _id: post.id,
    domainId: post.domainId,
    publishAt: post.publishAt.toISOString(),
    timeZone: post.timeZone,
    createdAt: post.createdAt.toISOString(),
    media: (mediaOf.get(post.id) ?? []).map(row => mediaItem(ctx, row.media, row.altText)),
    deliveries: (deliveriesOf.get(post.id) ?? []).map(row => ({
      ...toDelivery(row.delivery, row.account),
      ...(row.firstComment && { firstComment: row.firstComment }),
    })),
  }))
}

const toDelivery = (row: DeliveryRow, account: Delivery['account']): Delivery => ({
  _id: row.id,
  network: row.network,
  account,
  message: row.message,
  state: row.state,
  reason: row.reason,
  reasonCode: row.reasonCode,
  publishAt: row.publishAt.toISOString(),
  ...(row.wakeAt && row.state !== 'publishing' && { nextAttemptAt: row.wakeAt.toISOString() }),
  ...(row.publishedAt && { publishedAt: row.publishedAt.toISOString() }),
  ...(row.permalink && { permalink: row.permalink }),
  ...(row.removedAt && { removedAt: row.removedAt.toISOString() }),
})
