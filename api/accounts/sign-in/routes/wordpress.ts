import { Hono } from 'hono'

import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { validate } from '#api/http/route.ts'
import { secretUrl } from '#api/http/secret-url.ts'
import { WordPressStart } from '#shared/wordpress.ts'
import { readArticleNames, returnFromWordPress, startWordPress, WordPressReturn } from '../wordpress.ts'
import { browserOf, describe, describeStart, sendResult, setBrowser } from './browser.ts'

export const wordpressRoutes = new Hono<UserEnv>()
  .post(
    '/wordpress/start',
    describeStart(
      'a WordPress website',
      'URL of the website’s own page for applications, to open in the browser with this response’s cookies',
    ),
    requireUser,
    validate('json', WordPressStart),
    async c =>
      c.json({ success: true, url: await startWordPress(c.var.ctx, c.req.valid('json'), setBrowser(c)) }),
  )
  .get(
    '/wordpress',
    describe('Return URL of a website’s page: connects it, and redirects to the Social Hub', {
      signedIn: false,
      status: 302,
      errors: ['invalid'],
    }),
    secretUrl(),
    validate('query', WordPressReturn),
    async c =>
      sendResult(c, 'wordpress', await returnFromWordPress(c.var.ctx, c.req.valid('query'), browserOf(c))),
  )
  .get(
    '/wordpress/names',
    describe('List the categories and tags of the connected website, the most used first', {
      response: { data: '`categories tags`, lists of names' },
      errors: ['conflict', 'not_found', 'rate_limited', 'upstream'],
    }),
    requireUser,
    async c => c.json({ success: true, data: await readArticleNames(c.var.ctx) }),
  )
