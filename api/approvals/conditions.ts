import { and, eq, inArray, type SQL, sql, type SQLWrapper } from 'drizzle-orm'

import { allOf, anyOf } from '#api/db/conditions.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { HELD_UNAPPROVED, REVIEW_STATES } from '#shared/posts/posts.ts'

/** SQL condition: the delivery's business requires approval. */
export const requiresApproval = sql`exists (
  select 1 from approval_rules where approval_rules.domain_id = deliveries.domain_id and required)`

/** SQL condition: the delivery's post may go out: it is approved, or exempt. Its content may have changed since; `maySend` also compares the content. */
export const isApproved = sql`exists (
  select 1 from approvals where approvals.post_id = deliveries.post_id and approvals.state = 'approved')`

/** SQL condition: somebody approved the delivery's post. Posts that are exempt from approval were not. */
export const wasApproved = sql`exists (
  select 1 from approvals where approvals.post_id = deliveries.post_id and approvals.state = 'approved'
    and not approvals.exempt)`

/** SQL condition: the delivery has no time of its own, and goes out once its post is approved. */
export const goesOutWhenApproved = allOf(
  inArray(deliveries.state, REVIEW_STATES),
  sql`exists (
    select 1 from approvals where approvals.post_id = deliveries.post_id and when_approved)`,
)

/** SQL condition: the delivery waits for an approval, or was held for lack of one. */
export const awaitsApproval = anyOf(
  inArray(deliveries.state, REVIEW_STATES),
  and(eq(deliveries.state, 'held'), inArray(deliveries.reasonCode, [...HELD_UNAPPROVED])),
)

/**
 * SQL condition: some of the post's deliveries wait for an approval, and it has none. It also holds while its business no
 * longer requires approval, because only approvers decide on a post that was sent to them.
 */
export const isAwaited = (postId: SQLWrapper | string) => sql`(exists (
  select 1 from deliveries as waiting where waiting.post_id = ${postId} and (waiting.state in ${REVIEW_STATES}
    or waiting.state = 'held' and waiting.reason_code in ${[...HELD_UNAPPROVED]}))
  and not exists (select 1 from approvals where approvals.post_id = ${postId} and approvals.state = 'approved'))`

/** SQL expression: the state of deliveries of this post that wait for an approval. */
export const reviewState = (postId: SQLWrapper | string) =>
  sql`coalesce((select approvals.state from approvals
    where approvals.post_id = ${postId} and approvals.state <> 'approved'), 'in_review')`

/** SQL condition: the delivery's post isn't approved, although its business requires that. */
export const lacksApproval = sql`(${requiresApproval} and not ${isApproved})`

/**
 * SQL condition: the delivery needs no approval, or exactly the content that is about to be sent was approved.
 * @param contentHash expression for the content's hash; null if it wasn't computed
 */
export const maySend = (contentHash: SQL) => sql`(not ${requiresApproval} or exists (
  select 1 from approvals, json_each(approvals.signed) as hash
  where approvals.post_id = deliveries.post_id and approvals.state = 'approved'
    and hash.value = ${contentHash}))`
