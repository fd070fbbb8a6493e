import { type Context as HonoContext, Hono } from 'hono'

import { readAccount } from '#api/accounts/account-details.ts'
import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { validate } from '#api/http/route.ts'
import { secretUrl } from '#api/http/secret-url.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { BlueskyLoginInput, BlueskyStart } from '#shared/bluesky.ts'
import { BlueskyReturn, connectBluesky, returnFromBluesky, startBluesky } from '../bluesky.ts'
import {
  browserOf,
  describe,
  describeStart,
  DETAILS,
  redirectOnce,
  sendResult,
  setBrowser,
} from './browser.ts'

export const blueskyRoutes = new Hono<UserEnv>()
  .post(
    '/bluesky/start',
    describeStart(
      'a Bluesky account',
      'URL of its server’s page for signing in, to open in the browser with this response’s cookies',
    ),
    requireUser,
    validate('json', BlueskyStart),
    async c =>
      c.json({ success: true, url: await startBluesky(c.var.ctx, c.req.valid('json'), setBrowser(c)) }),
  )
  .get(
    '/bluesky',
    describe('Return URL of a Bluesky server’s page: connects the account, and redirects to the Social Hub', {
      signedIn: false,
      status: 302,
      errors: ['invalid'],
    }),
    secretUrl(),
    validate('query', BlueskyReturn),
    async c => {
      const elsewhere = localReturn(c)
      if (elsewhere) return redirectOnce(c, elsewhere)
      return sendResult(c, 'bluesky', await returnFromBluesky(c.var.ctx, c.req.valid('query'), browserOf(c)))
    },
  )
  .get(
    '/bluesky/client-metadata.json',
    describe('Read the document by which Bluesky’s servers know this installation, with its public key', {
      signedIn: false,
      raw: 'application/json',
      errors: ['not_found'],
    }),
    c => {
      const metadata = c.var.ctx.networks.bluesky.login.clientMetadata
      if (!metadata) throw new DomainError('not_found', 'Bluesky’s servers can’t know this URL.')
      return c.json(metadata)
    },
  )
  .post(
    '/bluesky',
    describe(
      'Connect a Bluesky account with an app password. `server` is for accounts elsewhere than bsky.social',
      {
        response: { data: DETAILS },
        errors: ['not_found', 'conflict', 'rate_limited', 'upstream'],
      },
    ),
    requireUser,
    validate('json', BlueskyLoginInput),
    async c => {
      const key = await connectBluesky(c.var.ctx, c.req.valid('json'))
      return c.json({ success: true, data: await readAccount(c.var.ctx, key) })
    },
  )

/** In development, Bluesky returns to 127.0.0.1, although the browser may have started at localhost, which has its cookie. */
function localReturn(c: HonoContext<UserEnv>): string | undefined {
  const own = new URL(c.var.ctx.config.publicUrl)
  const called = new URL(c.req.url)
  if (own.hostname !== 'localhost' || called.hostname !== '127.0.0.1') return undefined
  return own.origin + called.pathname + called.search
}
