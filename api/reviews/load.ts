import { and, eq, isNull } from 'drizzle-orm'

import { requireRole } from '#api/auth/access/membership.ts'
import { isUsable } from '#api/businesses/links.ts'
import type { Inside, OwnerContext } from '#api/context.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import {
  type ApprovalRow,
  type ApprovalRuleRow,
  type ReviewLinkRow,
  reviewLinks,
} from '#api/db/schema/posts/approvals.ts'
import { isChosenApprover } from '#api/deliveries/approval/conditions.ts'
import { contentHash } from '#api/deliveries/approval/content.ts'
import { type LoadedPost, loadPost } from '#api/posts/post/load.ts'
import { readPostWithContents } from '#api/posts/read-posts.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { APPROVAL_MESSAGES, type ReviewedContent, wasReviewed } from '#shared/posts/approvals.ts'
import { REVIEW_LINK_MESSAGES } from '#shared/posts/review-links.ts'
import { TAKE_BACK_MESSAGES } from '#shared/posts/take-back.ts'

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
  postIds: readonly string[]
  /** True if the browser that uses the link has the session of its maker. The activity log says so. */
  isInMakersBrowser?: boolean | undefined
}

/**
 * Loads a post for a change of its approval. Call `hashFilesOf` before `write`.
 * @throws {DomainError} `not_found`
 */
export async function loadForReview(ctx: Inside<OwnerContext>, postId: string): Promise<PostUnderReview> {
  const [loaded, reviewed] = await Promise.all([loadPost(ctx, postId), readPostWithContents(ctx, postId)])
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
