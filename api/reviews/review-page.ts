import { and, asc, eq, gte, inArray, lt, ne, or, sql } from 'drizzle-orm'

import { businessPicture, recordVisit } from '#api/businesses/links.ts'
import type { RequestContext, UserContext } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { approvals, type ReviewLinkRow, reviewLinks } from '#api/db/schema/posts/approvals.ts'
import { deliveries, posts } from '#api/db/schema/posts/posts.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import { linkViewer } from '#api/media/signed-url.ts'
import { readPosts } from '#api/posts/read-posts.ts'
import { DomainError } from '#api/runtime/errors.ts'
import type { Approval, ReviewedContent } from '#shared/posts/approvals.ts'
import { findCover } from '#shared/posts/extras-rules.ts'
import {
  type AnswerByLink,
  MAX_REVIEW_POSTS,
  type Review,
  REVIEW_LINK,
  REVIEW_LINK_MESSAGES,
  type ReviewPost,
} from '#shared/posts/review-links.ts'
import { missedOf } from '#shared/posts/state-labels.ts'
import { zonedLabel } from '#shared/reports/render/labels.ts'
import { approvePost, requestChanges, takeBackApproval } from './decide.ts'
import { addComment, readDiscussions } from './discuss.ts'
import { linksApprove, type Reviewer } from './load.ts'

/**
 * Returns everything that a reviewer sees: the business's name and picture, and the link's posts. Counts the visit.
 * @param known the version that an open page shows, which isn't counted as a visit
 * @returns undefined if that is still the version
 */
export async function openReview(
  ctx: RequestContext,
  link: ReviewLinkRow,
  known?: string,
): Promise<Review | undefined> {
  const member = { ...ctx, userId: link.userId, mediaViewer: linkViewer(link.id) }
  const ids = await readPostIds(ctx, link)
  // Read before the posts, so that the next request notices a change in between.
  const version = await readVersion(ctx, link, ids)
  if (version === known) return undefined
  const [[business], posts] = await Promise.all([
    ctx.db
      .select({
        name: domains.businessName,
        picture: businessPicture,
      })
      .from(domains)
      .where(eq(domains.id, link.domainId)),
    readReviewPosts(member as UserContext, ids, link),
    known === undefined ? recordVisit(ctx, reviewLinks, { link, kind: REVIEW_LINK }) : undefined,
  ])
  if (!business) throw new DomainError('not_found', REVIEW_LINK_MESSAGES.gone)
  return { business, expiresAt: link.expiresAt.toISOString(), posts, version }
}

/** Returns a hash of everything that the page shows. Reads no texts and files, because open pages poll. */
async function readVersion(
  ctx: RequestContext,
  link: ReviewLinkRow,
  ids: readonly string[],
): Promise<string> {
  const { db, now } = ctx
  const [approves, business, shown] = await Promise.all([
    linksApprove(ctx, link),
    db
      .select({
        name: domains.businessName,
        rule: sql`(select json_array(required, changed_at) from approval_rules where domain_id = domains.id)`,
        accounts: sql`(select json_group_array(json_array(network, name, username, picture)) from accounts
          where domain_id = domains.id)`,
      })
      .from(domains)
      .where(eq(domains.id, link.domainId)),
    db
      .select({
        post: sql`json_array(posts.id, posts.version, posts.publish_at, posts.series_id)`,
        approval: sql`json_array(approvals.state, exempt, when_approved, submitted_at, decided_at, decided_by, waits_again,
          (select fullname from users where users.id = decided_by_id))`,
        // A held post is shown as missed from its time on.
        deliveries: sql`(select json_array(count(*), max(updated_at), group_concat(state),
          total(state in ('held', 'failed') and publish_at <= ${+now()})) from deliveries where post_id = posts.id)`,
        comments: sql`(select json_array(count(*), max(said.created_at), count(resolved_at), max(resolved_at),
            json_group_array(distinct fullname))
          from post_comments as said left join users on users.id = said.user_id
          where post_id = posts.id and not internal)`,
      })
      .from(posts)
      .leftJoin(approvals, eq(approvals.postId, posts.id))
      .where(inArray(posts.id, [...ids]))
      .orderBy(asc(posts.id)),
  ])
  return Bun.hash(JSON.stringify([ids, approves, business, shown])).toString(36)
}

/**
 * Returns posts as a reviewer sees them, in order. The number of queries doesn't depend on the number of posts. The shown
 * content and its hash come from the same rows, so nobody can approve a change that they haven't seen.
 */
async function readReviewPosts(ctx: UserContext, ids: string[], link: ReviewLinkRow): Promise<ReviewPost[]> {
  const [approves, posts, discussions] = await Promise.all([
    linksApprove(ctx, link),
    readPosts(ctx, ids, { forReview: true }),
    readDiscussions(ctx, ids, { internal: false }),
  ])
  return posts.flatMap(({ _id, series, publishAt, timeZone, approval, media, deliveries: all }) => {
    if (!approval) return []
    const { contentHash, ...decision } = approval
    const byOthers = !approves && ({ byOthers: true } as const)
    const missed = missedOf(all, ctx.now())
    return {
      _id,
      ...(series && { seriesId: series._id }),
      contentHash,
      publishAt,
      timeZone,
      when: zonedLabel(publishAt, timeZone),
      ...(missed && { missed: missed.why }),
      approval: { ...decision, ...versionsOf(approval), ...byOthers },
      networks: all
        .filter(({ state }) => state !== 'canceled')
        .map(({ network, account, state, message, firstComment, extras, mediaPositions }) => {
          const cover = findCover(media, extras)
          return {
            network,
            account,
            state,
            message,
            firstComment: firstComment?.message ?? '',
            ...(extras && { extras }),
            media: media.filter((_, position) => mediaPositions?.includes(position)),
            ...(cover && { cover }),
          }
        }),
      comments: discussions.get(_id) ?? [],
    }
  })
}

/** Returns the versions to compare, without the ids of accounts. */
function versionsOf({ previous, current }: Approval): Pick<Approval, 'previous' | 'current'> {
  if (!previous || !current) return {}
  const currentOn = new Map(current.map(({ network, account }) => [network, account]))
  const withoutAccountId = (content: ReviewedContent) => ({
    ...content,
    account: content.account === currentOn.get(content.network) ? '' : 'another',
  })
  return { previous: previous.map(withoutAccountId), current: current.map(withoutAccountId) }
}

/** SQL condition: the post waits for a decision, even if its time has passed. */
const isUndecided = ({ domainId }: ReviewLinkRow) =>
  and(
    ne(deliveries.state, 'published'),
    inArray(
      deliveries.postId,
      sql`(select post_id from approvals where domain_id = ${domainId} and state in ('in_review', 'changes_requested'))`,
    ),
  )

/**
 * Returns the ids of the link's posts that aren't cancelled, soonest first. A link to a period omits posts that were published,
 * failed or missed before it was created, because nobody needs to review them.
 */
export async function readPostIds(
  { db }: Pick<RequestContext, 'db'>,
  link: ReviewLinkRow,
): Promise<string[]> {
  const { domainId, postIds, from, to, createdAt } = link
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
        postIds ? undefined : or(gte(deliveries.publishAt, createdAt), isUndecided(link)),
      ),
    )
    .groupBy(deliveries.postId)
    .orderBy(asc(sql`min(${deliveries.publishAt})`))
    .limit(MAX_REVIEW_POSTS)
  return rows.map(({ postId }) => postId)
}

type Place = Pick<Reviewer, 'isInMakersBrowser'> & { postId: string; takesBack?: boolean }

/**
 * Approves a post, takes its approval back, sends it back or comments on it.
 * @throws {DomainError} `not_found` for a post that the link doesn't show, `invalid`, `conflict`, `forbidden`, `rate_limited`
 */
export async function answerByLink(
  ctx: RequestContext,
  link: ReviewLinkRow,
  { postId, name, isInMakersBrowser, takesBack, ...answer }: AnswerByLink & Place,
): Promise<ReviewPost> {
  await limit(ctx, { ...LIMITS.reviewDecision, key: link.id })
  const postIds = await readPostIds(ctx, link)
  if (!postIds.includes(postId)) throw new DomainError('not_found', REVIEW_LINK_MESSAGES.postGone)
  const member = { ...ctx, userId: link.userId, mediaViewer: linkViewer(link.id) }
  const reviewer = { via: 'link', name, link, postIds, isInMakersBrowser } as const
  if ('contentHash' in answer && takesBack) await takeBackApproval(member, postId, answer, reviewer)
  else if ('contentHash' in answer) await approvePost(member, postId, answer, reviewer)
  else if ('comment' in answer) await requestChanges(member, postId, answer, reviewer)
  else await addComment(member, postId, { ...answer, internal: false, mentions: [] }, reviewer)
  const [post] = await readReviewPosts(member as UserContext, [postId], link)
  if (!post) throw new DomainError('not_found', REVIEW_LINK_MESSAGES.postGone)
  return post
}
