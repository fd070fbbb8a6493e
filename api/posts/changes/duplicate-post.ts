import { withStoppedClock, type UserContext } from '#api/context.ts'
import { draftInserts, requireDraftRoom } from '#api/posts/drafts/drafts.ts'
import { draftContent, readForDraft } from './draft-of-post.ts'

/**
 * Copies a post's content to a new draft without a time.
 * @returns the draft's id
 * @throws {DomainError} `conflict` if the user has the maximum number of drafts
 */
export async function duplicatePost(ctx: UserContext, postId: string): Promise<string> {
  const source = await readForDraft(ctx, postId)
  const id = Bun.randomUUIDv7()
  const content = { ...draftContent(source), isScheduled: false, publishAt: null }
  const draft = { id, domainId: source.post.domainId, content }
  const [inserted] = await ctx.db.batch(draftInserts(withStoppedClock(ctx), draft))
  if (inserted.length === 0) await requireDraftRoom(ctx)
  return id
}
