import { and, eq, inArray, or, type SQL, sql, type SQLWrapper } from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { Context, UserContext } from '#api/context.ts'
import { allOf } from '#api/db/conditions.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import type { SQLiteColumn } from '#api/db/schema/columns.ts'
import { approvalRules } from '#api/db/schema/posts/approvals.ts'
import { rolesWith } from '#shared/businesses/permissions.ts'
import { type DeliveryState, HELD_UNAPPROVED } from '#shared/posts/posts.ts'

/** SQL condition: the delivery's business requires approval, or a review link holds its post, or held it until its approval. */
const requiresApproval = sql`(exists (
  select 1 from approval_rules where approval_rules.domain_id = deliveries.domain_id and required)
  or exists (select 1 from approvals where approvals.post_id = deliveries.post_id and waits_again))`

/** SQL condition: the delivery's post is approved, or exempt from approval. Only `maySend` compares the content as well. */
export const isApproved = sql`exists (
  select 1 from approvals where approvals.post_id = deliveries.post_id and approvals.state = 'approved')`

/** SQL expression: the state of deliveries of this post that wait for an approval. */
export const reviewState = (postId: SQLWrapper | string) =>
  sql`coalesce((select approvals.state from approvals
    where approvals.post_id = ${postId} and approvals.state <> 'approved'), 'in_review')`

/** SQL condition: the delivery's post isn't approved, although its business or a review link requires that. */
export const lacksApproval = sql`(${requiresApproval} and not ${isApproved})`

/**
 * SQL condition: the delivery needs no approval, or exactly the content that is about to be sent was approved.
 * @param contentHash expression for the content's hash; null if it wasn't computed
 */
export const maySend = (contentHash: SQL) => sql`(not ${requiresApproval} or exists (
  select 1 from approvals, json_each(approvals.signed) as hash
  where approvals.post_id = deliveries.post_id and approvals.state = 'approved'
    and hash.value = ${contentHash}))`

const APPROVING_ROLES = rolesWith('approve')

/** SQL: the chosen approvers of a business whose role still lets them approve. */
const chosenApprovers = (domainId: SQLWrapper) => sql`
  select chosen.value from approval_rules as rule, json_each(rule.approvers) as chosen
  join members as able on able.domain_id = rule.domain_id and able.user_id = chosen.value
    and able.role in ${APPROVING_ROLES}
  where rule.domain_id = ${domainId}`

/**
 * SQL condition: the business has chosen this member as an approver. If it has chosen nobody, or none of the chosen can approve
 * any more, it holds for everybody. Check the member's role as well.
 */
export const isChosenApprover = (userId: SQLWrapper | string, domainId: SQLWrapper) =>
  sql`(${userId} in (${chosenApprovers(domainId)}) or not exists (${chosenApprovers(domainId)}))`

/** Returns the members who may approve, by their role and by the business's rule. */
export async function listApprovers({ db }: Pick<Context, 'db'>, domainId: string): Promise<string[]> {
  const rows = await db
    .select({ userId: members.userId })
    .from(members)
    .where(
      and(
        eq(members.domainId, domainId),
        inArray(members.role, [...APPROVING_ROLES]),
        isChosenApprover(sql`members.user_id`, sql`members.domain_id`),
      ),
    )
  return rows.map(({ userId }) => userId)
}

/** States that a delivery can have while its post waits for an approval. `waitsForApproval` says whether it does. */
export const WAITING_STATES: readonly DeliveryState[] = ['in_review', 'held']

/** SQL condition on a delivery in one of these states: it is in review, or held because nobody approved it in time. */
export const waitsForApproval = ({ state, reasonCode }: { state: SQLiteColumn; reasonCode: SQLiteColumn }) =>
  or(eq(state, 'in_review'), inArray(reasonCode, [...HELD_UNAPPROVED]))

/** SQL condition on a delivery: its post waits for an approval that this user may give. */
export const awaitsApprovalBy = (userId: string) => sql`(
  exists (select 1 from approvals where approvals.post_id = deliveries.post_id and approvals.state = 'in_review')
  and ${mayApproveIn(userId, sql`deliveries.domain_id`)})`

/** Returns true if this business requires approvals that the user may give; without an id, if any of their businesses does. */
export async function isRequiredApprover({ db, userId }: UserContext, domainId?: string): Promise<boolean> {
  const isTheirs = and(
    eq(approvalRules.required, true),
    domainId ? eq(approvalRules.domainId, domainId) : undefined,
    mayApproveIn(userId, approvalRules.domainId),
  )
  return (await db.$count(approvalRules, isTheirs)) > 0
}

const mayApproveIn = (userId: string, domainId: SQLWrapper) =>
  allOf(isAllowedIn({ userId }, domainId, 'approve'), isChosenApprover(userId, domainId))
