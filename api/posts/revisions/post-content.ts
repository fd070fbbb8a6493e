import { eq } from 'drizzle-orm'

import type { UserContext } from '#api/context.ts'
import { approvals } from '#api/db/schema/posts/approvals.ts'
import { mediaItem } from '#api/media/media.ts'
import { draftContent, readForDraft } from '#api/posts/changes/draft-of-post.ts'
import { CHANGEABLE_STATES, type DeliveryState, REVIEW_STATES } from '#shared/posts/posts.ts'
import type { PostContent } from '#shared/posts/revision.ts'

/**
 * Returns a post as the composer's content, with the time of its next delivery.
 * @throws {DomainError} `not_found`, also for another user's post
 */
export async function readContent(ctx: UserContext, postId: string): Promise<PostContent> {
  const source = await readForDraft(ctx, postId)
  const { id, domainId, version, publishAt } = source.post
  const changeable: readonly DeliveryState[] = CHANGEABLE_STATES
  const kept = source.deliveries.filter(({ state }) => state !== 'canceled')
  const out = kept.filter(({ state, mayBePublished }) => mayBePublished || !changeable.includes(state))
  const waiting = kept.filter(delivery => !out.includes(delivery))
  const [approval] = await ctx.db
    .select({ state: approvals.state, whenApproved: approvals.whenApproved })
    .from(approvals)
    .where(eq(approvals.postId, id))
  const isInReview = waiting.some(({ state }) => REVIEW_STATES.includes(state))
  const next = waiting.map(delivery => delivery.publishAt).toSorted((a, b) => +a - +b)[0] ?? publishAt
  return {
    _id: id,
    domainId,
    version,
    content: {
      ...draftContent(source),
      isScheduled: !(isInReview && approval?.whenApproved),
      publishAt: next.toISOString(),
    },
    media: source.media.map(({ media, altText }) => mediaItem(ctx, media, altText)),
    out: out.map(({ network }) => network),
    ...(isInReview && { review: approval?.state === 'changes_requested' ? approval.state : 'in_review' }),
  }
}
