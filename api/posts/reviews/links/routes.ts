import { Hono } from 'hono'

import { isBrowserOf } from '#api/auth/middleware/device-cookie.ts'
import { requireUser } from '#api/auth/middleware/user.ts'
import { revokeLink } from '#api/businesses/links.ts'
import type { Env, UserEnv } from '#api/context.ts'
import { reviewLinks } from '#api/db/schema/posts/approvals.ts'
import { describe } from '#api/http/describe-route.ts'
import { limitChanges } from '#api/http/limits/limit-writes.ts'
import { LIMITS } from '#api/http/limits/limits.ts'
import { secretUrl } from '#api/http/secret-url.ts'
import { validate } from '#api/http/validate.ts'
import { ApproveByLink, NewReviewLink, REVIEW_LINK, RequestByLink } from '#shared/posts/review-links.ts'
import { REVIEW_PIN_HEADER } from '#shared/posts/review-pin.ts'
import { createReviewLink, findReviewLink, listReviewLinks } from './links.ts'
import { decideByLink, openReview } from './review.ts'

const tag = 'Review links'
const LINK = '`_id postIds from to expiresAt works hasPin openings openedAt createdAt`'

export const reviewLinkRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .get(
    '/:id/review-links',
    describe({
      tag,
      summary: 'List the review links of a business, newest first',
      response: { data: `A list of ${LINK}` },
      errors: ['not_found', 'forbidden'],
    }),
    async c => c.json({ success: true, data: await listReviewLinks(c.var.ctx, c.req.param('id')) } as const),
  )
  .post(
    '/:id/review-links',
    describe({
      tag,
      summary:
        'Create a link with which people without a login review some posts, or those of a period. It works for 30 days unless `expiresAt` is set',
      response: { url: 'The URL, which is returned only once', data: LINK },
      errors: ['invalid', 'not_found', 'forbidden', 'conflict', 'rate_limited'],
    }),
    limitChanges,
    validate('json', NewReviewLink),
    async c =>
      c.json({
        success: true,
        ...(await createReviewLink(c.var.ctx, c.req.param('id'), c.req.valid('json'))),
      } as const),
  )
  .delete(
    '/:id/review-links/:linkId',
    describe({ tag, summary: 'Revoke a review link', errors: ['not_found', 'forbidden', 'rate_limited'] }),
    limitChanges,
    async c => {
      const { id: domainId, linkId } = c.req.param()
      await revokeLink(c.var.ctx, reviewLinks, { domainId, linkId, kind: REVIEW_LINK })
      return c.json({ success: true, message: 'The link no longer works.' } as const)
    },
  )

const REVIEWED =
  '`_id contentHash publishAt timeZone when approval networks [{network account state message firstComment media}] comments`'

/** Serves anyone with a link. */
export const reviewRoutes = new Hono<Env>()
  .use(secretUrl(LIMITS.reviewAddress))
  .get(
    '/:token',
    describe({
      tag,
      summary: `Read the posts of a review link. Unknown, revoked and expired links get the same 404; a PIN goes in ${REVIEW_PIN_HEADER}`,
      signedIn: false,
      response: { data: `\`business {name picture} expiresAt\` and \`posts\`: ${REVIEWED}` },
      errors: ['not_found', 'forbidden', 'rate_limited'],
    }),
    async c => {
      const { ctx } = c.var
      const link = await findReviewLink(ctx, c.req.param('token'), c.req.header(REVIEW_PIN_HEADER))
      return c.json({ success: true, data: await openReview(ctx, link) } as const)
    },
  )
  .post(
    '/:token/posts/:postId/approve',
    describe({
      tag,
      summary: 'Approve exactly the content with this hash, with a review link',
      signedIn: false,
      response: { data: REVIEWED },
      errors: ['invalid', 'not_found', 'forbidden', 'conflict', 'rate_limited'],
    }),
    validate('json', ApproveByLink),
    async c => {
      const { ctx } = c.var
      const { pin = c.req.header(REVIEW_PIN_HEADER), ...input } = c.req.valid('json')
      const link = await findReviewLink(ctx, c.req.param('token'), pin)
      const isInMakersBrowser = await isBrowserOf(c, link.userId)
      const postId = c.req.param('postId')
      const data = await decideByLink(ctx, link, { postId, isInMakersBrowser, ...input })
      return c.json({ success: true, message: 'Approved.', data } as const)
    },
  )
  .post(
    '/:token/posts/:postId/request-changes',
    describe({
      tag,
      summary: 'Send a post back with a comment, with a review link',
      signedIn: false,
      response: { data: REVIEWED },
      errors: ['invalid', 'not_found', 'forbidden', 'conflict', 'rate_limited'],
    }),
    validate('json', RequestByLink),
    async c => {
      const { ctx } = c.var
      const { pin = c.req.header(REVIEW_PIN_HEADER), ...input } = c.req.valid('json')
      const link = await findReviewLink(ctx, c.req.param('token'), pin)
      const isInMakersBrowser = await isBrowserOf(c, link.userId)
      const postId = c.req.param('postId')
      const data = await decideByLink(ctx, link, { postId, isInMakersBrowser, ...input })
      return c.json({ success: true, message: 'Changes requested.', data } as const)
    },
  )
