import { and, asc, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm'

import type { OwnerContext, RequestContext, UserContext } from '#api/context.ts'
import { type ReviewLinkRow, reviewLinks } from '#api/db/schema/approvals.ts'
import { domains } from '#api/db/schema/domains.ts'
import { deliveries } from '#api/db/schema/posts.ts'
import { DomainError } from '#api/errors.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import { businessPicture, opening } from '#api/links/links.ts'
import { readPosts } from '#api/posts/posts.ts'
import type { Post } from '#shared/posts/posts.ts'
import {
  MAX_REVIEW_POSTS,
  type Review,
  REVIEW_LINK_MESSAGES,
  type ReviewPost,
} from '#shared/posts/review-links.ts'
import { readComments } from '../comments.ts'
import { approvePost, requestChanges } from '../decide.ts'
import { reviewerWith } from '../decider.ts'
import { readContent } from '../read-content.ts'

/** Returns all that a reviewer sees: the business's name and picture, and the link's posts. Counts the opening. */
export async function openReview(ctx: RequestContext, link: ReviewLinkRow): Promise<Review> {
  const member = { ...ctx, userId: link.userId }
  const ids = await postIdsOf(ctx, link)
  const [[business], posts] = await Promise.all([
    ctx.db
      .select({
        name: domains.businessName,
        picture: businessPicture,
      })
      .from(domains)
      .where(eq(domains.id, link.domainId)),
    readPosts(member as UserContext, ids),
    ctx.db.batch(opening(ctx, reviewLinks, link)),
  ])
  if (!business) throw new DomainError('not_found', REVIEW_LINK_MESSAGES.gone)
  return {
    business,
    expiresAt: link.expiresAt.toISOString(),
    posts: await Promise.all(posts.map(post => toReviewPost(member, post))),
  }
}

async function toReviewPost(ctx: OwnerContext, given: Post): Promise<ReviewPost> {
  const { _id } = given
  // Read before the content that is shown: nobody approves a change that came in between.
  const { hash } = await readContent(ctx, _id)
  const [post = given] = await readPosts(ctx as UserContext, [_id])
  const { publishAt, timeZone, approval, media } = post
  const {
    contentHash,
    state = 'draft',
    by = null,
    at = null,
    via = null,
    whenApproved = false,
  } = approval ?? { contentHash: hash }
  const rows = await ctx.db
    .select({ id: deliveries.id, positions: deliveries.mediaPositions })
    .from(deliveries)
    .where(eq(deliveries.postId, _id))
  const positionsOf = new Map(rows.map(({ id, positions }) => [id, positions]))
  return {
    _id,
    contentHash,
    publishAt,
    timeZone,
    approval: { state, by, at, via, whenApproved },
    networks: post.deliveries
      .filter(({ state }) => state !== 'canceled')
      .map(({ _id: id, network, account, state, message, firstComment }) => ({
        network,
        account: account && { name: account.name, picture: account.picture },
        state,
        message,
        firstComment: firstComment?.message ?? '',
        media: media.filter((_, position) => positionsOf.get(id)?.includes(position)),
      })),
    comments: await readComments(ctx, _id, { internal: false }),
  }
}

/** Returns the ids of the link's posts that aren't cancelled, soonest first. */
async function postIdsOf({ db }: RequestContext, link: ReviewLinkRow): Promise<string[]> {
  const { domainId, postIds, from, to } = link
  const rows = await db
    .select({ postId: deliveries.postId })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.domainId, domainId),
        ne(deliveries.state, 'canceled'),
        postIds ? inArray(deliveries.postId, postIds) : undefined,
        from ? gte(deliveries.publishAt, from) : undefined,
        to ? lt(deliveries.publishAt, to) : undefined,
      ),
    )
    .groupBy(deliveries.postId)
    .orderBy(asc(sql`min(${deliveries.publishAt})`))
    .limit(MAX_REVIEW_POSTS)
  return rows.map(({ postId }) => postId)
}

type Decision = { contentHash: string } | { comment: string }

/** @throws {DomainError} `not_found` for a post that the link doesn't show, `conflict`, `forbidden`, `rate_limited` */
export async function decideByLink(
  ctx: RequestContext,
  link: ReviewLinkRow,
  { postId, name, ...decision }: Decision & { postId: string; name: string },
): Promise<ReviewPost> {
  await limit(ctx, { ...LIMITS.reviewDecision, key: link.id })
  if (!(await postIdsOf(ctx, link)).includes(postId))
    throw new DomainError('not_found', REVIEW_LINK_MESSAGES.gone)
  const member = { ...ctx, userId: link.userId }
  const by = await reviewerWith(ctx, link, { name, approves: 'contentHash' in decision })
  if ('contentHash' in decision) await approvePost(member, postId, decision.contentHash, by)
  else await requestChanges(member, postId, decision.comment, by)
  const [post] = await readPosts(member as UserContext, [postId])
  if (!post) throw new DomainError('not_found', REVIEW_LINK_MESSAGES.gone)
  return toReviewPost(member, post)
}
