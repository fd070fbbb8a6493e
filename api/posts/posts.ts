import { and, asc, countDistinct, desc, eq, gt, gte, inArray, lt, lte, or, type SQL } from 'drizzle-orm'

import { accounts } from '#api/accounts/table.ts'
import type { UserContext } from '#api/context.ts'
import { DomainError } from '#api/errors.ts'
import { mediaItem } from '#api/media/media.ts'
import { media } from '#api/media/table.ts'
import {
  type Delivery,
  POST_TABS,
  type Post,
  type PostCountQuery,
  type PostQuery,
  type PostTab,
} from '#shared/posts.ts'
import { type DeliveryRow, deliveries, postMedia, posts } from './table.ts'

export type PostPage = { posts: Post[]; nextCursor: string | null }

/**
 * The user's posts that have a delivery in the asked states and time window, each with all its deliveries; what is to
 * come soonest first, what was newest first.
 */
export async function listPosts(ctx: UserContext, query: PostQuery): Promise<PostPage> {
  const states = query.state ? [query.state] : query.tab ? [...POST_TABS[query.tab]] : undefined
  const soonestFirst = query.tab === 'scheduled' || query.tab === 'progress'
  const matching = ctx.db
    .selectDistinct({ id: deliveries.postId })
    .from(deliveries)
    .where(and(eq(deliveries.userId, ctx.userId), states && inArray(deliveries.state, states)))
  const rows = await ctx.db
    .select()
    .from(posts)
    .where(
      and(
        eq(posts.userId, ctx.userId),
        inArray(posts.id, matching),
        query.domainId ? eq(posts.domainId, query.domainId) : undefined,
        query.from ? gte(posts.publishAt, new Date(query.from)) : undefined,
        query.to ? lte(posts.publishAt, new Date(query.to)) : undefined,
        query.cursor ? afterCursor(query.cursor, soonestFirst) : undefined,
      ),
    )
    .orderBy(
      ...(soonestFirst ? [asc(posts.publishAt), asc(posts.id)] : [desc(posts.publishAt), desc(posts.id)]),
    )
    .limit(query.limit + 1)
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  return {
    posts: await withDetails(ctx, page),
    nextCursor: rows.length > query.limit && last ? `${+last.publishAt}_${last.id}` : null,
  }
}

/** How many of the user's posts each tab holds; a post whose networks differ counts in each of theirs. */
export async function countPosts(
  ctx: UserContext,
  { domainId }: PostCountQuery,
): Promise<Record<PostTab, number>> {
  const tabs = Object.keys(POST_TABS) as PostTab[]
  const counts = await Promise.all(
    tabs.map(async tab => {
      const [row] = await ctx.db
        .select({ count: countDistinct(deliveries.postId) })
        .from(deliveries)
        .innerJoin(posts, eq(posts.id, deliveries.postId))
        .where(
          and(
            eq(deliveries.userId, ctx.userId),
            inArray(deliveries.state, [...POST_TABS[tab]]),
            domainId ? eq(posts.domainId, domainId) : undefined,
          ),
        )
      return [tab, row?.count ?? 0] as const
    }),
  )
  return Object.fromEntries(counts) as Record<PostTab, number>
}

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

function afterCursor(cursor: string, soonestFirst: boolean): SQL | undefined {
  const [, time, id] = /^(\d{1,14})_([\w-]{1,64})$/.exec(cursor) ?? []
  if (!time || !id)
    throw new DomainError('invalid', 'This page does not exist.', {
      fields: { cursor: 'This page does not exist.' },
    })
  const at = new Date(Number(time))
  return soonestFirst
    ? or(gt(posts.publishAt, at), and(eq(posts.publishAt, at), gt(posts.id, id)))
    : or(lt(posts.publishAt, at), and(eq(posts.publishAt, at), lt(posts.id, id)))
}

async function withDetails(ctx: UserContext, rows: (typeof posts.$inferSelect)[]): Promise<Post[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [deliveryRows, mediaRows] = await Promise.all([
    ctx.db
      .select({
        delivery: deliveries,
        account: { name: accounts.name, username: accounts.username, picture: accounts.picture },
      })
      .from(deliveries)
      .leftJoin(accounts, eq(accounts.id, deliveries.accountId))
      .where(inArray(deliveries.postId, ids))
      .orderBy(asc(deliveries.network)),
    ctx.db
      .select({ postId: postMedia.postId, altText: postMedia.altText, media })
      .from(postMedia)
      .innerJoin(media, eq(media.id, postMedia.mediaId))
      .where(inArray(postMedia.postId, ids))
      .orderBy(asc(postMedia.position)),
  ])
  return rows.map(post => ({
    _id: post.id,
    domainId: post.domainId,
    publishAt: post.publishAt.toISOString(),
    timeZone: post.timeZone,
    createdAt: post.createdAt.toISOString(),
    media: mediaRows.filter(row => row.postId === post.id).map(row => mediaItem(ctx, row.media, row.altText)),
    deliveries: deliveryRows
      .filter(row => row.delivery.postId === post.id)
      .map(row => toDelivery(row.delivery, row.account)),
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
})
