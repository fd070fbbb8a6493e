import { Hono } from 'hono'

import { readAccount } from '#api/accounts/account-details.ts'
import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { validate } from '#api/http/route.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { BlueskyLoginInput } from '#shared/bluesky.ts'
import { connectBluesky } from '../bluesky.ts'
import { describe, DETAILS } from './browser.ts'

export const blueskyRoutes = new Hono<UserEnv>()
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
      { data: DETAILS, errors: ['not_found', 'forbidden', 'conflict', 'rate_limited', 'upstream'] },
    ),
    requireUser,
    validate('json', BlueskyLoginInput),
    async c => {
      const key = await connectBluesky(c.var.ctx, c.req.valid('json'))
      return c.json({ success: true, data: await readAccount(c.var.ctx, key) })
    },
  )
