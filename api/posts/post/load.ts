import { and, asc, eq, getTableColumns } from 'drizzle-orm'

import { requireRole } from '#api/auth/access/membership.ts'
import type { Inside, OwnerContext } from '#api/context.ts'
import { type Account, accounts } from '#api/db/schema/businesses/accounts.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { type ApprovalRow, approvals } from '#api/db/schema/posts/approvals.ts'
import { type DeliveryRow, deliveries, posts } from '#api/db/schema/posts/posts.ts'
import { mayBePublished } from '#api/deliveries/may-be-published.ts'
import { noSuchPostError } from '#api/posts/read-posts.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { type Role, isAllowed } from '#shared/businesses/permissions.ts'
import {
  type ChangeError,
  authorError,
  isCanceled,
  isChangeable,
  isNotStarted,
} from '#shared/posts/changes.ts'
import { POST_MESSAGES } from '#shared/posts/posts.ts'

export type PostOrDelivery = { postId: string; deliveryId?: string | undefined }

export type LoadedDelivery = DeliveryRow & {
  /** True if an intent is recorded, so that the network may have the post. */
  mayBePublished: boolean
  /** The account that is connected for the delivery's network, if any. */
  account: { providerId: string; name: string; status: Account['status'] } | null
}

/** A post, loaded for a change: its rows, and the caller's role. */
export type LoadedPost = {
  post: typeof posts.$inferSelect
  /** Deliveries in the order of their ids. */
  deliveries: LoadedDelivery[]
  approval: ApprovalRow | null
  role: Role
  isOwn: boolean
}

/**
 * Loads a post for a change inside `write`.
 * @throws {DomainError} `not_found`, also for another business's post
 */
export async function loadPost({ db, userId }: Inside<OwnerContext>, postId: string): Promise<LoadedPost> {
  const [[found], rows] = await Promise.all([
    db
      .select({ post: posts, role: members.role, approval: approvals })
      .from(posts)
      .innerJoin(members, and(eq(members.domainId, posts.domainId), eq(members.userId, userId)))
      .leftJoin(approvals, eq(approvals.postId, posts.id))
      .where(eq(posts.id, postId)),
    db
      .select({
        ...getTableColumns(deliveries),
        mayBePublished,
        account: { providerId: accounts.providerId, name: accounts.name, status: accounts.status },
      })
      .from(deliveries)
      .leftJoin(accounts, eq(accounts.id, deliveries.accountId))
      .where(eq(deliveries.postId, postId))
      .orderBy(asc(deliveries.id)),
  ])
  if (!found) throw noSuchPostError()
  return { ...found, deliveries: rows, isOwn: found.post.authorId === userId }
}

/** Returns the deliveries that aren't cancelled. */
export const activeDeliveries = ({ deliveries: all }: LoadedPost) =>
  all.filter(delivery => !isCanceled(delivery))

export const hasBegun = (delivery: LoadedDelivery) => delivery.mayBePublished || !isChangeable(delivery)

/** Returns true for a post that `isNotStarted`, and whose active deliveries can't be public. */
export const isUnsent = (loaded: LoadedPost): boolean =>
  isNotStarted(loaded.deliveries) && !activeDeliveries(loaded).some(delivery => delivery.mayBePublished)

/** Returns the exception for an error of the rules in `shared/posts/changes.ts`. */
export const toDomainError = ({ code, message }: ChangeError) => new DomainError(code, message)

type Changed = { role: Role } & Parameters<typeof authorError>[0]

/** @throws {DomainError} for roles that may not publish: `forbidden` for another author's post, `conflict` for an approved one */
export function requireMayChange({ role, ...post }: Changed): void {
  requireRole(role, 'write')
  const error = isAllowed(role, 'publish') ? undefined : authorError(post)
  if (error) throw toDomainError(error)
}

/** @throws {DomainError} `conflict` if the post no longer has the version that the caller has seen */
export function requireVersion({ post }: LoadedPost, version: number | undefined): void {
  if (version !== undefined && post.version !== version)
    throw new DomainError('conflict', POST_MESSAGES.changed)
}

/**
 * Returns the chosen delivery, or all of the post's.
 * @throws {DomainError} `not_found` if there is none
 */
export function chosenDeliveries(
  { deliveries }: LoadedPost,
  deliveryId: string | undefined,
): LoadedDelivery[] {
  const chosen = deliveryId ? deliveries.filter(({ id }) => id === deliveryId) : deliveries
  if (chosen.length === 0) throw noSuchPostError()
  return chosen
}
