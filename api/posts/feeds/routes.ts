import { Hono } from 'hono'
import { createHash } from 'node:crypto'

import { requireUser } from '#api/auth/middleware/user.ts'
import type { Env, UserEnv } from '#api/context.ts'
import { limitChanges, LIMITS } from '#api/http/limits/limits.ts'
import { describing, noInput, done } from '#api/http/route.ts'
import { secretUrl } from '#api/http/secret-url.ts'
import { renderCalendar, findFeed, readFeed, resetFeed, revokeFeed } from './feeds.ts'

const describe = describing('feeds')

/** Serves calendar programs. They send neither a session nor a cookie, so the token in the URL grants access. */
export const feedRoutes = new Hono<Env>().use(secretUrl(LIMITS.feedAddress)).get(
  '/:file',
  describe('Read the posts of a business as iCalendar, at a secret URL', {
    signedIn: false,
    raw: 'text/calendar',
    errors: ['not_found', 'rate_limited'],
  }),
  async c => {
    const { ctx } = c.var
    const body = await renderCalendar(ctx, await findFeed(ctx, c.req.param('file').replace(/\.ics$/, '')))
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
    const headers = { ETag: etag }
    const known = c.req.header('If-None-Match')?.split(',') ?? []
    if (known.some(one => one.trim().replace(/^W\//, '') === etag)) return c.body(null, 304, headers)
    return c.body(body, 200, { ...headers, 'Content-Type': 'text/calendar; charset=utf-8' })
  },
)

export const calendarFeedRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .get(
    '/:domainId',
    describe('Read the state of a business’s calendar feed', {
      data: '`isOn createdAt? readAt?`',
      errors: ['not_found'],
    }),
    async c => c.json({ success: true, data: await readFeed(c.var.ctx, c.req.param('domainId')) }),
  )
  .post(
    '/:domainId',
    describe('Create a new URL for the feed, and revoke the previous one', {
      response: { url: 'The URL, which is returned only once' },
      errors: ['not_found', 'forbidden'],
    }),
    limitChanges,
    noInput,
    async c => c.json({ success: true, url: await resetFeed(c.var.ctx, c.req.param('domainId')) }),
  )
  .delete(
    '/:domainId',
    describe('Turn the feed off', { errors: ['not_found', 'forbidden'] }),
    limitChanges,
    c => done(c, revokeFeed(c.var.ctx, c.req.param('domainId')), 'Calendar link turned off.'),
  )
