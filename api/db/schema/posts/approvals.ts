import { sql } from 'drizzle-orm'

import { domains } from '#api/db/schema/businesses/domains.ts'
import {
  flag,
  index,
  indexOfSet,
  instant,
  integer,
  json,
  partOf,
  type SQLiteColumn,
  sqliteTable,
  text,
} from '#api/db/schema/columns.ts'
import { users } from '#api/db/schema/people/auth.ts'
import type { Anchor } from '#shared/posts/anchors.ts'
import { APPROVAL_STATES, APPROVAL_ORIGINS, type ReviewedContent } from '#shared/posts/approvals.ts'
import { posts } from './posts.ts'

/** Approval rules of businesses. A business without a row requires no approval. */
export const approvalRules = sqliteTable('approval_rules', {
  domainId: partOf('domain_id', () => domains.id).primaryKey(),
  required: integer({ mode: 'boolean' }).notNull(),
  /** Ids of the members who may approve. If empty, all members whose role allows it may. */
  approvers: json<string[]>('approvers').notNull(),
  /** Unused, because an approval never covers the time. Declared so that `db:generate` doesn’t drop the column. */
  signsTime: flag('signs_time').notNull().default(false),
  changedAt: instant('changed_at').notNull(),
})
export type ApprovalRuleRow = typeof approvalRules.$inferSelect

export const approvals = sqliteTable(
  'approvals',
  {
    postId: partOf('post_id', () => posts.id).primaryKey(),
    domainId: text('domain_id').notNull(),
    state: text({ enum: APPROVAL_STATES }).notNull(),
    /** True if the post goes out when it is approved, because its time had passed. */
    whenApproved: flag('when_approved').notNull().default(false),
    /** True if an approver let the post go out without a review, because it was due soon when the rule was turned on. */
    exempt: integer({ mode: 'boolean' }).notNull().default(false),
    /** Hash of the whole post that its approver signed; null unless it is approved. */
    contentHash: text('content_hash'),
    /** Hash of what may go out on each network; empty unless it is approved. */
    signedHashes: json<string[]>('signed').notNull(),
    /** Content at the last decision, so that later changes can be shown. */
    decidedOn: json<ReviewedContent[]>('decided_on'),
    submittedBy: text('submitted_by').references(() => users.id, { onDelete: 'set null' }),
    submittedAt: instant('submitted_at').notNull(),
    /**
     * The review link that took the post off the schedule, or by which it was approved. It stays after the decision; null once
     * the link is deleted, or a member approved the post or sent it for approval.
     */
    heldByLinkId: text('held_by_link_id').references((): SQLiteColumn => reviewLinks.id, {
      onDelete: 'set null',
    }),
    /** True if the post waits for an approval again after each change because of such a link. It outlives the link. */
    waitsAgain: flag('waits_again').notNull().default(false),
    /** Time at which the approvers were notified of the post; null until then. */
    notifiedAt: instant('notified_at'),
    /** Time at which the post was sent back; null once its author has got a mail about it. */
    unmailedSince: instant('sent_back_at'),
    /** The member who decided last, or the name that a reviewer entered. */
    decidedById: text('decided_by_id').references(() => users.id, { onDelete: 'set null' }),
    decidedBy: text('decided_by').notNull().default(''),
    decidedAt: instant('decided_at'),
    via: text({ enum: APPROVAL_ORIGINS }),
  },
  t => [
    index('approvals_domain').on(t.domainId, t.state),
    // Covers the search for posts whose approvers haven't been notified.
    index('approvals_unnotified')
      .on(t.domainId, t.submittedAt)
      .where(sql`${t.state} = 'in_review' and ${t.notifiedAt} is null`),
    // Covers the search for the last digest of a business.
    indexOfSet('approvals_notified', t.notifiedAt, [t.domainId, t.notifiedAt]),
    // Covers the search for posts that a review link holds.
    indexOfSet('approvals_held', t.heldByLinkId),
    // Covers the search for posts that were sent back and whose authors haven't been mailed about it.
    indexOfSet('approvals_sent_back', t.unmailedSince, [t.domainId, t.unmailedSince]),
  ],
)
export type ApprovalRow = typeof approvals.$inferSelect

export const postComments = sqliteTable(
  'post_comments',
  {
    id: text().primaryKey(),
    postId: partOf('post_id', () => posts.id),
    /** Null for a reviewer without an account, and for a former member. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The name that a reviewer entered; empty for members. */
    name: text().notNull().default(''),
    via: text({ enum: APPROVAL_ORIGINS }).notNull(),
    /** True hides the comment from reviewers. */
    internal: integer({ mode: 'boolean' }).notNull(),
    message: text().notNull(),
    /** The place or passage that the comment is about; null for the whole post. */
    anchor: json<Anchor>('anchor'),
    /** Time at which a member resolved the remark; null while it is open, and for comments on the whole post. */
    resolvedAt: instant('resolved_at'),
    createdAt: instant('created_at').notNull(),
  },
  t => [
    index('post_comments_post').on(t.postId, t.createdAt),
    // Covers the search for posts with open remarks.
    index('post_comments_open')
      .on(t.postId, t.userId)
      .where(sql`${t.anchor} is not null and ${t.resolvedAt} is null`),
  ],
)

/** Links with which reviewers without a login see posts of one business and decide on them. */
export const reviewLinks = sqliteTable(
  'review_links',
  {
    id: text().primaryKey(),
    domainId: partOf('domain_id', () => domains.id),
    /** The member who created the link. It stops working when their membership ends. */
    userId: partOf('user_id', () => users.id),
    tokenHash: text('token_hash').notNull().unique(),
    /** Ids of the posts that the link shows; null for a link to a period. */
    postIds: json<string[]>('post_ids'),
    from: instant('from'),
    to: instant('to'),
    pinHash: text('pin_hash'),
    expiresAt: instant('expires_at').notNull(),
    openedAt: instant('opened_at'),
    openings: integer().notNull().default(0),
    createdAt: instant('created_at').notNull(),
  },
  t => [index('review_links_domain').on(t.domainId, t.createdAt), index('review_links_user').on(t.userId)],
)
export type ReviewLinkRow = typeof reviewLinks.$inferSelect
