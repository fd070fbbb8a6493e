import { and, desc, eq, sql } from 'drizzle-orm'

import { recordActivity } from '#api/activity/record.ts'
import type { RequestContext, UserContext } from '#api/context.ts'
import { hashToken, keyedHash, newToken, sameText } from '#api/crypto/secrets.ts'
import { insertMany } from '#api/db/insert-many.ts'
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
import { isUsable } from '../decider.ts'

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
  const token = newToken()
  const id = Bun.randomUUIDv7()
  const details = { posts: postIds?.length, from, to, expiresAt: end.toISOString(), hasPin: Boolean(pin) }
  const [[row]] = await ctx.db.batch([
    insertMany(
      ctx.db,
      reviewLinks,
      {
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
      },
      sql`from (select 1) where ${isAllowedIn(ctx, sql`${domainId}`, 'connect')}
      and (select count(*) from review_links as others where others.domain_id = ${domainId}) < ${MAX_LINKS}`,
    ).returning(),
    recordActivity(ctx, { domainId, act: 'link.created', details }),
  ])
  if (!row) throw new DomainError('conflict', REVIEW_LINK_MESSAGES.tooMany)
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
  const [revoked] = await ctx.db.batch([
    ctx.db
      .delete(reviewLinks)
      .where(
        and(
          eq(reviewLinks.id, linkId),
          eq(reviewLinks.domainId, domainId),
          isAllowedIn(ctx, reviewLinks.domainId, 'connect'),
        ),
      )
      .returning({ id: reviewLinks.id }),
    recordActivity(ctx, { domainId, act: 'link.revoked' }),
  ])
  if (revoked.length === 0) throw new DomainError('not_found', 'There is no such link.')
}

/**
 * Returns the link of a token. It ends with the membership of the person who made it. Unknown, revoked and expired tokens are
 * alike.
 * @throws {DomainError} `not_found`, also after a hundred wrong PINs; `forbidden` without its PIN; `rate_limited` after ten in an hour
 */
export async function findReviewLink(
  ctx: RequestContext,
  token: string,
  pin: string | undefined,
): Promise<ReviewLinkRow> {
  const [link] = await ctx.db
    .select()
    .from(reviewLinks)
    .where(and(eq(reviewLinks.tokenHash, hashToken(token)), isUsable(ctx)))
  if (!link) throw gone()
  if (link.pinHash === null) return link
  if (!pin) throw new DomainError('forbidden', REVIEW_LINK_MESSAGES.needsPin)
  // Counted before the comparison, so that the right PIN isn't recognised after too many wrong ones either.
  const counted = { ...LIMITS.reviewPin, key: link.id }
  const ever = { ...LIMITS.reviewPinEver, key: link.id }
  await limit(ctx, counted)
  await limit(ctx, ever).catch(error => {
    throw error instanceof DomainError ? gone() : error
  })
  if (!sameText(link.pinHash, pinHash(ctx, link.id, pin)))
    throw new DomainError('forbidden', REVIEW_LINK_MESSAGES.needsPin)
  await uncount(ctx, counted)
  await uncount(ctx, ever)
  return link
}

const gone = () => new DomainError('not_found', REVIEW_LINK_MESSAGES.gone)

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
