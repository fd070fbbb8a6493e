import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'

import {
  complianceRoutes,
  facebookCallbackRoutes,
  instagramCallbackRoutes,
} from './accounts/compliance/routes.ts'
import { connectLinkRoutes, connectReturnRoutes, connectRoutes } from './accounts/connect-links/routes.ts'
import { accountRoutes, allowanceRoutes } from './accounts/routes.ts'
import { authRoutes, sessionRoutes } from './auth/routes.ts'
import { secondFactorRoutes, twoFactorRoutes } from './auth/two-factor/routes.ts'
import { activityRoutes } from './businesses/activity/routes.ts'
import { invitationRoutes, memberRoutes, visitRoutes } from './businesses/members/routes.ts'
import { domainRoutes, domainSettingsRoutes } from './businesses/routes.ts'
import type { Context, Env } from './context.ts'
import { compressResponses } from './http/compress-responses.ts'
import { docsRoutes } from './http/docs/routes.ts'
import { respondNotFound, toResponse } from './http/error-handler.ts'
import { logRequests } from './http/request-context.ts'
import { inboxRoutes } from './inbox/routes.ts'
import { insightRoutes } from './insights/routes.ts'
import { healthRoutes } from './jobs/routes.ts'
import { libraryRoutes, mediaRoutes, uploadRoutes } from './media/routes.ts'
import { pushRoutes } from './notifications/push/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { liveRoutes } from './outbox/live/routes.ts'
import { clientRoutes, overviewRoutes } from './overview/routes.ts'
import { deletionRoutes, emailChangeRoutes, exportLinkRoutes, exportRoutes } from './personal-data/routes.ts'
import { captionRoutes } from './posts/captions/routes.ts'
import { draftRoutes } from './posts/drafts/routes.ts'
import { calendarFeedRoutes, feedRoutes } from './posts/feeds/routes.ts'
import { importRoutes, importTemplateRoutes } from './posts/imports/routes.ts'
import { labelRoutes } from './posts/labels/routes.ts'
import { linkPreviewRoutes } from './posts/link-previews/routes.ts'
import { providerPostRoutes } from './posts/provider-posts/routes.ts'
import { createPostRoutes } from './posts/routes/create.ts'
import { postRoutes } from './posts/routes/posts.ts'
import { hashtagSetRoutes, savedReplyRoutes, templateRoutes } from './posts/saved-texts/routes.ts'
import { slotRoutes } from './posts/slots/routes.ts'
import { reportPageRoutes, reportRoutes } from './reports/routes.ts'
import { approvalRoutes, approvalRuleRoutes, reviewLinkRoutes, reviewRoutes } from './reviews/routes.ts'
import { DomainError } from './runtime/errors.ts'
import { scoreRoutes, siteScoreRoutes } from './scores/routes.ts'
import { profilePictureRoutes, profileRoutes, settingsRoutes, unsubscribeRoutes } from './settings/routes.ts'
import { keepWeekRoutes, trialWeekRoutes } from './trial-weeks/routes.ts'
import { publicAuditRoutes } from './visitors/audits/routes.ts'
import { bookingRoutes } from './visitors/bookings/routes.ts'
import {
  featureRequestRoutes,
  pipelineRoutes,
  requestRoutes,
  supportRequestRoutes,
  supportRoutes,
} from './visitors/requests/routes.ts'

/** For JSON bodies. Uploads have limits of their own. */
const MAX_JSON_BYTES = 256 * 1024
const UPLOAD_PATHS = new Set([
  '/api/auth/createPosts',
  '/api/users/updateProfile',
  '/api/media',
  '/api/imports',
])

/** Builds the api's routes. Opening connections and listening are up to server.ts. */
export const createApp = (ctx: Context) => {
  const tooLarge = () => {
    throw new DomainError('too_large', 'This request is too large.')
  }
  const limitStream = bodyLimit({ maxSize: MAX_JSON_BYTES, onError: tooLarge })
  /** Trusts Content-Length where it is sent, because counting the bytes costs more than reading them. */
  const limitJson: MiddlewareHandler<Env> = (c, next) => {
    if (UPLOAD_PATHS.has(c.req.path)) return next()
    const length = c.req.header('Content-Length')
    if (length === undefined || c.req.header('Transfer-Encoding') !== undefined) return limitStream(c, next)
    return Number(length) <= MAX_JSON_BYTES ? next() : tooLarge()
  }
  const handlePreflight = cors({ origin: new URL(ctx.config.siteUrl).origin, credentials: true, maxAge: 600 })
  const app = new Hono<Env>()
    .use(logRequests(ctx))
    .use('/api/*', compressResponses)
    .onError(toResponse)
    .notFound(respondNotFound)
    .use('/api/*', (c, next) => (c.req.method === 'OPTIONS' ? handlePreflight(c, next) : limitJson(c, next)))
    .route('/uploads', profilePictureRoutes)
    .route('/report', reportPageRoutes)
    .basePath('/api')
    .route('/', healthRoutes)
    .route('/users', authRoutes)
    .route('/users', profileRoutes)
    .route('/users', deletionRoutes)
    .route('/users/email-change', emailChangeRoutes)
    .route('/users', exportRoutes)
    .route('/users', exportLinkRoutes)
    .route('/sessions', sessionRoutes)
    .route('/users', domainRoutes)
    .route('/domains', domainSettingsRoutes)
    .route('/businesses', visitRoutes)
    .route('/businesses', memberRoutes)
    .route('/invitations', invitationRoutes)
    .route('/clients', clientRoutes)
    .route('/users', scoreRoutes)
    .route('/admin/siteScores', siteScoreRoutes)
    .route('/users', requestRoutes)
    .route('/users', supportRoutes)
    .route('/admin/supportRequests', supportRequestRoutes)
    .route('/admin/featureRequests', featureRequestRoutes)
    .route('/admin/requests', pipelineRoutes)
    .route('/audits', publicAuditRoutes)
    .route('/bookings', bookingRoutes)
    .route('/trial-weeks', trialWeekRoutes)
    .route('/trial-weeks', keepWeekRoutes)
    .route('/compliance', complianceRoutes)
    .route('/compliance/facebook', facebookCallbackRoutes)
    .route('/compliance/instagram', instagramCallbackRoutes)
    .route('/auth', connectReturnRoutes)
    .route('/auth', accountRoutes)
    .route('/auth', allowanceRoutes)
    .route('/auth', createPostRoutes)
    .route('/posts', postRoutes)
    .route('/posts', approvalRoutes)
    .route('/businesses', approvalRuleRoutes)
    .route('/businesses', reviewLinkRoutes)
    .route('/businesses', activityRoutes)
    .route('/review', reviewRoutes)
    .route('/businesses', connectLinkRoutes)
    .route('/connect', connectRoutes)
    .route('/feeds', feedRoutes)
    .route('/calendarFeeds', calendarFeedRoutes)
    .route('/imports', importTemplateRoutes)
    .route('/imports', importRoutes)
    .route('/accounts', providerPostRoutes)
    .route('/drafts', draftRoutes)
    .route('/slots', slotRoutes)
    .route('/templates', templateRoutes)
    .route('/link-previews', linkPreviewRoutes)
    .route('/hashtag-sets', hashtagSetRoutes)
    .route('/labels', labelRoutes)
    .route('/media', mediaRoutes)
    .route('/media', uploadRoutes)
    .route('/media', libraryRoutes)
    .route('/insights', insightRoutes)
    .route('/inbox', inboxRoutes)
    .route('/saved-replies', savedReplyRoutes)
    .route('/overview', overviewRoutes)
    .route('/reports', reportRoutes)
    .route('/captions', captionRoutes)
    .route('/users', secondFactorRoutes)
    .route('/users/two-factor', twoFactorRoutes)
    .route('/settings', settingsRoutes)
    .route('/mail', unsubscribeRoutes)
    .route('/notifications', notificationRoutes)
    .route('/push', pushRoutes)
    .route('/events', liveRoutes)
  app.route('/', docsRoutes(app as unknown as Hono<Env>))
  return app
}

export type Api = ReturnType<typeof createApp>
