import { and, asc, desc, eq, inArray, type SQL, sql, gte, lte, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { UserContext, Context } from '#api/context.ts'
import { prepared } from '#api/db/fast-path/fast-path.ts'
import { isAfter, pageOf, readCursor } from '#api/db/pagination.ts'
import { accountPosts } from '#api/db/schema/businesses/insights.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { containing, isLike, containsText } from '#api/db/search.ts'
import {
  approvesForRule,
  isWaitingFor,
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
import { isLabelled, spellingsOf } from './labels.ts'
import { readPosts } from './posts.ts'

type PostPage = {
  posts: Post[]
  nextCursor: string | null
  /** Number of posts on all pages, for queries by page number. */
  total?: number
}

type Position = { postId: string; at: Date }

/**
 * Returns the posts of the user's businesses with a delivery in the given states and time window, each with all its deliveries. Upcoming posts
 * and those that need attention are sorted soonest first, others newest first. The first matching delivery determines a post's position.
 */
export async function listPosts(ctx: UserContext, query: PostQuery): Promise<PostPage> {
  if (query.sort === 'reactions') return publishedByReactions(ctx, query)
  const states = query.state ? [query.state] : statesOf(query.tab)
  const soonestFirst = query.tab !== undefined && query.tab !== 'published'
  const direction = soonestFirst ? 1 : -1
  const start = ((query.page ?? 1) - 1) * query.limit
  const labels = query.label && (await spellingsOf(ctx, query.label, query))
  const ofStates = await Promise.all(
    states.map(state => readPositions(ctx, query, { state, states, soonestFirst, labels })),
  )
  const positions = ofStates
    .flatMap(({ rows }) => rows)
    .toSorted((a, b) => direction * (+a.at - +b.at || (a.postId < b.postId ? -1 : 1)))
    .slice(start)
  const { page, nextCursor } = pageOf(positions, query.limit, ({ at, postId }) => ({ at, id: postId }))
  return {
    posts: await readPosts(
      ctx,
      page.map(({ postId }) => postId),
    ),
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
  /** Spellings of the label, as JSON. */
  labels: string | undefined
}

/** Reads one state at a time, because the index has its deliveries in list order, so that only the page is read. */
async function readPositions(
  ctx: UserContext,
  query: PostQuery,
  { state, states, soonestFirst, labels }: Order,
): Promise<{ rows: Position[]; count: number }> {
  const after = query.cursor && !query.page ? readCursor(query.cursor) : undefined
  const filters = {
    domainId: query.domainId !== undefined,
    from: query.from !== undefined,
    to: query.to !== undefined,
    network: query.network !== undefined,
    search: Boolean(query.search),
    label: Boolean(query.label),
    after: after !== undefined,
    review: query.tab === 'review',
    soonestFirst,
  }
  const { positions, count } = queriesFor(filters)
  const values = {
    userId: ctx.userId,
    state,
    states: JSON.stringify(states),
    domainId: query.domainId,
    from: query.from && Date.parse(query.from),
    to: query.to && Date.parse(query.to),
    network: query.network,
    search: containing(query.search ?? ''),
    label: labels,
    afterTime: after && +after.at,
    afterId: after?.id,
  }
  const limit = (query.page ?? 1) * query.limit + 1
  const [rows, [counted]] = await Promise.all([
    positions(ctx.db).execute({ ...values, limit }),
    query.page === undefined ? [] : count(ctx.db).execute(values),
  ])
  return { rows, count: counted?.count ?? 0 }
}

type Filters = Record<
  'domainId' | 'from' | 'to' | 'network' | 'search' | 'label' | 'after' | 'review' | 'soonestFirst',
  boolean
>

const queries = new Map<string, ReturnType<typeof buildQueries>>()

function queriesFor(filters: Filters) {
  const key = Object.values(filters).join()
  const known = queries.get(key) ?? buildQueries(filters)
  queries.set(key, known)
  return known
}

const { placeholder } = sql

/** SQL conditions on a delivery of the post, in addition to its state. */
const isMatching = (table: SQL, filters: Filters) => sql`
  ${filters.from ? sql`and ${table}.publish_at >= ${placeholder('from')}` : sql``}
  ${filters.to ? sql`and ${table}.publish_at <= ${placeholder('to')}` : sql``}
  ${filters.network ? sql`and ${table}.network = ${placeholder('network')}` : sql``}
  ${filters.search ? sql`and ${isLike([sql`${table}.search_text`, sql`${table}.message`], placeholder('search'))}` : sql``}
  ${filters.review ? sql`and ${waitsForApproval(table)}` : sql``}
  ${filters.label ? sql`and ${isLabelled(sql`${table}.post_id`, placeholder('label'))}` : sql``}`

/** SQL condition: this delivery comes first in list order among the post's matching ones. */
function isFirst(filters: Filters) {
  const compare = sql.raw(filters.soonestFirst ? '>' : '<')
  return and(
    eq(deliveries.state, placeholder('state')),
    sql`true ${isMatching(sql`deliveries`, filters)}`,
    filters.review ? isWaitingFor(sql`${placeholder('userId')}`) : undefined,
    sql`not exists (
      select 1 from deliveries other
      where other.post_id = ${deliveries.postId}
        and other.state in (select value from json_each(${placeholder('states')}))
        ${isMatching(sql`other`, filters)}
        and (${deliveries.publishAt}, ${deliveries.id}) ${compare} (other.publish_at, other.id))`,
  )
}

const found = alias(deliveries, 'found')

const buildQueries = (filters: Filters) => ({
  // Reads each business's page by its index, and merges them: an order by time over all of them would read every row.
  positions: prepared(db => {
    const inOrder = filters.soonestFirst ? asc : desc
    const ofBusiness = db
      .select({ row: sql`${deliveries}.rowid` })
      .from(deliveries)
      .where(
        and(
          eq(deliveries.domainId, members.domainId),
          isFirst(filters),
          filters.after
            ? isAfter(
                { at: deliveries.publishAt, id: deliveries.postId },
                { at: placeholder('afterTime'), id: placeholder('afterId') },
                filters.soonestFirst ? 'ascending' : 'descending',
              )
            : undefined,
        ),
      )
      .orderBy(inOrder(deliveries.publishAt), inOrder(deliveries.postId))
      .limit(placeholder('limit'))
    return db
      .select({ postId: found.postId, at: found.publishAt })
      .from(members)
      .innerJoin(found, sql`${found}.rowid in ${ofBusiness}`)
      .where(
        and(
          eq(members.userId, placeholder('userId')),
          filters.domainId ? eq(members.domainId, placeholder('domainId')) : undefined,
        ),
      )
      .orderBy(inOrder(found.publishAt), inOrder(found.postId))
      .limit(placeholder('limit'))
      .prepare()
  }),
  count: prepared(db =>
    db
      .select({ count: sql<number>`count(*)` })
      .from(deliveries)
      .where(
        and(
          isAllowedIn({ userId: placeholder('userId') }, deliveries.domainId),
          filters.domainId ? eq(deliveries.domainId, placeholder('domainId')) : undefined,
          isFirst(filters),
        ),
      )
      .prepare(),
  ),
})

const TABS = Object.keys(POST_TABS) as PostTab[]

/** Counts the posts of the user's businesses per list. A post whose networks are in different states counts in each of their tabs. */
export async function countPosts(ctx: UserContext, { domainId }: PostCountQuery): Promise<PostCounts> {
  const ofBusiness = domainId ? eq(deliveries.domainId, domainId) : undefined
  const countIn = async (states: readonly DeliveryState[], condition?: SQL) => {
    const [row] = await ctx.db
      .select({ count: sql<number>`count(distinct ${deliveries.postId})` })
      .from(deliveries)
      .where(
        and(
          isAllowedIn(ctx, deliveries.domainId),
          inArray(deliveries.state, [...states]),
          ofBusiness,
          condition,
        ),
      )
    return row?.count ?? 0
  }
  const [review, isApprover, ...counts] = await Promise.all([
    countIn(WAITING_STATES, and(waitsForApproval(sql`deliveries`), isWaitingFor(sql`${ctx.userId}`))),
    approvesForRule(ctx, domainId),
    ...TABS.map(tab => countIn(POST_TABS[tab])),
  ])
  const ofTabs = Object.fromEntries(TABS.map((tab, at) => [tab, counts[at] ?? 0])) as Record<PostTab, number>
  return review > 0 || isApprover ? { ...ofTabs, review } : ofTabs
}

const reactions = sql`sum(coalesce(${accountPosts.likes} + ${accountPosts.comments} + ${accountPosts.shares}, 0))`

type RankedPage = { posts: Post[]; nextCursor: null; total: number }

/** Returns a page of the published posts, those with the most reactions on all their networks together first. */
async function publishedByReactions(ctx: UserContext, query: PostQuery): Promise<RankedPage> {
  const { domainId, from, to, network, search, label, limit, page = 1 } = query
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
        isAllowedIn(ctx, deliveries.domainId),
        eq(deliveries.state, 'published'),
        domainId ? eq(deliveries.domainId, domainId) : undefined,
        from ? gte(deliveries.publishAt, new Date(from)) : undefined,
        to ? lte(deliveries.publishAt, new Date(to)) : undefined,
        network ? eq(deliveries.network, network) : undefined,
        search ? containsText([deliveries.searchText, deliveries.message], search) : undefined,
        label ? isLabelled(deliveries.postId, await spellingsOf(ctx, label, { domainId })) : undefined,
      ),
    )
    .groupBy(deliveries.postId)
    .orderBy(desc(reactions), desc(sql`max(${deliveries.publishAt})`), desc(deliveries.postId))
    .limit(limit)
    .offset((page - 1) * limit)
  return {
    posts: await readPosts(
      ctx,
      rows.map(({ postId }) => postId),
    ),
    nextCursor: null,
    total: rows[0]?.total ?? 0,
  }
}

const BATCH_SIZE = 1000

/** Folds messages that an earlier release wrote, for searches. One at a time, because each may be long. */
export async function foldMessages({ db }: Context): Promise<void> {
  const { id, message, searchText } = deliveries
  const unfolded = await db
    .select({ id, message })
    .from(deliveries)
    .where(isNull(searchText))
    .limit(BATCH_SIZE)
  for (const row of unfolded)
    await db
      .update(deliveries)
      .set({ searchText: fold(row.message) })
      .where(and(eq(id, row.id), isNull(searchText)))
}
