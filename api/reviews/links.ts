import { and, desc, eq, sql } from 'drizzle-orm'

import { requireMembership } from '#api/auth/access/membership.ts'
import { recordActivity } from '#api/businesses/activity/record.ts'
import { isUsableLinkOf, newLink, revokeLink, selectIsUsable } from '#api/businesses/links.ts'
import type { Inside, RequestContext, UserContext } from '#api/context.ts'
import { onlyRow } from '#api/db/only-row.ts'
import { approvals, type ReviewLinkRow, reviewLinks } from '#api/db/schema/posts/approvals.ts'
import { write } from '#api/db/write.ts'
import { isLimitReached, limit, LIMITS, refundLimit } from '#api/http/limits/limits.ts'
import { readPosts } from '#api/posts/read-posts.ts'
import { keyedHash, timingSafeEquals } from '#api/runtime/crypto/secrets.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
import {
  type NewReviewLink,
  REVIEW_LINK,
  REVIEW_LINK_MESSAGES,
  type ReviewLink,
} from '#shared/posts/review-links.ts'
import { holdForReview, releaseFromReview } from './decide.ts'
import { linksApprove } from './load.ts'
import { readPostIds } from './review-page.ts'

const hashPin = ({ config }: Pick<UserContext, 'config'>, id: string, pin: string) =>
  keyedHash(config.appSecret, 'review link pin', `${id} ${pin}`)

/**
 * Returns the token that an open page sends instead of the PIN, so that its polling uses up no attempt; undefined for a link
 * without a PIN. It can't be guessed, and stops working with the link.
 */
export const reviewPass = (
  { config }: Pick<RequestContext, 'config'>,
  { id, pinHash }: ReviewLinkRow,
): string | undefined =>
  pinHash === null ? undefined : keyedHash(config.appSecret, 'review link pass', `${id} ${pinHash}`)

/**
 * Creates a link that lets people without a login review a business's posts.
 * @param input.hold takes the scheduled posts that it shows off the schedule until somebody approves them
 * @returns the link and its URL, which can't be read again
 * @throws {DomainError} `invalid` for posts of another business, or an expiry in the past or too far ahead; `conflict` above
 * the maximum, `not_found`, `forbidden`, also to hold posts that the link couldn't approve
 */
export async function createReviewLink(
  ctx: UserContext,
  domainId: string,
  { postIds, from, to, expiresAt, pin, hold }: NewReviewLink,
): Promise<{ url: string; data: ReviewLink }> {
  await requireMembership(ctx, domainId, 'connect')
  if (postIds) {
    const found = await readPosts(ctx, postIds)
    if (found.filter(post => post.domainId === domainId).length < new Set(postIds).size)
      throw invalidField('postIds', 'Please choose posts of this business.')
  }
  return write(ctx, async ctx => {
    const link = await newLink(ctx, reviewLinks, { domainId, expiresAt, kind: REVIEW_LINK })
    if (hold && !(await linksApprove(ctx, link.row)))
      throw new DomainError('forbidden', REVIEW_LINK_MESSAGES.cannotHold)
    const row = {
      ...link.row,
      postIds: postIds ?? null,
      from: from ? new Date(from) : null,
      to: to ? new Date(to) : null,
      pinHash: pin ? hashPin(ctx, link.row.id, pin) : null,
    }
    const saved = onlyRow(await ctx.db.insert(reviewLinks).values(row).returning())
    const details = {
      posts: postIds?.length,
      from,
      to,
      expiresAt: row.expiresAt.toISOString(),
      hasPin: Boolean(pin),
    }
    await recordActivity(ctx, { domainId, act: 'link.created', details })
    if (hold) await holdForReview(ctx, saved.id, await readPostIds(ctx, saved))
    return { url: link.url, data: toLink(saved, true, (await readHeldPosts(ctx, saved)).length) }
  })
}

/** @throws {DomainError} `not_found`, `forbidden` */
export async function listReviewLinks(ctx: UserContext, domainId: string): Promise<ReviewLink[]> {
  await requireMembership(ctx, domainId, 'connect')
  const rows = await ctx.db
    .select({ link: reviewLinks, works: selectIsUsable(ctx, reviewLinks) })
    .from(reviewLinks)
    .where(eq(reviewLinks.domainId, domainId))
    .orderBy(desc(reviewLinks.createdAt))
  const held = await readHeldPosts(ctx, { domainId })
  return rows.map(({ link, works }) =>
    toLink(link, works, held.filter(({ linkId }) => linkId === link.id).length),
  )
}

/**
 * Returns the posts that wait only because a link holds them, and whose time hasn't passed. Leaves out posts on which a reviewer has
 * decided, and those of a business that requires approval, because they wait whatever happens to the link.
 */
const readHeldPosts = (
  { db, now }: Inside<UserContext>,
  { domainId, id }: { domainId: string; id?: string },
) =>
  db
    .select({ linkId: reviewLinks.id, postId: approvals.postId })
    .from(reviewLinks)
    .innerJoin(
      approvals,
      and(
        eq(approvals.domainId, reviewLinks.domainId),
        eq(approvals.heldByLinkId, reviewLinks.id),
        eq(approvals.state, 'in_review'),
        sql`${approvals.via} is not 'link'`,
      ),
    )
    .where(
      and(
        eq(reviewLinks.domainId, domainId),
        id === undefined ? undefined : eq(reviewLinks.id, id),
        sql`exists (select 1 from deliveries where deliveries.post_id = ${approvals.postId} and state = 'in_review')`,
        sql`not exists (select 1 from deliveries where deliveries.post_id = ${approvals.postId}
          and state in ('in_review', 'held') and publish_at <= ${+now()})`,
        sql`not exists (select 1 from approval_rules where approval_rules.domain_id = ${reviewLinks.domainId} and required)`,
      ),
    )

/**
 * Deletes a link.
 * @param input.release puts the posts that it holds back on the schedule
 * @returns the number of posts that were released
 * @throws {DomainError} `not_found`, `forbidden`
 */
export const revokeReviewLink = (
  ctx: UserContext,
  { domainId, linkId, release }: { domainId: string; linkId: string; release: boolean },
): Promise<number> =>
  write(ctx, async ctx => {
    await requireMembership(ctx, domainId, 'connect')
    const held = release ? await readHeldPosts(ctx, { domainId, id: linkId }) : []
    await revokeLink(ctx, reviewLinks, { domainId, linkId, kind: REVIEW_LINK })
    for (const { postId } of held) await releaseFromReview(ctx, postId)
    return held.length
  })

/**
 * Returns the link with this token. Unknown, revoked and expired links, and those whose creator has lost the permission, get
 * the same error.
 * @param pin the PIN, or the pass of somebody who has entered it
 * @throws {DomainError} `not_found`, also after a hundred wrong PINs, even for the right PIN or the pass; `forbidden` for a missing or wrong PIN; `rate_limited`
 * after ten wrong PINs in an hour
 */
export async function findReviewLink(
  ctx: RequestContext,
  token: string,
  pin: string | undefined,
): Promise<ReviewLinkRow> {
  const [link] = await ctx.db
    .select()
    .from(reviewLinks)
    .where(isUsableLinkOf(ctx, reviewLinks, token))
  if (!link) throw linkGone()
  if (link.pinHash === null) return link
  if (!pin) throw new DomainError('forbidden', REVIEW_LINK_MESSAGES.needsPin)
  const hourly = { ...LIMITS.reviewPin, key: link.id }
  const lifetime = { ...LIMITS.reviewPinEver, key: link.id }
  if (timingSafeEquals(pin, reviewPass(ctx, link) ?? '')) {
    // Whoever guesses so often has the link, so it stops working for everybody.
    if (await isLimitReached(ctx, lifetime)) throw linkGone()
    return link
  }
  // Counts before comparing, so that after too many wrong PINs the right one is rejected too.
  await limit(ctx, hourly)
  await limit(ctx, lifetime).catch(error => {
    throw error instanceof DomainError ? linkGone() : error
  })
  if (!timingSafeEquals(link.pinHash, hashPin(ctx, link.id, pin)))
    throw new DomainError('forbidden', REVIEW_LINK_MESSAGES.needsPin)
  await refundLimit(ctx, hourly)
  await refundLimit(ctx, lifetime)
  return link
}

const linkGone = () => new DomainError('not_found', REVIEW_LINK_MESSAGES.gone)

const toLink = (row: ReviewLinkRow, works: boolean, holds: number): ReviewLink => ({
  _id: row.id,
  postIds: row.postIds,
  from: row.from?.toISOString() ?? null,
  to: row.to?.toISOString() ?? null,
  expiresAt: row.expiresAt.toISOString(),
  works,
  holds,
  hasPin: row.pinHash !== null,
  openings: row.openings,
  openedAt: row.openedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})
