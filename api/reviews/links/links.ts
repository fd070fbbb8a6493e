import { and, desc, eq, gt } from 'drizzle-orm'

import type { RequestContext, UserContext } from '#api/context.ts'
import { hashToken, keyedHash, newToken, sameText } from '#api/crypto/secrets.ts'
import { type ReviewLinkRow, reviewLinks } from '#api/db/schema/approvals.ts'
import { getDomain } from '#api/domains/domains.ts'
import { DomainError, invalidField } from '#api/errors.ts'
import { limit, LIMITS, uncount } from '#api/http/limits/limits.ts'
import { isAllowedIn } from '#api/members/membership.ts'
import { readPosts } from '#api/posts/posts.ts'
import {
  MAX_REVIEW_LINK_MS,
  type NewReviewLink,
  REVIEW_LINK_DAYS,
  REVIEW_LINK_MESSAGES,
  type ReviewLink,
} from '#shared/posts/review-links.ts'

const MAX_LINKS = 200

const pinHash = ({ config }: Pick<UserContext, 'config'>, id: string, pin: string) =>
  keyedHash(config.appSecret, 'review link pin', `${id} ${pin}`)

/**
 * Creates a link under which people without an account see posts of a business and decide on them.
 * @returns its URL, which can't be read again
 * @throws {DomainError} `invalid` for posts of another business, `conflict` above the maximum, `not_found`, `forbidden`
 */
export async function createReviewLink(
  ctx: UserContext,
  domainId: string,
  { postIds, from, to, expiresAt, pin }: NewReviewLink,
): Promise<{ url: string; data: ReviewLink }> {
  await getDomain(ctx, domainId, 'connect')
  const now = ctx.now()
  const end = expiresAt ? new Date(expiresAt) : new Date(+now + REVIEW_LINK_DAYS * 24 * 60 * 60_000)
  if (+end <= +now || +end > +now + MAX_REVIEW_LINK_MS)
    throw invalidField('expiresAt', 'Please choose a day within a year.')
  if (postIds) {
    const found = await readPosts(ctx, postIds)
    if (found.filter(post => post.domainId === domainId).length < new Set(postIds).size)
      throw invalidField('postIds', 'Please name posts of this business.')
  }
  const existing = await ctx.db.$count(reviewLinks, eq(reviewLinks.domainId, domainId))
  if (existing >= MAX_LINKS) throw new DomainError('conflict', REVIEW_LINK_MESSAGES.tooMany)
  const token = newToken()
  const id = Bun.randomUUIDv7()
  const [row] = await ctx.db
    .insert(reviewLinks)
    .values({
      id,
      domainId,
      userId: ctx.userId,
      tokenHash: hashToken(token),
      postIds: postIds ?? null,
      from: from ? new Date(from) : null,
      to: to ? new Date(to) : null,
      pinHash: pin ? pinHash(ctx, id, pin) : null,
      expiresAt: end,
      createdAt: now,
    })
    .returning()
  if (!row) throw new Error('A review link was accepted, but not saved')
  return { url: `${ctx.config.siteUrl}/review/${token}`, data: toLink(row) }
}

/** @throws {DomainError} `not_found`, `forbidden` */
export async function listReviewLinks(ctx: UserContext, domainId: string): Promise<ReviewLink[]> {
  await getDomain(ctx, domainId, 'connect')
  const rows = await ctx.db
    .select()
    .from(reviewLinks)
    .where(eq(reviewLinks.domainId, domainId))
    .orderBy(desc(reviewLinks.createdAt))
  return rows.map(toLink)
}

/** @throws {DomainError} `not_found`, `forbidden` */
export async function revokeReviewLink(ctx: UserContext, domainId: string, linkId: string): Promise<void> {
  await getDomain(ctx, domainId, 'connect')
  const revoked = await ctx.db
    .delete(reviewLinks)
    .where(and(eq(reviewLinks.id, linkId), eq(reviewLinks.domainId, domainId)))
    .returning({ id: reviewLinks.id })
  if (revoked.length === 0) throw new DomainError('not_found', 'There is no such link.')
}

/**
 * Returns the link of a token. It ends with the membership of the person who made it. Unknown, revoked and expired tokens are
 * alike.
 * @throws {DomainError} `not_found`; `forbidden` without its PIN; `rate_limited` after many wrong ones
 */
export async function findReviewLink(
  ctx: RequestContext,
  token: string,
  pin: string | undefined,
): Promise<ReviewLinkRow> {
  const [link] = await ctx.db
    .select()
    .from(reviewLinks)
    .where(
      and(
        eq(reviewLinks.tokenHash, hashToken(token)),
        gt(reviewLinks.expiresAt, ctx.now()),
        isAllowedIn({ userId: reviewLinks.userId }, reviewLinks.domainId, 'connect'),
      ),
    )
  if (!link) throw new DomainError('not_found', REVIEW_LINK_MESSAGES.gone)
  if (link.pinHash === null) return link
  if (!pin) throw new DomainError('forbidden', REVIEW_LINK_MESSAGES.needsPin)
  // Counted before the comparison, so that the right PIN isn't recognised after too many wrong ones either.
  const counted = { ...LIMITS.reviewPin, key: link.id }
  await limit(ctx, counted)
  if (!sameText(link.pinHash, pinHash(ctx, link.id, pin)))
    throw new DomainError('forbidden', REVIEW_LINK_MESSAGES.needsPin)
  await uncount(ctx, counted)
  return link
}

const toLink = (row: ReviewLinkRow): ReviewLink => ({
  _id: row.id,
  postIds: row.postIds,
  from: row.from?.toISOString() ?? null,
  to: row.to?.toISOString() ?? null,
  expiresAt: row.expiresAt.toISOString(),
  hasPin: row.pinHash !== null,
  openings: row.openings,
  openedAt: row.openedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})
