import { and, desc, eq, gte, lt, ne, sql } from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { Inside, UserContext } from '#api/context.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { deliveries, posts } from '#api/db/schema/posts/posts.ts'
import { excerpt } from '#api/deliveries/excerpt.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { DRAFT_MESSAGES } from '#shared/posts/drafts.ts'

/**
 * SQL condition on posts: sent from this draft by a member of one of the caller's businesses. Idempotency keys of posts begin
 * with the id of their draft, which distinguishes posted drafts from deleted ones.
 */
const isSentFrom = (ctx: Inside<UserContext>, draftId: string) =>
  and(
    // SQLite finds keys by their author first.
    sql`${posts.userId} in (select colleague.user_id from ${members} as ours
      join ${members} as colleague on colleague.domain_id = ours.domain_id where ours.user_id = ${ctx.userId})`,
    gte(posts.idempotencyKey, `${draftId}-`),
    lt(posts.idempotencyKey, `${draftId}.`),
    isAllowedIn(ctx, posts.domainId),
  )

/**
 * The caller may send a version of it that they wrote since.
 * @throws {DomainError} `conflict` if a colleague has sent this draft
 */
export async function requireUnsent(ctx: Inside<UserContext>, draftId: string): Promise<void> {
  const isTheirs = and(isSentFrom(ctx, draftId), ne(posts.userId, ctx.userId))
  if ((await ctx.db.$count(posts, isTheirs)) > 0) throw new DomainError('conflict', DRAFT_MESSAGES.posted)
}

/** Returns the error for a missing draft. It names the post that was sent from the draft, or says that the draft was deleted. */
export async function goneError(ctx: Inside<UserContext>, id: string): Promise<DomainError> {
  const [sent] = await ctx.db
    .select({ message: deliveries.message })
    .from(posts)
    .innerJoin(deliveries, eq(deliveries.postId, posts.id))
    .where(isSentFrom(ctx, id))
    .orderBy(desc(posts.createdAt))
    .limit(1)
  if (!sent) return new DomainError('not_found', DRAFT_MESSAGES.gone)
  const named = excerpt(sent.message)
  return new DomainError('not_found', named ? DRAFT_MESSAGES.postedAs(named) : DRAFT_MESSAGES.posted)
}
