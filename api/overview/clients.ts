import {
  and,
  asc,
  between,
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
  type SQL,
  sql,
} from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { Context, UserContext } from '#api/context.ts'
import { valueOf } from '#api/db/conditions.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { audits, scores } from '#api/db/schema/businesses/scores.ts'
import { alias, type SQLiteColumn } from '#api/db/schema/columns.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { approvals } from '#api/db/schema/posts/approvals.ts'
import { drafts } from '#api/db/schema/posts/drafts.ts'
import { deliveries, posts } from '#api/db/schema/posts/posts.ts'
import { slots } from '#api/db/schema/posts/slots.ts'
import { DAY_MS, dayIn, weekOf } from '#api/insights/days.ts'
import { isLatest } from '#api/scores/history.ts'
import type { ClientsQuery } from '#shared/businesses/clients-query.ts'
import {
  byNeed,
  type Client,
  type ClientCounts,
  type ClientWeek,
  type Colleague,
} from '#shared/businesses/clients.ts'
import { type DeliveryState, UNCANCELED_STATES } from '#shared/posts/posts.ts'
import { compareNames } from '#shared/text/compare-names.ts'

const COUNTED_STATES: DeliveryState[] = ['in_review', 'changes_requested', 'held', 'failed']

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
  const postCounts = new Map(waiting.map(({ domainId, state, posts }) => [`${domainId} ${state}`, posts]))
  const accountCounts = new Map(signedOut.map(({ domainId, accounts }) => [domainId, accounts]))
  const countsOf = (id: string): ClientCounts => {
    const postsIn = (state: DeliveryState) => postCounts.get(`${id} ${state}`) ?? 0
    return {
      inReview: postsIn('in_review'),
      changesRequested: postsIn('changes_requested'),
      held: postsIn('held'),
      failed: postsIn('failed'),
      signedOut: accountCounts.get(id) ?? 0,
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
        nextPostAt: instant(nextPostAt),
        week: weeks.get(business._id) ?? { posts: 0, planned: null },
        score: performance,
        lastActivityAt: instant(Math.max(...activity)),
      }
    })
    .toSorted(byNeed)
  return { data, colleagues }
}

/** Zero if there is none. */
const instant = (ms: number | null) => (ms ? new Date(ms).toISOString() : null)

/** Rows are inserted in the order of their creation, so the index on the business alone finds the newest post. */
const newestFirst = desc(sql`${posts}.rowid`)

/** Each moment is read by an index of its own, because a business may have thousands of posts. */
const readBusinesses = ({ db, userId }: UserContext, isListed: IsListed) => {
  const timeOf = (state: DeliveryState, at: typeof min | typeof max) =>
    valueOf<number | null>(
      db
        .select({ at: at(deliveries.publishAt) })
        .from(deliveries)
        .where(and(eq(deliveries.domainId, domains.id), eq(deliveries.state, state))),
    )
  const ofApprovals = (at: typeof approvals.submittedAt | typeof approvals.decidedAt) =>
    valueOf<number | null>(
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
      draftedAt: valueOf<number | null>(
        db
          .select({ at: max(drafts.updatedAt) })
          .from(drafts)
          .where(and(eq(drafts.domainId, domains.id), isNull(drafts.deletedAt))),
      ),
      createdAt: valueOf<number | null>(
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

const countSignedOut = ({ db }: UserContext, isListed: IsListed) =>
  db
    .select({ domainId: accounts.domainId, accounts: countDistinct(accounts.id) })
    .from(accounts)
    .where(and(isListed(accounts.domainId), eq(accounts.status, 'needs_reconnect')))
    .groupBy(accounts.domainId)

/** Returns an SQL condition on the column with a business's id; undefined for all businesses. */
type IsListed = (domainId: SQLiteColumn) => SQL | undefined

const ofColleague = alias(members, 'theirs')

/**
 * Selects the caller's businesses, and for administrators all others too.
 * @param colleague limits them to those of which this person is a member
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
 * Returns the people in the filter of the clients, by name: everybody else in the caller's businesses. Administrators see all
 * businesses, so they get only the agency's people: administrators and members of several businesses.
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

/** Covers the current week of every time zone. */
const MARGIN_MS = 8 * DAY_MS

/**
 * Returns this week's posts and posting times of the listed businesses, by id. Each statement reads all of them at once.
 * @param timeZone of businesses that have none
 */
async function readWeeks(
  ctx: Context,
  timeZone: string,
  isListed: IsListed,
): Promise<Map<string, ClientWeek>> {
  const [zones, posts, times] = await Promise.all([
    ctx.db.select({ domainId: domains.id, zone: domains.timeZone }).from(domains).where(isListed(domains.id)),
    postsOf(ctx, isListed),
    timesOf(ctx, isListed),
  ])
  const postsByDomain = Map.groupBy(posts, ({ domainId }) => domainId)
  const planned = new Map(times.map(({ domainId, count }) => [domainId, count]))
  return new Map(
    [...Map.groupBy(zones, ({ zone }) => zone ?? timeZone)].flatMap(([zone, businesses]) => {
      const isThisWeek = weekIn(zone, ctx.now())
      return businesses.map(({ domainId }) => {
        const posts = (postsByDomain.get(domainId) ?? []).filter(({ at }) => isThisWeek(at)).length
        return [domainId, { posts, planned: planned.get(domainId) ?? null }] as const
      })
    }),
  )
}

/** Returns whether an instant is in the current week of a zone. */
function weekIn(timeZone: string, now: Date) {
  const days = new Set(weekOf(now, timeZone))
  const toDay = dayIn(timeZone)
  return (at: Date | null) => at !== null && days.has(toDay(at))
}

const postsOf = ({ db, now }: Context, isListed: IsListed) =>
  db
    .select({ domainId: deliveries.domainId, at: min(deliveries.publishAt) })
    .from(deliveries)
    .where(
      and(
        isListed(deliveries.domainId),
        inArray(deliveries.state, UNCANCELED_STATES),
        between(deliveries.publishAt, new Date(+now() - MARGIN_MS), new Date(+now() + MARGIN_MS)),
      ),
    )
    .groupBy(deliveries.domainId, deliveries.postId)

const timesOf = ({ db }: Context, isListed: IsListed) =>
  db
    .select({ domainId: slots.domainId, count: count() })
    .from(slots)
    .where(isListed(slots.domainId))
    .groupBy(slots.domainId)
