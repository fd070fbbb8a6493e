import { and, eq, type SQL, sql } from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { UserContext } from '#api/context.ts'
import { approvalRules } from '#api/db/schema/posts/approvals.ts'
import { type DeliveryState, HELD_UNAPPROVED } from '#shared/posts/posts.ts'
import { isChosenApprover } from './approvers.ts'

/** States that a delivery can have while its post waits for an approval. `waitsForApproval` says whether it does. */
export const WAITING_STATES: readonly DeliveryState[] = ['in_review', 'held']

/** SQL condition on a delivery in one of these states: it is in review, or held because nobody approved it in time. */
export const waitsForApproval = (table: SQL) =>
  sql`(${table}.state = 'in_review' or ${table}.reason_code in ${HELD_UNAPPROVED})`

/** SQL condition on a delivery: its post waits for an approval that this user may give. */
export const isWaitingFor = (userId: SQL) => sql`(
  exists (select 1 from approvals where approvals.post_id = deliveries.post_id and approvals.state = 'in_review')
  and ${mayApproveIn(userId, sql`deliveries.domain_id`)})`

/** Returns true if this business requires approvals that the user may give; without an id, if any of their businesses does. */
export async function approvesForRule({ db, userId }: UserContext, domainId?: string): Promise<boolean> {
  const isTheirs = and(
    eq(approvalRules.required, true),
    domainId ? eq(approvalRules.domainId, domainId) : undefined,
    mayApproveIn(sql`${userId}`, sql`${approvalRules.domainId}`),
  )
  return (await db.$count(approvalRules, isTheirs)) > 0
}

const mayApproveIn = (userId: SQL, domainId: SQL) =>
  sql`(${isAllowedIn({ userId }, domainId, 'approve')} and ${isChosenApprover(userId, domainId)})`
