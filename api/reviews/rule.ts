import { and, eq, inArray, lte, not, sql } from 'drizzle-orm'

import { requireMembership } from '#api/auth/access/membership.ts'
import { recordActivity } from '#api/businesses/activity/record.ts'
import type { Inside, UserContext } from '#api/context.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { approvalRules } from '#api/db/schema/posts/approvals.ts'
import { deliveries, deliverySteps } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { isApproved, listApprovers } from '#api/deliveries/approval/conditions.ts'
import { hashFilesOf } from '#api/deliveries/approval/content.ts'
import { sendToReview } from '#api/deliveries/approval/request.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import { isIntentOf } from '#api/deliveries/may-be-published.ts'
import { invalidField } from '#api/runtime/errors.ts'
import { rolesWith } from '#shared/businesses/permissions.ts'
import {
  APPROVAL_MESSAGES,
  type ApprovalRule,
  DUE_SOON_MINUTES,
  type ReadApprovalRule,
} from '#shared/posts/approvals.ts'
import { REVIEW_STATES } from '#shared/posts/posts.ts'
import { saveAsApproved } from './decide.ts'
import { linksApprove, loadForReview } from './load.ts'

const distinctPosts = sql<number>`count(distinct ${deliveries.postId})`

/** @throws {DomainError} `not_found` */
export async function readRule(ctx: Inside<UserContext>, domainId: string): Promise<ReadApprovalRule> {
  await requireMembership(ctx, domainId)
  const scheduled = and(eq(deliveries.domainId, domainId), eq(deliveries.state, 'scheduled'), not(isApproved))
  const [approvers, [rule], [all], [soon]] = await Promise.all([
    listApprovers(ctx, domainId),
    ctx.db.select().from(approvalRules).where(eq(approvalRules.domainId, domainId)),
    ctx.db.select({ n: distinctPosts }).from(deliveries).where(scheduled),
    ctx.db
      .select({ n: distinctPosts })
      .from(deliveries)
      .where(and(scheduled, isDueSoon(ctx))),
  ])
  return {
    required: rule?.required ?? false,
    // A chosen approver may have left the business, or may have another role now.
    approvers: rule?.approvers.filter(id => approvers.includes(id)) ?? [],
    scheduled: all?.n ?? 0,
    dueSoon: soon?.n ?? 0,
    exempts: approvers.includes(ctx.userId),
    linksApprove: await linksApprove(ctx, { ...ctx, domainId }),
  }
}

const isDueSoon = ({ now }: Pick<UserContext, 'now'>) =>
  lte(deliveries.publishAt, new Date(+now() + DUE_SOON_MINUTES * 60_000))

/**
 * Sets the rule. Turning it on moves scheduled posts to review. If the caller may approve, posts that are in flight or due
 * within minutes are exempt: they go out as they are, and the record names the caller. Turning it off releases nothing.
 * @throws {DomainError} `not_found`, `forbidden`, `invalid` for an approver whose role can't approve
 */
export async function setRule(
  ctx: UserContext,
  domainId: string,
  { required, approvers }: ApprovalRule,
): Promise<ReadApprovalRule> {
  await requireMembership(ctx, domainId, 'configure')
  if (required) await hashFilesOf(ctx, await postsDueSoon(ctx, domainId))
  return write(ctx, async ctx => {
    await requireMembership(ctx, domainId, 'configure')
    await requireApprovers(ctx, domainId, approvers)
    const before = await readRule(ctx, domainId)
    const values = { required, approvers, changedAt: ctx.now() }
    await ctx.db
      .insert(approvalRules)
      .values({ domainId, ...values })
      .onConflictDoUpdate({ target: approvalRules.domainId, set: values })
    if (required !== before.required || !Bun.deepEquals(approvers, before.approvers)) {
      const details = { required, wasRequired: before.required }
      await recordActivity(ctx, { domainId, act: 'business.rule', details })
    }
    const { exempts } = await readRule(ctx, domainId)
    if (required && !before.required && exempts) await exemptDueSoon(ctx, domainId)
    await broadcastDeliveries(ctx, await sendToReview(ctx, eq(deliveries.domainId, domainId)))
    return readRule(ctx, domainId)
  })
}

/** Requires that all these members may approve. @throws {DomainError} `invalid` */
async function requireApprovers({ db }: Inside<UserContext>, domainId: string, approvers: string[]) {
  const able = and(
    eq(members.domainId, domainId),
    inArray(members.userId, approvers),
    inArray(members.role, [...rolesWith('approve')]),
  )
  if ((await db.$count(members, able)) < new Set(approvers).size)
    throw invalidField('approvers', APPROVAL_MESSAGES.unable)
}

/** Lets posts that are in flight or due within minutes go out as they are. Posts that count as approved stay approved. */
async function exemptDueSoon(ctx: Inside<UserContext>, domainId: string): Promise<void> {
  for (const postId of await postsDueSoon(ctx, domainId)) {
    const found = await loadForReview(ctx, postId)
    if (found.approval?.state === 'approved') continue
    await saveAsApproved(ctx, found, { exempt: true })
    await recordActivity(ctx, { domainId, act: 'post.exempted', postId })
  }
}

/**
 * Returns the ids of posts that are in flight or due within minutes. Leaves out those that are being reconciled after the database
 * was set back, if they waited for approval before.
 */
async function postsDueSoon(ctx: Inside<UserContext>, domainId: string): Promise<string[]> {
  const rows = await ctx.db
    .select({ postId: deliveries.postId, intent: deliverySteps.intent })
    .from(deliveries)
    .leftJoin(deliverySteps, isIntentOf(deliveries.id))
    .where(
      and(
        eq(deliveries.domainId, domainId),
        inArray(deliveries.state, ['scheduled', 'publishing', 'unconfirmed']),
        isDueSoon(ctx),
      ),
    )
  const reviewed: readonly unknown[] = REVIEW_STATES
  const wasInReview = ({ intent }: (typeof rows)[number]) =>
    reviewed.includes((intent?.['otherwise'] as { state?: unknown } | undefined)?.state)
  return [...new Set(rows.filter(row => !wasInReview(row)).map(({ postId }) => postId))]
}
