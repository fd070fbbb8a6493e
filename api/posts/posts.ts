import { and, asc, eq, sql, type SQLWrapper } from 'drizzle-orm'

import type { UserContext } from '#api/context.ts'
import { isAmong, prepared } from '#api/db/fast-path/fast-path.ts'
import { accounts } from '#api/db/schema/accounts.ts'
import { accountPosts } from '#api/db/schema/insights.ts'
import { media } from '#api/db/schema/media.ts'
import { type DeliveryRow, deliveries, firstComments, postMedia, posts } from '#api/db/schema/posts.ts'
import { DomainError } from '#api/errors.ts'
import { mediaItem } from '#api/media/media.ts'
import { isAllowedIn } from '#api/members/membership.ts'
import type { Delivery, Post } from '#shared/posts/posts.ts'

/** @throws {DomainError} `not_found`, also for another business's post */
export async function readPost(ctx: UserContext, id: string): Promise<Post> {
  const [post] = await readPosts(ctx, [id])
  if (!post) throw noSuchPost()
  return post
}

export const noSuchPost = () => new DomainError('not_found', 'There is no such post.')

/** Returns the posts with these ids of businesses in which the user is a member, in order. */
export async function readPosts(ctx: UserContext, ids: string[]): Promise<Post[]> {
  if (ids.length === 0) return []
  const { db, userId } = ctx
  const values = { ids: JSON.stringify(ids), userId }
  const [rows, deliveryRows, mediaRows] = await Promise.all([
    postsOf(db).execute(values),
    deliveriesOf(db).execute(values),
    mediaOf(db).execute(values),
  ])
  const byId = new Map(rows.map(row => [row.id, row]))
  const deliveriesById = Map.groupBy(deliveryRows, ({ delivery }) => delivery.postId)
  const mediaById = Map.groupBy(mediaRows, ({ postId }) => postId)
  return ids.flatMap(id => {
    const post = byId.get(id)
    if (!post) return []
    return {
      _id: id,
      domainId: post.domainId,
      publishAt: post.publishAt.toISOString(),
      timeZone: post.timeZone,
      version: post.version,
      createdAt: post.createdAt.toISOString(),
      media: (mediaById.get(id) ?? []).map(row => mediaItem(ctx, row.media, row.altText)),
      deliveries: (deliveriesById.get(id) ?? []).map(
        ({ delivery, account, providerId, firstComment, figures }) => ({
          ...toDelivery(delivery, account),
          ...(isForAnother(delivery, providerId) && { writtenFor: delivery.meantForName }),
          ...(firstComment && { firstComment }),
          ...(figures && { figures }),
        }),
      ),
    }
  })
}

/** The unary plus disables the business's index, so that the rows are found by their ids. */
const isTheirs = (domainId: SQLWrapper) =>
  isAllowedIn({ userId: sql.placeholder('userId') }, sql`+${domainId}`)

const postsOf = prepared(db =>
  db
    .select()
    .from(posts)
    .where(and(isAmong(posts.id), isTheirs(posts.domainId)))
    .prepare(),
)

const deliveriesOf = prepared(db =>
  db
    .select({
      delivery: deliveries,
      account: { name: accounts.name, username: accounts.username, picture: accounts.picture },
      providerId: accounts.providerId,
      firstComment: {
        message: firstComments.message,
        state: firstComments.state,
        reason: firstComments.reason,
      },
      figures: { likes: accountPosts.likes, comments: accountPosts.comments },
    })
    .from(deliveries)
    .leftJoin(accounts, eq(accounts.id, deliveries.accountId))
    .leftJoin(
      accountPosts,
      and(
        eq(accountPosts.accountId, deliveries.accountId),
        eq(accountPosts.externalId, deliveries.externalId),
      ),
    )
    .leftJoin(firstComments, eq(firstComments.deliveryId, deliveries.id))
    .where(and(isAmong(deliveries.postId), isTheirs(deliveries.domainId)))
    .orderBy(asc(deliveries.network))
    .prepare(),
)

const mediaOf = prepared(db =>
  db
    .select({ postId: postMedia.postId, altText: postMedia.altText, media })
    .from(postMedia)
    .innerJoin(media, eq(media.id, postMedia.mediaId))
    .innerJoin(posts, eq(posts.id, postMedia.postId))
    .where(and(isAmong(postMedia.postId), isTheirs(posts.domainId)))
    .orderBy(asc(postMedia.position))
    .prepare(),
)

const isForAnother = ({ meantFor }: DeliveryRow, connected: string | null) =>
  Boolean(meantFor && connected && meantFor !== connected)

const toDelivery = (row: DeliveryRow, account: Delivery['account']): Delivery => ({
  _id: row.id,
  network: row.network,
  account,
  message: row.message,
  state: row.state,
  // A cancelled delivery keeps the reason of the state that it may return to.
  reason: row.state === 'canceled' ? '' : row.reason,
  reasonCode: row.state === 'canceled' ? '' : row.reasonCode,
  publishAt: row.publishAt.toISOString(),
  ...(row.wakeAt && row.state !== 'publishing' && { nextAttemptAt: row.wakeAt.toISOString() }),
  ...(row.publishedAt && { publishedAt: row.publishedAt.toISOString() }),
  ...(row.permalink && { permalink: row.permalink }),
  ...(row.removedAt && { removedAt: row.removedAt.toISOString() }),
})
