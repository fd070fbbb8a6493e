import { eq, inArray, isNull, not, or, type SQL } from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { Context } from '#api/context.ts'
import { allOf, anyOf } from '#api/db/conditions.ts'
import { accounts, connectLinks, connectLinkUses } from '#api/db/schema/businesses/accounts.ts'
import { activity } from '#api/db/schema/businesses/activity.ts'
import { bookings } from '#api/db/schema/businesses/bookings.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { calendarFeeds } from '#api/db/schema/businesses/feeds.ts'
import {
  inboxActs,
  inboxItems,
  inboxNotes,
  inboxReads,
  inboxReplies,
  inboxThreads,
} from '#api/db/schema/businesses/inbox.ts'
import {
  accountInsights,
  accountKeywords,
  accountPosts,
  accountPresence,
  insightReads,
} from '#api/db/schema/businesses/insights.ts'
import { invitations, members } from '#api/db/schema/businesses/members.ts'
import { reportMailings, reports } from '#api/db/schema/businesses/reports.ts'
import { requestEvents, requests } from '#api/db/schema/businesses/requests.ts'
import { audits, scores } from '#api/db/schema/businesses/scores.ts'
import type { SQLiteColumn, SQLiteTable } from '#api/db/schema/columns.ts'
import { emailChanges, sessions, users } from '#api/db/schema/people/auth.ts'
import { notifications } from '#api/db/schema/people/notifications.ts'
import { pushSubscriptions } from '#api/db/schema/people/push.ts'
import { settings } from '#api/db/schema/people/settings.ts'
import { authenticators } from '#api/db/schema/people/two-factor.ts'
import { approvalRules, approvals, postComments, reviewLinks } from '#api/db/schema/posts/approvals.ts'
import { draftMedia, drafts } from '#api/db/schema/posts/drafts.ts'
import { importRows, imports } from '#api/db/schema/posts/imports.ts'
import { media } from '#api/db/schema/posts/media.ts'
import {
  deliveries,
  deliverySteps,
  firstComments,
  postMedia,
  postSeries,
  posts,
  writtenOffCalls,
} from '#api/db/schema/posts/posts.ts'
import { hashtagSets, savedReplies, templates } from '#api/db/schema/posts/saved-texts.ts'
import { slots } from '#api/db/schema/posts/slots.ts'
import { isReplyTo, isRequestOf } from '#api/visitors/requests/inbox.ts'

export type Person = { id: string; email: string }

/** A table's rows about a user, as one file of their download. */
export type Part = {
  file: string
  table: SQLiteTable
  /** Columns that are never exported, such as secrets and hashes. */
  omit: readonly string[]
  isTheirs: (ctx: Pick<Context, 'db'>, person: Person) => SQL
}

const part = (file: string, table: SQLiteTable, isTheirs: Part['isTheirs'], omit: string[] = []): Part => ({
  file,
  table,
  omit,
  isTheirs,
})

type OfUser = SQLiteTable & { userId: SQLiteColumn; domainId?: SQLiteColumn }

/**
 * SQL condition on rows that belong to a person. The content of a business from which they were removed is excluded, because
 * others may have changed it since.
 */
export function belongsTo({ userId, domainId }: Omit<OfUser, keyof SQLiteTable>, id: string): SQL {
  const isOfUser = eq(userId, id)
  return domainId ? allOf(isOfUser, or(isNull(domainId), isAllowedIn({ userId: id }, domainId))) : isOfUser
}

const ofUser = (file: string, table: OfUser, omit?: string[]) =>
  part(file, table, (_, { id }) => eq(table.userId, id), omit)

/** Like `ofUser`, for content that a person wrote or uploaded for a business. */
const ofMember = (file: string, table: OfUser, omit?: string[]) =>
  part(file, table, (_, { id }) => belongsTo(table, id), omit)

type Parent = OfUser & { id: SQLiteColumn }
const under = (file: string, table: SQLiteTable, column: SQLiteColumn, parent: Parent, omit?: string[]) =>
  part(
    file,
    table,
    ({ db }, { id }) =>
      inArray(column, db.select({ id: parent.id }).from(parent).where(belongsTo(parent, id))),
    omit,
  )

/** Rows about members' work with items of the inbox: the person's own, and those of others in their businesses. */
const onItems = (file: string, table: SQLiteTable & { userId: SQLiteColumn; itemId: SQLiteColumn }) =>
  part(file, table, ({ db }, { id }) =>
    anyOf(
      eq(table.userId, id),
      inArray(
        table.itemId,
        db
          .select({ id: inboxItems.id })
          .from(inboxItems)
          .innerJoin(accounts, eq(accounts.id, inboxItems.accountId))
          .where(belongsTo(accounts, id)),
      ),
    ),
  )

export const PARTS: readonly Part[] = [
  part('profile', users, (_, { id }) => eq(users.id, id), ['passwordHash']),
  ofUser('sessions', sessions, ['tokenHash']),
  ofUser('email-change', emailChanges, ['codeHash']),
  ofUser('settings', settings),
  ofUser('two-factor', authenticators, ['encryptedSecret', 'lastStep']),
  ofUser('push-subscriptions', pushSubscriptions, ['endpoint', 'p256dh', 'auth']),
  ofUser('businesses', domains),
  ofUser('memberships', members),
  part('invitations', invitations, (_, { email }) => eq(invitations.email, email.toLowerCase()), [
    'tokenHash',
  ]),
  under('posting-slots', slots, slots.domainId, domains),
  under('approval-rules', approvalRules, approvalRules.domainId, domains),
  under('hashtag-sets', hashtagSets, hashtagSets.domainId, domains),
  under('saved-replies', savedReplies, savedReplies.domainId, domains),
  under('audits', audits, audits.domainId, domains),
  part('scores', scores, ({ db }, { id }) =>
    inArray(
      scores.auditId,
      db
        .select({ id: audits.id })
        .from(audits)
        .innerJoin(domains, eq(domains.id, audits.domainId))
        .where(eq(domains.userId, id)),
    ),
  ),
  // Accounts that the person signed in to, also in businesses they left. Accounts that a client connected by a link count only
  // while the person is a member.
  part(
    'social-accounts',
    accounts,
    (_, { id }) => allOf(eq(accounts.userId, id), or(not(accounts.viaLink), belongsTo(accounts, id))),
    ['encryptedUserToken', 'encryptedToken'],
  ),
  under('social-account-figures', accountInsights, accountInsights.accountId, accounts),
  under('social-account-presence', accountPresence, accountPresence.accountId, accounts),
  under('social-account-searches', accountKeywords, accountKeywords.accountId, accounts),
  under('social-account-posts', accountPosts, accountPosts.accountId, accounts),
  under('social-account-readings', insightReads, insightReads.accountId, accounts),
  under('social-account-inboxes', inboxReads, inboxReads.accountId, accounts),
  under('social-account-threads', inboxThreads, inboxThreads.accountId, accounts),
  under('reviews-and-comments', inboxItems, inboxItems.accountId, accounts, ['searchText']),
  onItems('answers', inboxReplies),
  onItems('acts-on-comments', inboxActs),
  onItems('notes-on-comments', inboxNotes),
  under('post-series', postSeries, postSeries.domainId, domains),
  ofMember('posts', posts),
  under('post-media', postMedia, postMedia.postId, posts),
  ofMember('deliveries', deliveries, ['searchText']),
  under('delivery-steps', deliverySteps, deliverySteps.deliveryId, deliveries),
  under('written-off-calls', writtenOffCalls, writtenOffCalls.deliveryId, deliveries),
  under('first-comments', firstComments, firstComments.deliveryId, deliveries),
  under('approvals', approvals, approvals.postId, posts, ['contentHash', 'signedHashes']),
  part('post-comments', postComments, ({ db }, { id }) =>
    anyOf(
      eq(postComments.userId, id),
      inArray(postComments.postId, db.select({ id: posts.id }).from(posts).where(belongsTo(posts, id))),
    ),
  ),
  ofUser('review-links', reviewLinks, ['tokenHash', 'pinHash']),
  ofUser('connect-links', connectLinks, ['tokenHash']),
  under('connect-link-uses', connectLinkUses, connectLinkUses.linkId, connectLinks, [
    'encryptedLogin',
    'browserHash',
  ]),
  part('activity', activity, (_, { id, email }) =>
    anyOf(eq(activity.userId, id), eq(activity.personId, id), eq(activity.email, email.toLowerCase())),
  ),
  ofMember('drafts', drafts),
  under('draft-media', draftMedia, draftMedia.draftId, drafts),
  ofUser('templates', templates),
  ofMember('media', media, ['searchName', 'searchAltText']),
  ofMember('imports', imports),
  under('import-rows', importRows, importRows.importId, imports),
  ofUser('calendar-feeds', calendarFeeds, ['tokenHash']),
  ofUser('notifications', notifications),
  ofMember('reports', reports, ['linkHash']),
  under('report-mailings', reportMailings, reportMailings.domainId, domains),
  part(
    'booked-calls',
    bookings,
    ({ db }, person) =>
      inArray(bookings.requestId, db.select({ id: requests.id }).from(requests).where(isRequestOf(person))),
    ['tokenHash'],
  ),
  part('requests', requests, (_, person) => isRequestOf(person), ['status', 'assigneeId', 'version']),
  // Excludes the agency's notes, because they are about its own work.
  part('replies-to-requests', requestEvents, isReplyTo, ['byId']),
]

/** Reasons for tables that are not exported, by their name in the database. */
export const LEFT_OUT: Record<string, string> = {
  account_deletions: 'It identifies nobody.',
  data_deletions: 'It identifies nobody.',
  api_processes: 'It is about the program.',
  job_runs: 'It is about the program.',
  outages: 'It is about the installation.',
  push_keys: 'It is about the installation.',
  report_brand: 'It is about the installation.',
  public_audits: 'Websites that visitors had checked. Nobody knows who they are.',
  trial_weeks: 'Posts that visitors tried. Nobody knows who they are.',
  trial_texts: 'Posts for a kind of business in a suburb.',
  report_prints: 'PDFs of the reports in reports.json.',
  rate_limits: 'Hashes that identify nobody, kept for some minutes.',
  signups: 'Sign-ups that are not confirmed belong to nobody yet.',
  oauth_states: 'Hashes of unfinished sign-ins at a network, for some minutes.',
  password_resets: 'Hashes of mailed links, for half an hour.',
  sign_in_tickets: 'Hashes of sign-ins that need a second factor, for some minutes.',
  recovery_codes: 'Hashes of codes that were shown once.',
  export_tickets: 'Hashes of URLs for this download, for a minute.',
  outbox: 'Queued mail to the person, encrypted.',
  mail_outcomes: 'It records that a mail was sent, but not to whom.',
  pushes: 'Notifications on their way to a browser; they are in notifications.json.',
  live_events: 'Live events of the last hour; their content is in deliveries.json and notifications.json.',
  profile_images: 'Names of files; the picture itself is in the folder profile.',
}
