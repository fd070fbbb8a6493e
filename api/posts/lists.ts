import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'

import type { UserContext } from '#api/context.ts'
import { prepared } from '#api/db/fast-path/fast-path.ts'
import { isAfter, pageOf, readCursor } from '#api/db/pagination.ts'
import { deliveries } from '#api/db/schema/posts.ts'
import {
  DELIVERY_STATES,
  type DeliveryState,
  POST_TABS,
  type Post,
  type PostCountQuery,
  type PostQuery,
  type PostTab,
} from '#shared/posts/posts.ts'
import { readPosts } from './posts.ts'

export type PostPage = { posts: Post[]; nextCursor: string | null }

type Position = { postId: string; at: Date }

/**
 * Returns the user's posts with a delivery in the given states and time window, each with all its deliveries. Upcoming posts
 * are sorted soonest first, others newest first. The first matching delivery determines a post's position.
 */
export async function listPosts(ctx: UserContext, query: PostQuery): Promise<PostPage> {
  const states = query.state ? [query.state] : query.tab ? POST_TABS[query.tab] : DELIVERY_STATES
  const soonestFirst = query.tab === 'scheduled' || query.tab === 'progress'
  const direction = soonestFirst ? 1 : -1
  const ofStates = await Promise.all(
    states.map(state => readPositions(ctx, query, { state, states, soonestFirst })),
  )
  const positions = ofStates
    .flat()
    .toSorted((a, b) => direction * (+a.at - +b.at || (a.postId < b.postId ? -1 : 1)))
  const { page, nextCursor } = pageOf(positions, query.limit, ({ at, postId }) => ({ at, id: postId }))
  return {
    posts: await readPosts(
      ctx,
      page.map(({ postId }) => postId),
    ),
    nextCursor,
  }
}

type Order = { state: DeliveryState; states: readonly DeliveryState[]; soonestFirst: boolean }

/** Reads one state at a time, because the index has its deliveries in list order, so that only the page is read. */
function readPositions(
  ctx: UserContext,
  query: PostQuery,
  { state, states, soonestFirst }: Order,
): Promise<Position[]> {
  const after = query.cursor ? readCursor(query.cursor) : undefined
  const filters = {
    domainId: query.domainId !== undefined,
    from: query.from !== undefined,
    to: query.to !== undefined,
    after: after !== undefined,
    soonestFirst,
  }
  return positionsQuery(filters)(ctx.db).execute({
    userId: ctx.userId,
    state,
    states: JSON.stringify(states),
    limit: query.limit + 1,
    domainId: query.domainId,
    from: query.from && Date.parse(query.from),
    to: query.to && Date.parse(query.to),
    afterTime: after && +after.at,
    afterId: after?.id,
  })
}

type Filters = Record<'domainId' | 'from' | 'to' | 'after' | 'soonestFirst', boolean>

const queries = new Map<string, ReturnType<typeof buildPositions>>()

function positionsQuery(filters: Filters) {
  const key = Object.values(filters).join()
  const known = queries.get(key) ?? buildPositions(filters)
  queries.set(key, known)
  return known
}

const { placeholder } = sql

const buildPositions = (filters: Filters) =>
  prepared(db => {
    const compare = sql.raw(filters.soonestFirst ? '>' : '<')
    const inOrder = filters.soonestFirst ? asc : desc
    return db
      .select({ postId: deliveries.postId, at: deliveries.publishAt })
      .from(deliveries)
      .where(
        and(
          eq(deliveries.userId, placeholder('userId')),
          eq(deliveries.state, placeholder('state')),
          filters.domainId ? eq(deliveries.domainId, placeholder('domainId')) : undefined,
          filters.from ? sql`${deliveries.publishAt} >= ${placeholder('from')}` : undefined,
          filters.to ? sql`${deliveries.publishAt} <= ${placeholder('to')}` : undefined,
          filters.after
            ? isAfter(
                { at: deliveries.publishAt, id: deliveries.postId },
                { at: placeholder('afterTime'), id: placeholder('afterId') },
                filters.soonestFirst ? 'ascending' : 'descending',
              )
            : undefined,
          sql`not exists (
            select 1 from deliveries other
            where other.post_id = ${deliveries.postId}
              and other.state in (select value from json_each(${placeholder('states')}))
              ${filters.from ? sql`and other.publish_at >= ${placeholder('from')}` : sql``}
              ${filters.to ? sql`and other.publish_at <= ${placeholder('to')}` : sql``}
              and (${deliveries.publishAt}, ${deliveries.id}) ${compare} (other.publish_at, other.id))`,
        ),
      )
      .orderBy(inOrder(deliveries.publishAt), inOrder(deliveries.postId))
      .limit(placeholder('limit'))
      .prepare()
  })

const TABS = Object.keys(POST_TABS) as PostTab[]

/** Counts the user's posts per tab. A post whose networks are in different states counts in each of their tabs. */
export async function countPosts(
  ctx: UserContext,
  { domainId }: PostCountQuery,
): Promise<Record<PostTab, number>> {
  const rows = await Promise.all(
    TABS.map(tab =>
      ctx.db
        .select({ count: sql<number>`count(distinct ${deliveries.postId})` })
        .from(deliveries)
        .where(
          and(
            eq(deliveries.userId, ctx.userId),
            inArray(deliveries.state, [...POST_TABS[tab]]),
            domainId ? eq(deliveries.domainId, domainId) : undefined,
          ),
        ),
    ),
  )
  return Object.fromEntries(TABS.map((tab, at) => [tab, rows[at]?.[0]?.count ?? 0])) as Record<
    PostTab,
    number
  >
}
