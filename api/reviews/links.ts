import { desc, eq } from 'drizzle-orm'

import { requireMembership } from '#api/auth/access/membership.ts'
import { recordActivity } from '#api/businesses/activity/record.ts'
import { isLinkOf, newLink, worksNow } from '#api/businesses/links.ts'
import type { RequestContext, UserContext } from '#api/context.ts'
import { onlyRow } from '#api/db/only-row.ts'
import { type ReviewLinkRow, reviewLinks } from '#api/db/schema/posts/approvals.ts'
import { write } from '#api/db/write.ts'
import { limit, LIMITS, uncount } from '#api/http/limits/limits.ts'
import { readPosts } from '#api/posts/read-posts.ts'
import { keyedHash, sameText } from '#api/runtime/crypto/secrets.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
import {
  type NewReviewLink,
  REVIEW_LINK,
  REVIEW_LINK_MESSAGES,
  type ReviewLink,
} from '#shared/posts/review-links.ts'
import { holdForReview } from './decide.ts'
import { postIdsOf } from './review-page.ts'

const pinHash = ({ config }: Pick<UserContext, 'config'>, id: string, pin: string) =>
  keyedHash(config.appSecret, 'review link pin', `${id} ${pin}`)

/**
 * Creates a link that lets people without a login review a business's posts.
 * @param input.hold takes the scheduled posts that it shows off the schedule until somebody approves them
 * @returns the link and its URL, which can't be read again
 * @throws {DomainError} `invalid` for posts of another business, or an expiry in the past or too far ahead; `conflict` above
 * the maximum, `not_found`, `forbidden`
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
    const row = {
      ...link.row,
      postIds: postIds ?? null,
      from: from ? new Date(from) : null,
      to: to ? new Date(to) : null,
      pinHash: pin ? pinHash(ctx, link.row.id, pin) : null,
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
    if (hold) await holdForReview(ctx, await postIdsOf(ctx, saved))
    return { url: link.url, data: toLink(saved, true) }
  })
}

/** @throws {DomainError} `not_found`, `forbidden` */
export async function listReviewLinks(ctx: UserContext, domainId: string): Promise<ReviewLink[]> {
  await requireMembership(ctx, domainId, 'connect')
  const rows = await ctx.db
    .select({ link: reviewLinks, works: worksNow(ctx, reviewLinks) })
    .from(reviewLinks)
    .where(eq(reviewLinks.domainId, domainId))
    .orderBy(desc(reviewLinks.createdAt))
  return rows.map(({ link, works }) => toLink(link, works))
}

/**
 * Returns the link with this token. Unknown, revoked and expired links, and those whose creator has lost the permission, get
 * the same error.
 * @throws {DomainError} `not_found`, also after a hundred wrong PINs; `forbidden` for a missing or wrong PIN; `rate_limited`
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
    .where(isLinkOf(ctx, reviewLinks, token))
  if (!link) throw gone()
  if (link.pinHash === null) return link
  if (!pin) throw new DomainError('forbidden', REVIEW_LINK_MESSAGES.needsPin)
  // Counts before comparing, so that after too many wrong PINs the right one is rejected too.
  const hourly = { ...LIMITS.reviewPin, key: link.id }
  const lifetime = { ...LIMITS.reviewPinEver, key: link.id }
  await limit(ctx, hourly)
  await limit(ctx, lifetime).catch(error => {
    throw error instanceof DomainError ? gone() : error
  })
  if (!sameText(link.pinHash, pinHash(ctx, link.id, pin)))
    throw new DomainError('forbidden', REVIEW_LINK_MESSAGES.needsPin)
  await uncount(ctx, hourly)
  await uncount(ctx, lifetime)
  return link
}

const gone = () => new DomainError('not_found', REVIEW_LINK_MESSAGES.gone)

const toLink = (row: ReviewLinkRow, works: boolean): ReviewLink => ({
  _id: row.id,
  postIds: row.postIds,
  from: row.from?.toISOString() ?? null,
  to: row.to?.toISOString() ?? null,
  expiresAt: row.expiresAt.toISOString(),
  works,
  hasPin: row.pinHash !== null,
  openings: row.openings,
  openedAt: row.openedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})
