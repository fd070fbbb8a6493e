import { and, eq, inArray, ne, not, type SQL, sql, type SQLWrapper } from 'drizzle-orm'

import { awaitsApproval, isAwaited, reviewState } from '#api/approvals/conditions.ts'
import { isAllowedIn, requireRole, roleIn } from '#api/auth/access/membership.ts'
import type { UserContext } from '#api/context.ts'
import { anyOf } from '#api/db/conditions.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { DomainError } from '#api/errors.ts'
import { isAllowed, type Role } from '#shared/businesses/permissions.ts'
import { APPROVAL_MESSAGES } from '#shared/posts/approvals.ts'
import { isChangeableByAuthor, REVIEW_STATES } from '#shared/posts/posts.ts'
import { readPost } from './posts.ts'

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
  return mayAct(userId, postId, sql`exists ${waiting} and not exists ${approved}`)
}

/** SQL condition: the user may publish in the post's business, or wrote the post, may still write, and `ifOwn` holds. */
function mayAct(userId: string, postId: string, ifOwn: SQL): SQL {
  const isOf = (permission: 'publish' | 'write') => isAllowedIn({ userId }, sql`theirs.domain_id`, permission)
  return sql`exists (select 1 from posts as theirs where theirs.id = ${postId} and (${isOf('publish')}
    or (theirs.author_id = ${userId} and ${isOf('write')} and ${ifOwn})))`
}

/**
 * Returns the effect of a change. For members who may publish it schedules the post, for authors it submits it for approval. A
 * post that waits for approval still does, even if its business no longer requires that.
 */
export function plannedBy(ctx: UserContext, postId: string) {
  const domainId = sql`(select domain_id from posts where id = ${postId})`
  const needsApproval = not(isAllowedIn(ctx, domainId, 'publish'))
  const waits = anyOf(needsApproval, isAwaited(postId))
  return {
    /** SQL condition: the caller's changes need approval, whatever the rule says. */
    needsApproval,
    /** Returns the column values of a delivery that is due then. */
    at: (publishAt: SQLWrapper | Date) => ({
      state: sql`iif(${waits}, ${reviewState(postId)}, 'scheduled')`,
      wakeAt: sql`iif(${waits}, null, ${publishAt instanceof Date ? +publishAt : publishAt})`,
    }),
    /** SQL condition for `requestApproval`. */
    submits: anyOf(needsApproval, inArray(deliveries.state, REVIEW_STATES)),
  }
}

type Changeable = { role: Role; isOwn?: boolean; deliveries: Parameters<typeof isChangeableByAuthor>[0] }

/**
 * @throws {DomainError} for roles that may not publish: `forbidden` for a post of somebody else, `conflict` for an approved
 * post
 */
export function requireMayChange({ role, isOwn, deliveries: all }: Changeable): void {
  if (isAllowed(role, 'publish')) return
  requireRole(role, 'write')
  if (!isOwn) throw new DomainError('forbidden', APPROVAL_MESSAGES.othersPost)
  if (!isChangeableByAuthor(all)) throw new DomainError('conflict', APPROVAL_MESSAGES.approvedBefore)
}

/** Like `requireMayChange`, for a post that hasn't been read. Finds nothing wrong with posts that don't exist. */
export async function requireMayChangePost(ctx: UserContext, postId: string): Promise<void> {
  const role = await roleIn(ctx, sql`(select domain_id from posts where id = ${postId})`)
  if (role && !isAllowed(role, 'publish')) requireMayChange({ role, ...(await readPost(ctx, postId)) })
}
