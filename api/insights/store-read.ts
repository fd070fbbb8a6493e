import { and, eq, gte, type SQL, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { field, fromRows, insertMany } from '#api/db/insert-many.ts'
import { accountInsights, accountPosts, insightReads } from '#api/db/schema/businesses/insights.ts'
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
export async function storeRead(ctx: Context, due: DueRead, toStore: ReadToStore): Promise<void> {
  const { db, now } = ctx
  const { read, domainId, nextInMs } = toStore
  const isClaimed = hasClaim(due)
  await db.batch([
    ...postWrites(ctx, due, toStore, isClaimed),
    daysInsert(ctx, due, read, isClaimed),
    todayInsert(ctx, due, read, isClaimed),
    liveInsertFor(ctx, domainId, 'insights', { accountId: due.accountId }, isClaimed),
    db
      .update(insightReads)
      .set({
        wakeAt: new Date(+now() + nextInMs),
        readAt: now(),
        failures: 0,
        missing: read.missing,
      })
      .where(isClaimOf(due)),
  ])
}

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

const hasClaim = (due: DueRead): SQL => sql`exists (select 1 from ${insightReads} where ${isClaimOf(due)})`

/** Returns the statements that save the posts. Posts that the network no longer lists were deleted there. */
function postWrites(
  { db }: Context,
  { accountId }: DueRead,
  { read, postsSince }: ReadToStore,
  isClaimed: SQL,
) {
  const rows = JSON.stringify(
    read.posts.map(({ text, publishedAt, ...post }) => ({
      ...post,
      publishedAt: +publishedAt,
      excerpt: shortened(text.trim(), MAX_EXCERPT),
    })),
  )
  const oldest =
    read.posts.length > 0
      ? new Date(Math.min(...read.posts.map(({ publishedAt }) => +publishedAt)))
      : (postsSince ?? new Date(0))
  return [
    db
      .delete(accountPosts)
      .where(
        and(
          eq(accountPosts.accountId, accountId),
          gte(accountPosts.publishedAt, oldest),
          sql`${accountPosts.externalId} not in (select item.value ->> 'externalId' from json_each(${rows}) as item)`,
          isClaimed,
        ),
      ),
    insertMany(
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
      sql`from json_each(${rows}) as item where ${isClaimed}`,
    ).onConflictDoUpdate({
      target: [accountPosts.accountId, accountPosts.externalId],
      set: {
        excerpt: sql`excluded.excerpt`,
        permalink: sql`excluded.permalink`,
        likes: sql`excluded.likes`,
        comments: sql`excluded.comments`,
        shares: sql`excluded.shares`,
      },
    }),
  ] as const
}

function daysInsert({ db }: Context, { accountId }: DueRead, { days }: InsightsRead, isClaimed: SQL) {
  return insertMany(
    db,
    accountInsights,
    { accountId, day: field('day'), followers: field('followers'), engagement: field('engagement') },
    sql`${fromRows(days)} where ${isClaimed}`,
  ).onConflictDoUpdate({
    target: [accountInsights.accountId, accountInsights.day],
    set: {
      followers: sql`coalesce(excluded.followers, ${accountInsights.followers})`,
      engagement: sql`coalesce(excluded.engagement, ${accountInsights.engagement})`,
    },
  })
}

/** Returns the statement that saves today's totals. Must run after the posts are saved. */
function todayInsert(
  { db, now }: Context,
  { accountId }: DueRead,
  { followers, postCount }: InsightsRead,
  isClaimed: SQL,
) {
  return insertMany(
    db,
    accountInsights,
    {
      accountId,
      day: dayOf(now()),
      followers,
      posts: sql`coalesce(${postCount}, count(*))`,
      comments: sql`coalesce(sum(${accountPosts.comments}), 0)`,
      likes: sql`coalesce(sum(${accountPosts.likes}), 0)`,
    },
    sql`from ${accountPosts} where ${accountPosts.accountId} = ${accountId} having ${isClaimed}`,
  ).onConflictDoUpdate({
    target: [accountInsights.accountId, accountInsights.day],
    set: {
      followers: sql`coalesce(excluded.followers, ${accountInsights.followers})`,
      posts: sql`excluded.posts`,
      comments: sql`excluded.comments`,
      likes: sql`excluded.likes`,
    },
  })
}
