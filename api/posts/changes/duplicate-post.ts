import { sql } from 'drizzle-orm'

import { isAllowedIn, requireReadRole, roleRead } from '#api/auth/access/membership.ts'
import { withStoppedClock, type UserContext } from '#api/context.ts'
import { draftInserts, tooManyDrafts } from '#api/posts/drafts/drafts.ts'
import { draftContent, readForDraft } from './draft-of-post.ts'

/**
 * Copies a post's content to a new draft without a time.
 * @returns the draft's id
 * @throws {DomainError} `conflict` if the user has the maximum number of drafts, `not_found`, `forbidden`
 */
export async function duplicatePost(ctx: UserContext, postId: string): Promise<string> {
  const source = await readForDraft(ctx, postId)
  const id = Bun.randomUUIDv7()
  const content = { ...draftContent(source), isScheduled: false, publishAt: null }
  const { domainId } = source.post
  const [inserted, , role] = await ctx.db.batch([
    ...draftInserts(
      withStoppedClock(ctx),
      { id, domainId, content },
      isAllowedIn(ctx, sql`${domainId}`, 'write'),
    ),
    roleRead(ctx, domainId),
  ])
  requireReadRole(role, 'write')
  if (inserted.length === 0) throw tooManyDrafts()
  return id
}
