import { requireRole } from '#api/auth/access/membership.ts'
import { noSuchPost } from '#api/posts/posts.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { isAllowed, type Role } from '#shared/businesses/permissions.ts'
import { type Refusal, refuseAuthor } from '#shared/posts/changes.ts'
import { POST_MESSAGES } from '#shared/posts/posts.ts'
import type { LoadedDelivery, LoadedPost } from './load.ts'

/** Returns the error for a change that a rule of `shared/posts/changes.ts` refuses. */
export const refuse = ({ code, message }: Refusal) => new DomainError(code, message)

type Changed = { role: Role } & Parameters<typeof refuseAuthor>[0]

/**
 * @throws {DomainError} for roles that may not publish: `forbidden` for a post of somebody else, `conflict` for an approved
 * post
 */
export function requireMayChange({ role, ...post }: Changed): void {
  requireRole(role, 'write')
  const refusal = isAllowed(role, 'publish') ? undefined : refuseAuthor(post)
  if (refusal) throw refuse(refusal)
}

/** @throws {DomainError} `conflict` if the post has another version than the one that its author saw */
export function requireVersion({ post }: LoadedPost, version: number | undefined): void {
  if (version !== undefined && post.version !== version)
    throw new DomainError('conflict', POST_MESSAGES.changed)
}

/**
 * Returns the chosen delivery, or all of the post's.
 * @throws {DomainError} `not_found` if there is none
 */
export function chosenOf({ deliveries }: LoadedPost, deliveryId: string | undefined): LoadedDelivery[] {
  const chosen = deliveryId ? deliveries.filter(({ id }) => id === deliveryId) : deliveries
  if (chosen.length === 0) throw noSuchPost()
  return chosen
}
