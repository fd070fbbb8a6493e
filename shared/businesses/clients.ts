import * as v from 'valibot'

import { plural } from '#shared/plural.ts'
import { compareNames } from '#shared/text/compare-names.ts'
import { Id } from '#shared/text/text.ts'
import { TimeZoneQuery } from '#shared/time-zone.ts'
import type { Role } from './permissions.ts'

/** `colleague` is the id of a person: only businesses of which they are a member are listed. */
export const ClientsQuery = v.object({ ...TimeZoneQuery.entries, colleague: v.optional(Id) })
export type ClientsQuery = v.InferOutput<typeof ClientsQuery>

/** A person in the filter of the clients. `clients` is the number of listed clients of which they are a member. */
export type Colleague = { _id: string; name: string; isYou?: true; clients: number }

/** Numbers of posts and accounts of a business that need action. */
export type ClientCounts = {
  inReview: number
  changesRequested: number
  held: number
  failed: number
  signedOut: number
}
export type ClientCount = keyof ClientCounts

/** Posts of the current ISO week, without cancelled ones. `planned` is the number of weekly posting times; null without any. */
export type PlannedWeek = { posts: number; planned: number | null }

/** This week, and the number of posts in the next, which starts on `monday`. */
export type ClientPlan = { week: PlannedWeek; nextWeek: { posts: number; monday: string } }

/** A business as its agency sees it. */
export type Client = ClientPlan & {
  _id: string
  businessName: string
  /** Null for an administrator who isn't a member. */
  role: Role | null
  /** True while an administrator who isn't a member has opened it. */
  isVisit?: true
  counts: ClientCounts
  /** Its IANA time zone; null until it has one. */
  timeZone: string | null
  /** Number of accounts, including those that are signed out. */
  accounts: number
  nextPostAt: string | null
  /** Latest performance score of its website, from 0 to 100. */
  score: number | null
  /** Time at which a post was last written, sent for approval, decided on or published. */
  lastActivityAt: string | null
}

/** Maximum duration of the visit of an administrator who isn't a member. */
export const VISIT_HOURS = 8

/** Problems that keep a business's posts from going out. */
const blockedIn = ({ held, failed, signedOut }: ClientCounts): number => held + failed + signedOut

/** '5 of 9 posts this week', to clients and their agency alike. */
export function describeWeek({ posts, planned }: PlannedWeek): string {
  if (planned !== null && posts <= planned) return `${posts} of ${plural(planned, 'post')} this week`
  return posts === 0 ? 'No posts this week' : `${plural(posts, 'post')} this week`
}

/** Posts that wait for a decision or a revision. */
export const waitingIn = ({ inReview, changesRequested }: ClientCounts): number => inReview + changesRequested

/**
 * Compares businesses by urgency: first by blocked posts and accounts, then by waiting posts, by a missing next post, and by
 * name.
 */
export const byNeed = (a: Client, b: Client): number =>
  blockedIn(b.counts) - blockedIn(a.counts) ||
  waitingIn(b.counts) - waitingIn(a.counts) ||
  Number(a.nextPostAt !== null) - Number(b.nextPostAt !== null) ||
  compareNames(a.businessName, b.businessName)
