import { and, eq, inArray, lte, not, sql } from 'drizzle-orm'

import { approversOf, isChosenApprover } from '#api/approvals/approvers.ts'
import { requestApproval } from '#api/approvals/withdraw.ts'
import { isAllowedIn, requireMembership, requireReadRole, roleRead } from '#api/auth/access/membership.ts'
import { recordActivity } from '#api/businesses/activity/record.ts'
import { withStoppedClock, type UserContext } from '#api/context.ts'
import { allOf } from '#api/db/conditions.ts'
import { insertMany } from '#api/db/insert-many.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { approvalRules } from '#api/db/schema/posts/approvals.ts'
import { deliveries, PUBLISH_STEP } from '#api/db/schema/posts/posts.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import { invalidField } from '#api/errors.ts'
import { rolesWith } from '#shared/businesses/permissions.ts'
import {
  APPROVAL_MESSAGES,
  type ApprovalRule,
  DUE_SOON_MINUTES,
  type ReadApprovalRule,
} from '#shared/posts/approvals.ts'
import { REVIEW_STATES } from '#shared/posts/posts.ts'
import type { Actor } from './actor.ts'
import { approvalInsert } from './decide.ts'
import { readContent } from './read-content.ts'

const distinctPosts = sql<number>`count(distinct ${deliveries.postId})`

/** @throws {DomainError} `not_found` */
export async function readRule(ctx: UserContext, domainId: string): Promise<ReadApprovalRule> {
  await requireMembership(ctx, domainId)
  const scheduled = and(eq(deliveries.domainId, domainId), eq(deliveries.state, 'scheduled'))
  const [approvers, [rule], [all], [soon]] = await Promise.all([
    approversOf(ctx, domainId),
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
  runningCtx: UserContext,
  domainId: string,
  { required, approvers }: ApprovalRule,
): Promise<ReadApprovalRule> {
  const ctx = withStoppedClock(runningCtx)
  await requireMembership(ctx, domainId, 'configure')
  const chosen = and(eq(members.domainId, domainId), inArray(members.userId, approvers))
  const able = and(chosen, inArray(members.role, [...rolesWith('approve')]))
  if ((await ctx.db.$count(members, able)) < new Set(approvers).size)
    throw invalidField('approvers', APPROVAL_MESSAGES.unable)
  const before = await readRule(ctx, domainId)
  const values = { required, approvers, changedAt: ctx.now() }
  const isChange = required !== before.required || !Bun.deepEquals(approvers, before.approvers)
  const may = isAllowedIn(ctx, sql`${domainId}`, 'configure')
  const by: Actor = { via: 'session', userId: ctx.userId, may }
  // Checked after the new rule is written, so that a rule with other approvers exempts nothing in the caller's name.
  const mayExempt = allOf(
    may,
    isAllowedIn(ctx, sql`${domainId}`, 'approve'),
    isChosenApprover(ctx.userId, sql`${domainId}`),
  )
  const exempt = required && !before.required ? await readDueSoon(ctx, domainId) : []
  const ofDomain = eq(deliveries.domainId, domainId)
  const results = await ctx.db.batch([
    roleRead(ctx, domainId),
    insertMany(
      ctx.db,
      approvalRules,
      { domainId, ...values },
      sql`from (select 1) where ${by.may}`,
    ).onConflictDoUpdate({
      target: approvalRules.domainId,
      set: values,
    }),
    recordActivity(
      ctx,
      { domainId, act: 'business.rule', details: { required, wasRequired: before.required } },
      sql`from (select 1) where changes() > 0 and ${isChange}`,
    ),
    ...exempt.flatMap(found => [
      approvalInsert(ctx, found, { ...by, may: mayExempt }, { exempt: true }),
      recordActivity(ctx, { domainId, act: 'post.exempted', postId: found.post.id }),
    ]),
    ...requestApproval(ctx, ofDomain),
  ])
  await broadcastDeliveries(ctx, results.at(-1) as (typeof deliveries.$inferSelect)[])
  requireReadRole(results[0], 'configure')
  return readRule(ctx, domainId)
}

/** SQL condition: the delivery waited for an approval before the database was set back, and is being reconciled. */
const wasInReview = sql`exists (
  select 1 from delivery_steps where delivery_id = deliveries.id and name = ${PUBLISH_STEP}
    and intent -> '$.otherwise' ->> 'state' in ${REVIEW_STATES})`

async function readDueSoon(ctx: UserContext, domainId: string) {
  const rows = await ctx.db
    .selectDistinct({ postId: deliveries.postId })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.domainId, domainId),
        inArray(deliveries.state, ['scheduled', 'publishing', 'unconfirmed']),
        isDueSoon(ctx),
        not(wasInReview),
      ),
    )
  return Promise.all(rows.map(({ postId }) => readContent(ctx, postId)))
}
