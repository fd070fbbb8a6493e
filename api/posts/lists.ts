import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'

import type { UserContext } from '#api/context.ts'
import { prepared } from '#api/db/prepared.ts'
import { deliveries } from '#api/db/schema/posts.ts'
import { invalidField } from '#api/errors.ts'
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

type Place = { postId: string; at: Date }

/**
 * The user's posts that have a delivery in the asked states and time window, each with all its deliveries; what is to
 * come soonest first, what was newest first. A post stands where the first of those deliveries does.
 */
export async function listPosts(ctx: UserContext, query: PostQuery): Promise<PostPage> {
  const states = query.state ? [query.state] : query.tab ? POST_TABS[query.tab] : DELIVERY_STATES
  const soonestFirst = query.tab === 'scheduled' || query.tab === 'progress'
  const direction = soonestFirst ? 1 : -1
  const ofStates = await Promise.all(
    states.map(state => placesOf(ctx, query, { state, states, soonestFirst })),
  )
  const places = ofStates
    .flat()
    .toSorted((a, b) => direction * (+a.at - +b.at || (a.postId < b.postId ? -1 : 1)))
  const page = places.slice(0, query.limit)
  const last = page.at(-1)
  return {
    posts: await readPosts(
      ctx,
      page.map(({ postId }) => postId),
    ),
    nextCursor: places.length > query.limit && last ? `${+last.at}_${last.postId}` : null,
  }
}

type Order = { state: DeliveryState; states: readonly DeliveryState[]; soonestFirst: boolean }

/** One state at a time: its deliveries lie in the index in the order of the list, so that only the page is read. */
function placesOf(
  ctx: UserContext,
  query: PostQuery,
  { state, states, soonestFirst }: Order,
): Promise<Place[]> {
  const after = query.cursor ? readCursor(query.cursor) : undefined
  const given = {
    domainId: query.domainId !== undefined,
    from: query.from !== undefined,
    to: query.to !== undefined,
    after: after !== undefined,
    soonestFirst,
  }
  return placesQuery(given)(ctx.db).execute({
    userId: ctx.userId,
    state,
    states: JSON.stringify(states),
    limit: query.limit + 1,
    domainId: query.domainId,
    from: query.from && Date.parse(query.from),
    to: query.to && Date.parse(query.to),
    ...after,
  })
}

type Given = Record<'domainId' | 'from' | 'to' | 'after' | 'soonestFirst', boolean>

const queries = new Map<string, ReturnType<typeof buildPlaces>>()

function placesQuery(given: Given) {
  const key = Object.values(given).join()
  const known = queries.get(key) ?? buildPlaces(given)
  queries.set(key, known)
  return known
}

const { placeholder } = sql

const buildPlaces = (given: Given) =>
  prepared(db => {
    const compare = sql.raw(given.soonestFirst ? '>' : '<')
    const inOrder = given.soonestFirst ? asc : desc
    return db
      .select({ postId: deliveries.postId, at: deliveries.publishAt })
      .from(deliveries)
      .where(
        and(
          eq(deliveries.userId, placeholder('userId')),
          eq(deliveries.state, placeholder('state')),
          given.domainId ? eq(deliveries.domainId, placeholder('domainId')) : undefined,
          given.from ? sql`${deliveries.publishAt} >= ${placeholder('from')}` : undefined,
          given.to ? sql`${deliveries.publishAt} <= ${placeholder('to')}` : undefined,
          given.after
            ? sql`(${deliveries.publishAt}, ${deliveries.postId}) ${compare} (${placeholder('afterTime')}, ${placeholder('afterId')})`
            : undefined,
          sql`not exists (
            select 1 from deliveries other
            where other.post_id = ${deliveries.postId}
              and other.state in (select value from json_each(${placeholder('states')}))
              ${given.from ? sql`and other.publish_at >= ${placeholder('from')}` : sql``}
              ${given.to ? sql`and other.publish_at <= ${placeholder('to')}` : sql``}
              and (${deliveries.publishAt}, ${deliveries.id}) ${compare} (other.publish_at, other.id))`,
        ),
      )
      .orderBy(inOrder(deliveries.publishAt), inOrder(deliveries.postId))
      .limit(placeholder('limit'))
      .prepare()
  })

function readCursor(cursor: string) {
  const [, time, afterId] = /^(\d{1,14})_([\w-]{1,64})$/.exec(cursor) ?? []
  if (!time || !afterId) throw invalidField('cursor', 'This page does not exist.')
  return { afterTime: Number(time), afterId }
}

const TABS = Object.keys(POST_TABS) as PostTab[]

/** How many of the user's posts each tab holds; a post whose networks differ counts in each of theirs. */
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
