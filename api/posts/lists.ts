import {
  and,
  asc,
  countDistinct,
  desc,
  eq,
  gte,
  inArray,
  isNull,
  lte,
  notExists,
  type SQL,
  sql,
} from 'drizzle-orm'

import { isIn } from '#api/auth/access/membership.ts'
import type { UserContext, Context } from '#api/context.ts'
import { containsText } from '#api/db/conditions.ts'
import { isAfter, isAfterCursor, pageOf } from '#api/db/pagination.ts'
import { accountPosts } from '#api/db/schema/businesses/insights.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { alias } from '#api/db/schema/columns.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import {
  isRequiredApprover,
  awaitsApprovalBy,
  WAITING_STATES,
  waitsForApproval,
} from '#api/deliveries/approval/conditions.ts'
import {
  DELIVERY_STATES,
  type DeliveryState,
  POST_TABS,
  type Post,
  type PostCountQuery,
  type PostCounts,
  type PostQuery,
  type PostTab,
} from '#shared/posts/posts.ts'
import { fold } from '#shared/text/fold.ts'
import { readLabelCondition } from './labels/labels.ts'
import { readPosts } from './read-posts.ts'

type PostPage = {
  posts: Post[]
  nextCursor: string | null
  /** Number of posts on all pages, for queries by page number. */
  total?: number
}

/**
 * Returns the posts of the user's businesses with a delivery in the given states and time window, each with all its deliveries.
 * Upcoming posts and those that need attention are sorted soonest first, others newest first. The first matching delivery
 * determines a post's position.
 */
export async function listPosts(ctx: UserContext, query: PostQuery): Promise<PostPage> {
  const isLabelled = query.label ? await readLabelCondition(ctx, query.label, query) : undefined
  if (query.sort === 'reactions') return listByReactions(ctx, query, isLabelled)
  const states = query.state ? [query.state] : statesOf(query.tab)
  const soonestFirst = query.tab !== undefined && query.tab !== 'published'
  const direction = soonestFirst ? 1 : -1
  const start = ((query.page ?? 1) - 1) * query.limit
  const ofStates = await Promise.all(
    states.map(state => readPositions(ctx, query, { state, states, soonestFirst, isLabelled })),
  )
  const positions = ofStates
    .flatMap(({ rows }) => rows)
    .toSorted((a, b) => direction * (+a.at - +b.at || (a.postId < b.postId ? -1 : 1)))
    .slice(start)
  const { page, nextCursor } = pageOf(positions, query.limit, ({ at, postId }) => ({ at, id: postId }))
  const postIds = page.map(({ postId }) => postId)
  return {
    posts: await readPosts(ctx, postIds),
    nextCursor,
    ...(query.page !== undefined && { total: ofStates.reduce((sum, { count }) => sum + count, 0) }),
  }
}

const statesOf = (tab: PostQuery['tab']): readonly DeliveryState[] =>
  tab === 'review' ? WAITING_STATES : tab ? POST_TABS[tab] : DELIVERY_STATES

type Order = {
  state: DeliveryState
  states: readonly DeliveryState[]
  soonestFirst: boolean
  isLabelled: IsLabelled | undefined
}
type IsLabelled = Awaited<ReturnType<typeof readLabelCondition>>

/**
 * Reads one state of one business at a time, because an index has exactly their deliveries in list order. Sorting over several
 * would read every row.
 */
async function readPositions(
  ctx: UserContext,
  query: PostQuery,
  order: Order,
): Promise<{ rows: { postId: string; at: Date }[]; count: number }> {
  const { db } = ctx
  const { soonestFirst } = order
  const inOrder = soonestFirst ? asc : desc
  const limit = (query.page ?? 1) * query.limit + 1
  const isFirst = firstOfPost(ctx, query, order)
  const ofBusiness = db
    .select({ row: sql`${deliveries}.rowid` })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.domainId, members.domainId),
        isFirst,
        isAfterCursor(
          { at: deliveries.publishAt, id: deliveries.postId },
          query.page ? undefined : query.cursor,
          soonestFirst ? 'ascending' : 'descending',
        ),
      ),
    )
    .orderBy(inOrder(deliveries.publishAt), inOrder(deliveries.postId))
    .limit(limit)
  const [rows, count] = await Promise.all([
    db
      .select({ postId: found.postId, at: found.publishAt })
      .from(members)
      .innerJoin(found, sql`${found}.rowid in ${ofBusiness}`)
      .where(
        and(
          eq(members.userId, ctx.userId),
          query.domainId ? eq(members.domainId, query.domainId) : undefined,
        ),
      )
      .orderBy(inOrder(found.publishAt), inOrder(found.postId))
      .limit(limit),
    query.page === undefined
      ? 0
      : db.$count(deliveries, and(isIn(ctx, deliveries.domainId, query.domainId), isFirst)),
  ])
  return { rows, count }
}

const found = alias(deliveries, 'found')
const other = alias(deliveries, 'other')

/** SQL condition: this delivery is the first, in list order, of the post's matching deliveries. */
function firstOfPost(ctx: UserContext, query: PostQuery, { state, states, soonestFirst, isLabelled }: Order) {
  const isMatching = (table: Deliveries) =>
    and(matchesQuery(table, query, isLabelled), query.tab === 'review' ? waitsForApproval(table) : undefined)
  const earlier = ctx.db
    .select({ id: other.id })
    .from(other)
    .where(
      and(
        eq(other.postId, deliveries.postId),
        inArray(other.state, [...states]),
        isMatching(other),
        isAfter(
          { at: deliveries.publishAt, id: deliveries.id },
          { at: other.publishAt, id: other.id },
          soonestFirst ? 'ascending' : 'descending',
        ),
      ),
    )
  return and(
    eq(deliveries.state, state),
    isMatching(deliveries),
    query.tab === 'review' ? awaitsApprovalBy(ctx.userId) : undefined,
    notExists(earlier),
  )
}

type Deliveries = typeof deliveries | typeof other

/** SQL condition: the delivery matches the query's time window, network, text and label. */
const matchesQuery = (
  table: Deliveries,
  { from, to, network, search }: PostQuery,
  isLabelled: IsLabelled | undefined,
) =>
  and(
    from ? gte(table.publishAt, new Date(from)) : undefined,
    to ? lte(table.publishAt, new Date(to)) : undefined,
    network ? eq(table.network, network) : undefined,
    search ? containsText([table.searchText, table.message], search) : undefined,
    isLabelled?.(table.postId),
  )

const TABS = Object.keys(POST_TABS) as PostTab[]

/**
 * Counts the posts of the user's businesses per list. A post whose networks are in different states counts in each of their
 * tabs.
 */
export async function countPosts(ctx: UserContext, { domainId }: PostCountQuery): Promise<PostCounts> {
  const isOwn = isIn(ctx, deliveries.domainId, domainId)
  const countIn = async (states: readonly DeliveryState[], condition?: SQL) => {
    const [row] = await ctx.db
      .select({ count: countDistinct(deliveries.postId) })
      .from(deliveries)
      .where(and(isOwn, inArray(deliveries.state, [...states]), condition))
    return row?.count ?? 0
  }
  const [review, isApprover, ...counts] = await Promise.all([
    countIn(WAITING_STATES, and(waitsForApproval(deliveries), awaitsApprovalBy(ctx.userId))),
    isRequiredApprover(ctx, domainId),
    ...TABS.map(tab => countIn(POST_TABS[tab])),
  ])
  const ofTabs = Object.fromEntries(TABS.map((tab, at) => [tab, counts[at] ?? 0])) as Record<PostTab, number>
  return review > 0 || isApprover ? { ...ofTabs, review } : ofTabs
}

const reactions = sql`sum(coalesce(${accountPosts.likes} + ${accountPosts.comments} + ${accountPosts.shares}, 0))`

/** Returns a page of the published posts, most reactions first, summed over their networks. */
async function listByReactions(
  ctx: UserContext,
  query: PostQuery,
  isLabelled: IsLabelled | undefined,
): Promise<{ posts: Post[]; nextCursor: null; total: number }> {
  const { domainId, limit, page = 1 } = query
  const rows = await ctx.db
    .select({ postId: deliveries.postId, total: sql<number>`count(*) over ()` })
    .from(deliveries)
    .leftJoin(
      accountPosts,
      and(
        eq(accountPosts.accountId, deliveries.accountId),
        eq(accountPosts.externalId, deliveries.externalId),
      ),
    )
    .where(
      and(
        isIn(ctx, deliveries.domainId, domainId),
        eq(deliveries.state, 'published'),
        matchesQuery(deliveries, query, isLabelled),
      ),
    )
    .groupBy(deliveries.postId)
    .orderBy(desc(reactions), desc(sql`max(${deliveries.publishAt})`), desc(deliveries.postId))
    .limit(limit)
    .offset((page - 1) * limit)
  const postIds = rows.map(({ postId }) => postId)
  return {
    posts: await readPosts(ctx, postIds),
    nextCursor: null,
    total: rows[0]?.total ?? 0,
  }
}

/** Number of rows per batch. It is small, because each message may be long. */
const BATCH_SIZE = 50

/** Sets the search text of some deliveries that an earlier release wrote. */
export const foldMessages = (ctx: Context): Promise<void> =>
  write(ctx, async ({ db }) => {
    const { id, message, searchText } = deliveries
    const isUnfolded = isNull(searchText)
    for (const row of await db.select({ id, message }).from(deliveries).where(isUnfolded).limit(BATCH_SIZE))
      await db
        .update(deliveries)
        .set({ searchText: fold(row.message) })
        .where(eq(id, row.id))
  })
