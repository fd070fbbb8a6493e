import { and, eq, exists, type SQL, sql } from 'drizzle-orm'

import { isChosenApprover } from '#api/approvals/approvers.ts'
import { isAllowedIn, requirePermission } from '#api/auth/access/membership.ts'
import { isUsable } from '#api/businesses/links.ts'
import type { Context, UserContext } from '#api/context.ts'
import { type ReviewLinkRow, reviewLinks } from '#api/db/schema/posts/approvals.ts'
import { DomainError } from '#api/errors.ts'
import { readPost } from '#api/posts/posts.ts'
import type { Permission } from '#shared/businesses/permissions.ts'
import { APPROVAL_MESSAGES, type ApprovalWay } from '#shared/posts/approvals.ts'

/** The person who comments or decides: a member, or a reviewer with the name that they entered. */
export type Actor = {
  via: ApprovalWay
  userId?: string
  name?: string
  /** The member who made the reviewer's link, if they have signed in in the browser that uses it. */
  makerId?: string | undefined
  /**
   * SQL condition: the person may still decide. Each statement includes it, so that a person who is removed during the call
   * changes nothing.
   */
  may: SQL
}

type Approver = { domainId: string; userId: string }

const isChosen = ({ domainId, userId }: Approver) => isChosenApprover(userId, sql`${domainId}`)

/**
 * SQL condition: links of this member may approve. Links of a visiting administrator may not, because the administrator may
 * not either.
 */
const mayDelegate = (creator: Approver) => sql`(${isChosen(creator)} and not exists (
  select 1 from members as visiting where visiting.domain_id = ${creator.domainId} and visiting.user_id = ${creator.userId}
    and visiting.visits_until is not null))`

/** @throws {DomainError} `forbidden` unless the condition holds */
async function requireThat({ db }: Pick<Context, 'db'>, condition: SQL, message: string): Promise<void> {
  const [row] = await db.all<{ holds: number }>(sql`select ${condition} as holds`)
  if (!row?.holds) throw new DomainError('forbidden', message)
}

/** Returns the member who acts on a post. @throws {DomainError} `not_found`, `forbidden` */
export async function memberFor(ctx: UserContext, postId: string, permission: Permission): Promise<Actor> {
  const { userId } = ctx
  const { domainId } = await readPost(ctx, postId)
  await requirePermission(ctx, domainId, permission)
  const may = isAllowedIn(ctx, sql`${domainId}`, permission)
  if (permission !== 'approve') return { via: 'session', userId, may }
  await requireThat(ctx, isChosen({ domainId, userId }), APPROVAL_MESSAGES.notApprover)
  return { via: 'session', userId, may: sql`(${may} and ${isChosen({ domainId, userId })})` }
}

/**
 * Returns a reviewer with a link. A link approves with the authority of the member who created it: if the business has
 * chosen its approvers, only their links may approve, and links of a visiting administrator never may (docs/decisions/088).
 * @throws {DomainError} `forbidden` for an approval with another member's link
 */
export async function reviewerWith(
  ctx: Context,
  link: ReviewLinkRow,
  {
    name,
    approves,
    isInMakersBrowser,
  }: { name: string; approves: boolean; isInMakersBrowser?: boolean | undefined },
): Promise<Actor> {
  const isOpen = exists(
    ctx.db
      .select({ id: reviewLinks.id })
      .from(reviewLinks)
      .where(and(eq(reviewLinks.id, link.id), isUsable(ctx, reviewLinks))),
  )
  const reviewer = { via: 'link', name, makerId: isInMakersBrowser ? link.userId : undefined } as const
  if (!approves) return { ...reviewer, may: isOpen }
  await requireThat(ctx, mayDelegate(link), APPROVAL_MESSAGES.notByLink)
  return { ...reviewer, may: sql`(${isOpen} and ${mayDelegate(link)})` }
}
