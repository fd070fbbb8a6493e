import { and, eq, ne, not, type SQL, sql, type SQLWrapper } from 'drizzle-orm'

import { awaitsApproval, reviewState } from '#api/approvals/conditions.ts'
import type { UserContext } from '#api/context.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { DomainError } from '#api/errors.ts'
import { isAllowedIn, requireRole } from '#api/members/membership.ts'
import { isAllowed, type Role } from '#shared/businesses/permissions.ts'
import { APPROVAL_MESSAGES } from '#shared/posts/approvals.ts'
import { isChangeableByAuthor, type Post } from '#shared/posts/posts.ts'

/**
 * SQL condition: the caller may change the post. Members who may publish may change any post, and authors their own until it
 * is approved. After an author's change the deliveries still wait for approval, so the condition stays true within the
 * batch.
 */
export function mayChange({ db, userId }: UserContext, postId: string): SQL {
  const ofPost = and(eq(deliveries.postId, postId), ne(deliveries.state, 'canceled'))
  const approved = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(ofPost, not(awaitsApproval)))
  const waiting = db.select({ id: deliveries.id }).from(deliveries).where(and(ofPost, awaitsApproval))
  const isOf = (permission: 'publish' | 'write') => isAllowedIn({ userId }, sql`theirs.domain_id`, permission)
  return sql`exists (select 1 from posts as theirs where theirs.id = ${postId} and (${isOf('publish')}
    or (theirs.author_id = ${userId} and ${isOf('write')} and exists ${waiting} and not exists ${approved})))`
}

/** Returns the effect of a change: it schedules the post for members who may publish, and submits it for approval for authors. */
export function plannedBy(ctx: UserContext, { _id: postId, domainId }: Pick<Post, '_id' | 'domainId'>) {
  const needsApproval = not(isAllowedIn(ctx, sql`${domainId}`, 'publish'))
  return {
    /** SQL condition for `requestApproval`. */
    needsApproval,
    /** Values of a delivery that is due at this time. */
    at: (publishAt: SQLWrapper | Date) => ({
      state: sql`iif(${needsApproval}, ${reviewState(postId)}, 'scheduled')`,
      wakeAt: sql`iif(${needsApproval}, null, ${publishAt instanceof Date ? +publishAt : publishAt})`,
    }),
  }
}

/**
 * @throws {DomainError} for roles that may not publish: `forbidden` for a post of somebody else, `conflict` for an approved
 * post
 */
export function requireMayChange(role: Role, { isOwn, deliveries: all }: Post): void {
  if (isAllowed(role, 'publish')) return
  requireRole(role, 'write')
  if (!isOwn) throw new DomainError('forbidden', APPROVAL_MESSAGES.othersPost)
  if (!isChangeableByAuthor(all)) throw new DomainError('conflict', APPROVAL_MESSAGES.approvedBefore)
}
