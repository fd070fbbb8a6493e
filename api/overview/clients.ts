import {
  and,
  asc,
  count,
  countDistinct,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  max,
  min,
  ne,
  or,
  sql,
} from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { UserContext } from '#api/context.ts'
import { scalarSubquery } from '#api/db/conditions.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { inboxItems } from '#api/db/schema/businesses/inbox.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { audits, scores } from '#api/db/schema/businesses/scores.ts'
import { alias } from '#api/db/schema/columns.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { approvals } from '#api/db/schema/posts/approvals.ts'
import { drafts } from '#api/db/schema/posts/drafts.ts'
import { deliveries, posts } from '#api/db/schema/posts/posts.ts'
import { isLatest } from '#api/scores/history.ts'
import {
  compareByUrgency,
  type Client,
  type ClientCounts,
  type ClientPlan,
  type ClientsQuery,
  type Colleague,
} from '#shared/businesses/clients.ts'
import type { DeliveryState } from '#shared/posts/posts.ts'
import { compareNames } from '#shared/text/compare-names.ts'
import { type IsListed, readPlans } from './weeks.ts'

const COUNTED_STATES: DeliveryState[] = ['in_review', 'changes_requested', 'held', 'failed']

/** Returns the caller's businesses (administrators get all), the most urgent first, and the people by whom they can be filtered. */
export async function listClients(
  ctx: UserContext,
  { timeZone, colleague }: ClientsQuery,
): Promise<{ data: Client[]; colleagues: Colleague[] }> {
  const isListed = listedFor(ctx, colleague)
  const [businesses, plans, waiting, linked, messages, colleagues] = await Promise.all([
    readBusinesses(ctx, isListed),
    readPlans(ctx, isListed, timeZone),
    countPosts(ctx, isListed),
    countAccounts(ctx, isListed),
    countMessages(ctx, isListed),
    readColleagues(ctx),
  ])
  const postCounts = new Map(waiting.map(({ domainId, state, posts }) => [`${domainId} ${state}`, posts]))
  const accountCounts = new Map(
    linked.map(({ domainId, status, accounts }) => [`${domainId} ${status}`, accounts]),
  )
  const messageCounts = new Map(messages.map(({ domainId, open }) => [domainId, open]))
  const signedOutOf = (id: string) => accountCounts.get(`${id} needs_reconnect`) ?? 0
  const countsOf = (id: string): ClientCounts => {
    const postsIn = (state: DeliveryState) => postCounts.get(`${id} ${state}`) ?? 0
    return {
      inReview: postsIn('in_review'),
      changesRequested: postsIn('changes_requested'),
      held: postsIn('held'),
      failed: postsIn('failed'),
      signedOut: signedOutOf(id),
      unanswered: messageCounts.get(id) ?? 0,
    }
  }
  const data = businesses
    .map(({ performance, nextPostAt, visitsUntil, ...row }) => {
      const { postedAt, submittedAt, decidedAt, draftedAt, createdAt, ...business } = row
      const activity = [postedAt, submittedAt, decidedAt, draftedAt, createdAt].map(Number)
      return {
        ...business,
        ...(visitsUntil && { isVisit: true as const }),
        counts: countsOf(business._id),
        accounts: (accountCounts.get(`${business._id} connected`) ?? 0) + signedOutOf(business._id),
        nextPostAt: instant(nextPostAt),
        ...(plans.get(business._id) ?? NO_PLAN),
        score: performance,
        lastActivityAt: instant(Math.max(...activity)),
      }
    })
    .toSorted(compareByUrgency)
  return { data, colleagues }
}

/** Plan of a business that was added between two statements. */
const NO_PLAN: ClientPlan = { week: { posts: 0, planned: null }, nextWeek: { posts: 0, monday: '' } }

/** Converts a time in milliseconds to ISO 8601. 0 and null mean no time. */
const instant = (ms: number | null) => (ms ? new Date(ms).toISOString() : null)

/** Rows are inserted in the order of their creation, so the index on the business alone finds the newest post. */
const newestFirst = desc(sql`${posts}.rowid`)

/** Reads each time by an index of its own, because a business may have thousands of posts. */
const readBusinesses = ({ db, userId }: UserContext, isListed: IsListed) => {
  const timeOf = (state: DeliveryState, at: typeof min | typeof max) =>
    scalarSubquery<number | null>(
      db
        .select({ at: at(deliveries.publishAt) })
        .from(deliveries)
        .where(and(eq(deliveries.domainId, domains.id), eq(deliveries.state, state))),
    )
  const ofApprovals = (at: typeof approvals.submittedAt | typeof approvals.decidedAt) =>
    scalarSubquery<number | null>(
      db
        .select({ at: max(at) })
        .from(approvals)
        .where(eq(approvals.domainId, domains.id)),
    )
  return db
    .select({
      _id: domains.id,
      businessName: domains.businessName,
      timeZone: domains.timeZone,
      role: members.role,
      visitsUntil: members.visitsUntil,
      performance: scores.performance,
      nextPostAt: timeOf('scheduled', min),
      postedAt: timeOf('published', max),
      submittedAt: ofApprovals(approvals.submittedAt),
      decidedAt: ofApprovals(approvals.decidedAt),
      draftedAt: scalarSubquery<number | null>(
        db
          .select({ at: max(drafts.updatedAt) })
          .from(drafts)
          .where(and(eq(drafts.domainId, domains.id), isNull(drafts.deletedAt))),
      ),
      createdAt: scalarSubquery<number | null>(
        db
          .select({ at: posts.createdAt })
          .from(posts)
          .where(eq(posts.domainId, domains.id))
          .orderBy(newestFirst)
          .limit(1),
      ),
    })
    .from(domains)
    .leftJoin(members, and(eq(members.domainId, domains.id), eq(members.userId, userId)))
    .leftJoin(audits, eq(audits.domainId, domains.id))
    .leftJoin(scores, isLatest(db))
    .where(isListed(domains.id))
}

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

const countAccounts = ({ db }: UserContext, isListed: IsListed) =>
  db
    .select({ domainId: accounts.domainId, status: accounts.status, accounts: count() })
    .from(accounts)
    .where(and(isListed(accounts.domainId), ne(accounts.status, 'choosing')))
    .groupBy(accounts.domainId, accounts.status)

const countMessages = ({ db }: UserContext, isListed: IsListed) =>
  db
    .select({ domainId: inboxItems.domainId, open: count() })
    .from(inboxItems)
    .where(and(isListed(inboxItems.domainId), eq(inboxItems.state, 'open')))
    .groupBy(inboxItems.domainId)

const ofColleague = alias(members, 'theirs')

/**
 * Returns the condition for the businesses on the list: the caller's, or all for administrators.
 * @param colleague only businesses of which this person is a member
 */
function listedFor(ctx: UserContext, colleague?: string): IsListed {
  const theirs = ctx.db
    .select({ id: ofColleague.domainId })
    .from(ofColleague)
    .where(and(eq(ofColleague.userId, colleague ?? ''), isNull(ofColleague.visitsUntil)))
  return domainId =>
    and(
      ctx.role === 'admin' ? undefined : isAllowedIn(ctx, domainId),
      colleague === undefined ? undefined : inArray(domainId, theirs),
    )
}

/**
 * Returns the people by whom clients can be filtered, sorted by name: the other members of the caller's businesses.
 * Administrators, who see all businesses, get administrators and members of several businesses.
 */
async function readColleagues(ctx: UserContext): Promise<Colleague[]> {
  const isAdmin = ctx.role === 'admin'
  const people = await ctx.db
    .select({ _id: users.id, name: users.fullname, clients: count() })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(
      and(
        listedFor(ctx)(members.domainId),
        isNull(members.visitsUntil),
        isAdmin ? undefined : ne(members.userId, ctx.userId),
      ),
    )
    .groupBy(users.id)
    .having(isAdmin ? or(eq(users.role, 'admin'), gt(count(), 1)) : undefined)
    .orderBy(asc(users.id))
  return people
    .map(person => ({ ...person, ...(person._id === ctx.userId && { isYou: true as const }) }))
    .toSorted((a, b) => compareNames(a.name, b.name))
}
