import { and, eq, gte, isNull } from 'drizzle-orm'

import { requireRole, nameOf } from '#api/auth/access/membership.ts'
import { isUsable } from '#api/businesses/links.ts'
import type { Inside, OwnerContext } from '#api/context.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import {
  approvals,
  type ApprovalRow,
  type ApprovalRuleRow,
  type ReviewLinkRow,
  reviewLinks,
} from '#api/db/schema/posts/approvals.ts'
import { posts } from '#api/db/schema/posts/posts.ts'
import { isChosenApprover } from '#api/deliveries/approval/conditions.ts'
import { contentHash } from '#api/deliveries/approval/content.ts'
import { excerpt } from '#api/deliveries/broadcast.ts'
import { accountMail } from '#api/mail/templates.ts'
import { linkTo, mailNotices, notify, notifyOfProgress } from '#api/notifications/notifications.ts'
import { type LoadedPost, loadPost } from '#api/posts/post/load.ts'
import { readWithContents } from '#api/posts/read-posts.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { networkNames } from '#shared/format-list.ts'
import type { NetworkId } from '#shared/networks.ts'
import { plural } from '#shared/plural.ts'
import { APPROVAL_MESSAGES, type ReviewedContent, wasReviewed } from '#shared/posts/approvals.ts'
import { REVIEW_LINK_MESSAGES } from '#shared/posts/review-links.ts'
import { TAKE_BACK_MESSAGES } from '#shared/posts/take-back.ts'
import { quoted } from '#shared/text/graphemes.ts'

/** A post whose approval changes. */
export type PostUnderReview = LoadedPost & {
  rule: ApprovalRuleRow | null
  approval: ApprovalRow | null
  contents: ReviewedContent[]
  hash: string
  /** True if the business has chosen approvers, and the caller isn't among them. */
  byOthers: boolean
}

/** A reviewer without a login. `ctx.userId` is then the member who made the link. */
export type Reviewer = {
  via: 'link'
  name: string
  link: ReviewLinkRow
  /** The posts that the link shows. */
  postIds: readonly string[]
  /** True if the browser that uses the link has the session of its maker. The activity log says so. */
  isInMakersBrowser?: boolean | undefined
}

/**
 * Loads a post for a change of its approval. Call `hashFilesOf` before `write`.
 * @throws {DomainError} `not_found`
 */
export async function loadForReview(ctx: Inside<OwnerContext>, postId: string): Promise<PostUnderReview> {
  const [loaded, reviewed] = await Promise.all([loadPost(ctx, postId), readWithContents(ctx, postId)])
  const { rule, approval, contents, byOthers } = reviewed
  return { ...loaded, rule, approval, contents, hash: contentHash(contents), byOthers }
}

/**
 * Loads a post for a decision.
 * @throws {DomainError} `not_found`, also for a link that no longer works; `forbidden` for a person who may not decide
 */
export async function loadForDecision(
  ctx: Inside<OwnerContext>,
  postId: string,
  { reviewer, approves }: { reviewer: Reviewer | undefined; approves: boolean },
): Promise<PostUnderReview> {
  if (reviewer) await requireLink(ctx, reviewer)
  const found = await loadForReview(ctx, postId)
  if (!reviewer) {
    requireRole(found.role, 'approve')
    if (found.byOthers) throw new DomainError('forbidden', APPROVAL_MESSAGES.notApprover)
  } else if (approves && !(await linksApprove(ctx, reviewer.link)))
    throw new DomainError('forbidden', APPROVAL_MESSAGES.notByLink)
  return found
}

/**
 * Loads a post whose approval is taken back: by the person who gave it, or by a member who may decide.
 * @throws {DomainError} like `loadForDecision`
 */
export async function loadToTakeBack(
  ctx: Inside<OwnerContext>,
  postId: string,
  reviewer: Reviewer | undefined,
): Promise<PostUnderReview> {
  if (reviewer) {
    const found = await loadForDecision(ctx, postId, { reviewer, approves: false })
    const { via, decidedBy } = found.approval ?? {}
    if (wasReviewed(found.approval) && !(via === 'link' && decidedBy === reviewer.name))
      throw new DomainError('forbidden', TAKE_BACK_MESSAGES.notYours)
    return found
  }
  const found = await loadForReview(ctx, postId)
  if (found.approval?.decidedById === ctx.userId) {
    requireRole(found.role, 'comment')
    return found
  }
  return loadForDecision(ctx, postId, { reviewer, approves: false })
}

/**
 * Returns true if review links of this member approve. A link has its maker's authority: if the business has chosen its
 * approvers, only their links approve, and links of a visiting administrator never do (docs/decisions/088).
 */
export async function linksApprove(
  { db }: Pick<OwnerContext, 'db'>,
  { userId, domainId }: Pick<ReviewLinkRow, 'userId' | 'domainId'>,
): Promise<boolean> {
  const isMaker = and(
    eq(members.userId, userId),
    eq(members.domainId, domainId),
    isNull(members.visitsUntil),
    isChosenApprover(userId, members.domainId),
  )
  return (await db.$count(members, isMaker)) > 0
}

/** @throws {DomainError} `not_found` for a link that was revoked, or whose maker may no longer share links */
export async function requireLink(ctx: Inside<OwnerContext>, { link }: Reviewer): Promise<void> {
  const usable = and(eq(reviewLinks.id, link.id), isUsable(ctx, reviewLinks))
  if ((await ctx.db.$count(reviewLinks, usable)) === 0)
    throw new DomainError('not_found', REVIEW_LINK_MESSAGES.gone)
}

type Details = {
  who: string
  /** Such as “Our vans are red…” and 2 other posts of its series. */
  post: string
  comment: string
  /** Names of the networks whose time had passed; empty if no network is in time. */
  late: string
}

const NOTICES = {
  approvedLate: {
    tone: 'warning',
    title: 'Your post was approved after its time',
    message: ({ who, post, late }: Details) =>
      late
        ? `${who} approved ${post}, but the time for ${late} had passed. Choose a new time to publish it there.`
        : `${who} approved ${post}, but its time had passed. Choose a new time to publish it.`,
  },
  takenBack: {
    tone: 'warning',
    title: 'An approval was taken back',
    message: ({ who, post }: Details) =>
      `${who} took back the approval of ${post}. It waits for approval again.`,
  },
  changesRequested: {
    tone: 'warning',
    title: 'Changes were requested',
    message: ({ who, post, comment }: Details) =>
      `${who} asked for changes to ${post}: “${excerpt(comment)}”`,
  },
} as const

type Authors = { post: Pick<PostUnderReview['post'], 'userId' | 'authorId'>; submittedBy?: string | null }

const authorOf = ({ userId, authorId }: Authors['post']) => authorId ?? userId

/** Returns the person who sent the post for approval, or the author of one that was only shared for review. */
export const submitterOf = ({ post, submittedBy }: Authors): string => submittedBy ?? authorOf(post)

/** Returns the people who are notified of decisions on a post: its author, and the person who sent it for approval. */
export const decisionRecipients = (authors: Authors): string[] => [
  ...new Set([authorOf(authors.post), submitterOf(authors)]),
]

type Decision = {
  /** Number of other posts of the series to which the decision applies. */
  others: number
  outcome: keyof typeof NOTICES | 'approved'
  comment?: string
  late?: NetworkId[]
  reviewer: Reviewer | undefined
}

/**
 * Notifies the author and the person who sent the post for approval, except the one who decided. A post that was approved too
 * late needs a new time, so they get a mail as well. `mailAuthors` sends the mail about requested changes.
 */
export async function notifyOfDecision(
  ctx: Inside<OwnerContext>,
  { post, contents, approval }: PostUnderReview,
  { outcome, others, comment = '', late = [], reviewer }: Decision,
): Promise<void> {
  const text = excerpt(contents[0]?.message ?? '')
  const who = reviewer ? reviewer.name || 'A reviewer' : (await nameOf(ctx)) || 'A colleague'
  const details = {
    who,
    post:
      (text ? quoted(text) : 'your post') +
      (others > 0 ? ` and ${plural(others, 'other post', 'other posts')} of its series` : ''),
    comment,
    late: networkNames(late),
  }
  const recipients = decisionRecipients({ post, submittedBy: approval?.submittedBy ?? null }).filter(
    userId => reviewer || userId !== ctx.userId,
  )
  if (outcome === 'approved')
    return notifyOfApproval(ctx, post, { recipients, reviewer, others, who, of: details.post })
  const { tone, title, message } = NOTICES[outcome]
  const notices = recipients.map(userId => ({
    id: `review:${post.id}:${+ctx.now()}:${userId}`,
    userId,
    domainId: post.domainId,
    type: 'social' as const,
    tone,
    title,
    message: message(details),
    link: linkTo({ postId: post.id }),
  }))
  await notify(ctx, notices)
  if (outcome !== 'approvedLate') return
  await mailNotices(ctx, notices, ({ url, ...parts }, notice) =>
    accountMail({ ...parts, ...notice, action: { label: 'Choose a new time', url } }),
  )
}

/** Approvals of one person in this time are one notification, because a whole month is often approved at once. */
const TOGETHER_MS = 10 * MINUTE_MS

type NewApproval = Pick<Decision, 'reviewer' | 'others'> & { recipients: string[]; who: string; of: string }

async function notifyOfApproval(
  ctx: Inside<OwnerContext>,
  { id, domainId }: PostUnderReview['post'],
  { recipients, reviewer, others, who, of }: NewApproval,
): Promise<void> {
  const since = new Date(Math.floor(+ctx.now() / TOGETHER_MS) * TOGETHER_MS)
  const bySame = reviewer
    ? and(eq(approvals.via, 'link'), eq(approvals.decidedBy, reviewer.name))
    : eq(approvals.decidedById, ctx.userId)
  const approved = await ctx.db
    .select({ userId: posts.userId, authorId: posts.authorId, submittedBy: approvals.submittedBy })
    .from(approvals)
    .innerJoin(posts, eq(posts.id, approvals.postId))
    .where(
      and(
        eq(approvals.domainId, domainId),
        eq(approvals.state, 'approved'),
        gte(approvals.decidedAt, since),
        bySame,
      ),
    )
  const countFor = (userId: string) =>
    approved.filter(({ submittedBy, ...post }) => decisionRecipients({ post, submittedBy }).includes(userId))
      .length
  await notifyOfProgress(
    ctx,
    recipients.map(userId => {
      const count = countFor(userId)
      const isFirst = count <= 1 + others
      return {
        id: `approved:${domainId}:${reviewer?.link.id ?? ctx.userId}:${+since}:${userId}`,
        userId,
        domainId,
        type: 'social' as const,
        tone: 'success' as const,
        title: isFirst ? 'Your post was approved' : `${count} of your posts were approved`,
        message: isFirst ? `${who} approved ${of}.` : `${who} approved ${count} posts, ${of} among them.`,
        link: isFirst ? linkTo({ postId: id }) : '/dashboard/view-post?tab=scheduled',
      }
    }),
    { evenIfSame: true },
  )
}
