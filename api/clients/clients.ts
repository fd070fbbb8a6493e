import { and, countDistinct, eq, inArray, sql } from 'drizzle-orm'

import type { UserContext } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { audits } from '#api/db/schema/businesses/scores.ts'
import { approvals } from '#api/db/schema/posts/approvals.ts'
import { drafts } from '#api/db/schema/posts/drafts.ts'
import { deliveries, posts } from '#api/db/schema/posts/posts.ts'
import { latestScores, readScores } from '#api/scores/latest.ts'
import type { ClientsQuery } from '#shared/businesses/clients-query.ts'
import { byNeed, type Client, type ClientCounts, type Colleague } from '#shared/businesses/clients.ts'
import type { Role } from '#shared/businesses/permissions.ts'
import { type IsListed, listedFor, readColleagues } from './colleagues.ts'
import { readWeeks } from './week.ts'

/** The counter that each state of a delivery increments. */
const COUNTED = {
  in_review: 'inReview',
  changes_requested: 'changesRequested',
  held: 'held',
  failed: 'failed',
} as const
type CountedState = keyof typeof COUNTED
const COUNTED_STATES = Object.keys(COUNTED) as CountedState[]

/**
 * Returns the caller's businesses, and for administrators all others too, the most urgent first, with the people in their
 * filter. Each statement reads all of them at once.
 */
export async function listClients(
  ctx: UserContext,
  { timeZone, colleague }: ClientsQuery,
): Promise<{ data: Client[]; colleagues: Colleague[] }> {
  const isListed = listedFor(ctx, colleague)
  const [businesses, weeks, waiting, signedOut, colleagues] = await Promise.all([
    readBusinesses(ctx, isListed),
    readWeeks(ctx, timeZone, isListed),
    countPosts(ctx, isListed),
    countSignedOut(ctx, isListed),
    readColleagues(ctx),
  ])
  const countsOf = new Map(businesses.map(({ _id }) => [_id, noCounts()]))
  for (const { domainId, state, posts } of waiting) {
    const counts = countsOf.get(domainId)
    if (counts) counts[COUNTED[state as CountedState]] = posts
  }
  for (const { domainId, accounts } of signedOut) {
    const counts = countsOf.get(domainId)
    if (counts) counts.signedOut = accounts
  }
  const data = businesses
    .map(({ scores, nextPostAt, activity, isVisit, ...business }) => ({
      ...business,
      ...(isVisit && { isVisit: true as const }),
      counts: countsOf.get(business._id) ?? noCounts(),
      nextPostAt: instant(nextPostAt),
      week: weeks.get(business._id) ?? { posts: 0, planned: null },
      score: scores === null ? null : readScores(scores).performance,
      lastActivityAt: instant(activity),
    }))
    .toSorted(byNeed)
  return { data, colleagues }
}

const noCounts = (): ClientCounts => ({ inReview: 0, changesRequested: 0, held: 0, failed: 0, signedOut: 0 })

/** Zero if there is none. */
const instant = (ms: number | null) => (ms ? new Date(ms).toISOString() : null)

/** Rows are inserted in the order of their creation, so the index on the business alone finds the newest post. */
const newestPost = sql`(select created_at from ${posts} where ${posts.domainId} = ${domains.id} order by rowid desc limit 1)`

const lastDraft = sql`(select max(updated_at) from ${drafts} where ${drafts.domainId} = ${domains.id} and deleted_at is null)`

const lastDecision = sql`(select max(max(submitted_at, coalesce(decided_at, 0))) from ${approvals} where ${approvals.domainId} = ${domains.id})`

const timeOf = (state: 'scheduled' | 'published', which: 'min' | 'max') =>
  sql`(select ${sql.raw(which)}(publish_at) from ${deliveries} where ${deliveries.domainId} = ${domains.id} and state = ${state})`

const readBusinesses = (ctx: UserContext, isListed: IsListed) =>
  ctx.db
    .select({
      _id: domains.id,
      businessName: domains.businessName,
      timeZone: domains.timeZone,
      role: sql<Role | null>`${members.role}`,
      isVisit: sql`${members.visitsUntil} is not null`.mapWith(Boolean),
      scores: latestScores(ctx.db),
      nextPostAt: sql<number | null>`${timeOf('scheduled', 'min')}`,
      activity: sql<number>`max(coalesce(${newestPost}, 0), coalesce(${lastDraft}, 0), coalesce(${lastDecision}, 0),
        coalesce(${timeOf('published', 'max')}, 0))`,
    })
    .from(domains)
    .leftJoin(members, and(eq(members.domainId, domains.id), eq(members.userId, ctx.userId)))
    .leftJoin(audits, eq(audits.domainId, domains.id))
    .where(isListed(domains.id))

/** Counts posts rather than networks, as the lists of posts do. */
const countPosts = ({ db }: UserContext, isListed: IsListed) =>
  db
    .select({
      domainId: deliveries.domainId,
      state: deliveries.state,
      posts: countDistinct(deliveries.postId),
    })
    .from(deliveries)
    .where(and(isListed(deliveries.domainId), inArray(deliveries.state, COUNTED_STATES)))
    .groupBy(deliveries.domainId, deliveries.state)

const countSignedOut = ({ db }: UserContext, isListed: IsListed) =>
  db
    .select({ domainId: accounts.domainId, accounts: countDistinct(accounts.id) })
    .from(accounts)
    .where(and(isListed(accounts.domainId), eq(accounts.status, 'needs_reconnect')))
    .groupBy(accounts.domainId)
