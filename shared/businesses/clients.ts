import * as v from 'valibot'

import { plural } from '#shared/plural.ts'
import { compareNames } from '#shared/text/compare-names.ts'
import { Id } from '#shared/text/text.ts'
import { TimeZoneQuery } from '#shared/time-zone.ts'
import type { Role } from './permissions.ts'

/** `colleague` limits the list to businesses of which this person is a member. */
export const ClientsQuery = v.object({ ...TimeZoneQuery.entries, colleague: v.optional(Id) })
export type ClientsQuery = v.InferOutput<typeof ClientsQuery>

/** A person in the filter of the client list. `clients` counts the listed clients of which they are a member. */
export type Colleague = { _id: string; name: string; isYou?: true; clients: number }

/** Numbers of posts, accounts and messages of a business that need action. */
export type ClientCounts = {
  inReview: number
  changesRequested: number
  held: number
  failed: number
  signedOut: number
  /** Reviews and comments. */
  unanswered: number
}
export type ClientCount = keyof ClientCounts

/**
 * Number of posts of the ISO week that went out or are planned, without those that failed or missed their time, and of weekly
 * posting times (`planned`), or null if there are none.
 */
export type PlannedWeek = { posts: number; planned: number | null }

export type ClientPlan = { week: PlannedWeek; nextWeek: { posts: number; monday: string } }

/** A business as its agency sees it. */
export type Client = ClientPlan & {
  _id: string
  businessName: string
  /** Null for an administrator who isn't a member. */
  role: Role | null
  /** True during a visit: an administrator who isn't a member has opened the business. */
  isVisit?: true
  counts: ClientCounts
  /** IANA name; null until a member has set it. */
  timeZone: string | null
  /** Number of accounts, including those that are signed out. */
  accounts: number
  nextPostAt: string | null
  /** Latest performance score of the website, from 0 to 100. */
  score: number | null
  /** Time at which a post was last written, sent for approval, decided on or published. */
  lastActivityAt: string | null
}

/** Maximum duration of an administrator's visit to a business. */
export const VISIT_HOURS = 8

/** Counts the problems that keep a business's posts from going out. */
const countBlocked = ({ held, failed, signedOut }: ClientCounts): number => held + failed + signedOut

/** Returns '5 of 9 posts this week', for screens of clients and of their agency. */
export function describeWeek({ posts, planned }: PlannedWeek): string {
  if (planned !== null && posts <= planned) return `${posts} of ${plural(planned, 'post')} this week`
  return posts === 0 ? 'No posts this week' : `${plural(posts, 'post')} this week`
}

/** Returns '2 messages wait for an answer'. */
export const describeUnanswered = (count: number) =>
  plural(count, 'message waits for an answer', 'messages wait for an answer')

/** Counts the posts that wait for a decision or a revision. */
export const countWaiting = ({ inReview, changesRequested }: ClientCounts): number =>
  inReview + changesRequested

/** Counts the posts and messages that wait for the agency, not for an approval. */
const countToDo = ({ changesRequested, unanswered }: ClientCounts): number => changesRequested + unanswered

/**
 * Sorts businesses by urgency: blocked posts and accounts, work for the agency, posts in review, no accounts, an empty next week,
 * no next post.
 */
export const compareByUrgency = (a: Client, b: Client): number =>
  countBlocked(b.counts) - countBlocked(a.counts) ||
  countToDo(b.counts) - countToDo(a.counts) ||
  b.counts.inReview - a.counts.inReview ||
  Number(b.accounts === 0) - Number(a.accounts === 0) ||
  Number(b.nextWeek.posts === 0) - Number(a.nextWeek.posts === 0) ||
  Number(a.nextPostAt !== null) - Number(b.nextPostAt !== null) ||
  compareNames(a.businessName, b.businessName)
