import type { UserContext } from '#api/context.ts'
import { write } from '#api/db/write.ts'
import { createDraft } from '#api/posts/drafts/drafts.ts'
import { draftContent, readForDraft } from './post/content.ts'

/**
 * Copies a post's content to a new draft without a time.
 * @returns the draft's id
 * @throws {DomainError} `conflict` if the user has the maximum number of drafts, `not_found`, `forbidden`
 */
export const duplicatePost = (ctx: UserContext, postId: string): Promise<string> =>
  write(ctx, async ctx => {
    const source = await readForDraft(ctx, postId)
    const { id } = await createDraft(ctx, {
      id: Bun.randomUUIDv7(),
      domainId: source.post.domainId,
      content: { ...draftContent(source), isScheduled: false, publishAt: null },
    })
    return id
  })
