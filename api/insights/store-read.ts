import { and, eq, gte, sql } from 'drizzle-orm'

import type { Context, Inside } from '#api/context.ts'
import { field, fromRows, insertMany } from '#api/db/insert-many.ts'
import { accountInsights, accountPosts, insightReads } from '#api/db/schema/businesses/insights.ts'
import { write } from '#api/db/write.ts'
import type { InsightsRead } from '#api/networks/core/insights.ts'
import { liveInsertFor } from '#api/outbox/live-events.ts'
import { shortened } from '#shared/text/graphemes.ts'
import { dayOf } from './days.ts'
import type { DueRead } from './due-reads.ts'

const MAX_EXCERPT = 280

type ReadToStore = {
  read: InsightsRead
  domainId: string
  postsSince: Date | undefined
  nextInMs: number
}

/** Saves a read unless another process has claimed the account since. */
export const storeRead = (ctx: Context, due: DueRead, toStore: ReadToStore): Promise<void> =>
  write(ctx, async ctx => {
    const { db, now } = ctx
    const { read, domainId, nextInMs } = toStore
    const settled = await db
      .update(insightReads)
      .set({ wakeAt: new Date(+now() + nextInMs), readAt: now(), failures: 0, missing: read.missing })
      .where(isClaimOf(due))
      .returning({ id: insightReads.accountId })
    if (settled.length === 0) return
    await savePosts(ctx, due, toStore)
    await saveDays(ctx, due, read)
    await saveToday(ctx, due, read)
    await liveInsertFor(ctx, domainId, 'insights', { accountId: due.accountId })
  })

/** Postpones the next read of an account. */
export async function postponeRead(
  { db, now }: Context,
  due: DueRead,
  waitMs: number,
  failures = due.failures,
): Promise<void> {
  await db
    .update(insightReads)
    .set({ wakeAt: new Date(+now() + waitMs), failures })
    .where(isClaimOf(due))
}

const isClaimOf = ({ accountId, attempt }: DueRead) =>
  and(eq(insightReads.accountId, accountId), eq(insightReads.attempt, attempt))

/** Saves the posts. Posts that the network no longer lists were deleted there. */
async function savePosts(
  { db }: Inside<Context>,
  { accountId }: DueRead,
  { read, postsSince }: ReadToStore,
): Promise<void> {
  const rows = read.posts.map(({ text, publishedAt, ...post }) => ({
    ...post,
    publishedAt: +publishedAt,
    excerpt: shortened(text.trim(), MAX_EXCERPT),
  }))
  const oldest =
    rows.length > 0
      ? new Date(Math.min(...rows.map(({ publishedAt }) => publishedAt)))
      : (postsSince ?? new Date(0))
  const known = await db
    .select({ id: accountPosts.externalId })
    .from(accountPosts)
    .where(and(eq(accountPosts.accountId, accountId), gte(accountPosts.publishedAt, oldest)))
  const listed = new Set(rows.map(({ externalId }) => externalId))
  for (const { id } of known.filter(post => !listed.has(post.id)))
    await db
      .delete(accountPosts)
      .where(and(eq(accountPosts.accountId, accountId), eq(accountPosts.externalId, id)))
  await insertMany(
    db,
    accountPosts,
    {
      accountId,
      externalId: field('externalId'),
      publishedAt: field('publishedAt'),
      excerpt: field('excerpt'),
      permalink: field('permalink'),
      likes: field('likes'),
      comments: field('comments'),
      shares: field('shares'),
    },
    sql`${fromRows(rows)} where true`,
  ).onConflictDoUpdate({
    target: [accountPosts.accountId, accountPosts.externalId],
    set: {
      excerpt: sql`excluded.excerpt`,
      permalink: sql`excluded.permalink`,
      likes: sql`excluded.likes`,
      comments: sql`excluded.comments`,
      shares: sql`excluded.shares`,
    },
  })
}

async function saveDays(
  { db }: Inside<Context>,
  { accountId }: DueRead,
  { days }: InsightsRead,
): Promise<void> {
  await insertMany(
    db,
    accountInsights,
    { accountId, day: field('day'), followers: field('followers'), engagement: field('engagement') },
    sql`${fromRows(days)} where true`,
  ).onConflictDoUpdate({
    target: [accountInsights.accountId, accountInsights.day],
    set: {
      followers: sql`coalesce(excluded.followers, ${accountInsights.followers})`,
      engagement: sql`coalesce(excluded.engagement, ${accountInsights.engagement})`,
    },
  })
}

/** Saves today's totals. Must run after the posts are saved. */
async function saveToday(
  { db, now }: Inside<Context>,
  { accountId }: DueRead,
  { followers, postCount }: InsightsRead,
): Promise<void> {
  const saved = await db
    .select({ comments: accountPosts.comments, likes: accountPosts.likes })
    .from(accountPosts)
    .where(eq(accountPosts.accountId, accountId))
  const totals = {
    posts: postCount ?? saved.length,
    comments: saved.reduce((sum, post) => sum + post.comments, 0),
    likes: saved.reduce((sum, post) => sum + post.likes, 0),
    ...(followers !== null && { followers }),
  }
  await db
    .insert(accountInsights)
    .values({ accountId, day: dayOf(now()), ...totals })
    .onConflictDoUpdate({ target: [accountInsights.accountId, accountInsights.day], set: totals })
}
