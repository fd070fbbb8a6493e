import { sql } from 'drizzle-orm'

import type { ApprovalRows } from '#api/approvals/approval-of.ts'
import { contentHash } from '#api/approvals/content-hash.ts'
import type { OwnerContext } from '#api/context.ts'
import { noSuchPost, readRows } from '#api/posts/posts.ts'
import type { SignedContent } from '#shared/posts/approvals.ts'
import type { DeliveryState } from '#shared/posts/posts.ts'

/** SQL expression that changes whenever the post's content does. */
export const fingerprint = (postId: string) => sql<string>`(select json_array(
  (select version from posts where id = ${postId}),
  (select json_group_array(json_array(id, state = 'canceled', message, media_positions, meant_for, publish_at,
    (select message from first_comments where delivery_id = ordered.id)))
    from (select * from deliveries where post_id = ${postId} order by id) as ordered),
  (select json_group_array(json_array(media_id, alt_text))
    from (select * from post_media where post_id = ${postId} order by position))))`

export type PostUnderReview = ApprovalRows & {
  post: { id: string; domainId: string; userId: string; authorId: string | null }
  contents: SignedContent[]
  hash: string
  states: DeliveryState[]
  /** Read before the content, so that a write that compares it applies to this content. */
  seen: string
}

/** @throws {DomainError} `not_found`, also for a post that the user may not see */
export async function readContent(ctx: OwnerContext, postId: string): Promise<PostUnderReview> {
  const [state] = await ctx.db.all<{ seen: string }>(sql`select ${fingerprint(postId)} as seen`)
  const found = await readRows(ctx, postId)
  if (!found) throw noSuchPost()
  const { post, rule, approval, decidedBy, contents, states } = found
  const hash = contentHash(contents)
  return { rule, approval, decidedBy, post, contents, states, hash, seen: state?.seen ?? '' }
}
