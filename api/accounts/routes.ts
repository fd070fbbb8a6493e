import { type Context as HonoContext, Hono } from 'hono'

import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { parseInput, validate } from '#api/http/route.ts'
import { invalidField } from '#api/runtime/errors.ts'
import { Provider } from '#shared/accounts.ts'
import { networks } from '#shared/networks.ts'
import { readSelectedAccount } from './account-details.ts'
import { disconnectAccount } from './disconnect.ts'
import { readAllowance } from './sign-in/connection.ts'
import { blueskyRoutes } from './sign-in/routes/bluesky.ts'
import { describe, DETAILS } from './sign-in/routes/browser.ts'
import { facebookRoutes } from './sign-in/routes/facebook.ts'
import { googleRoutes } from './sign-in/routes/google.ts'
import { instagramRoutes } from './sign-in/routes/instagram.ts'
import { serverSignInRoutes } from './sign-in/routes/servers.ts'
import { wordpressRoutes } from './sign-in/routes/wordpress.ts'

export const accountRoutes = new Hono<UserEnv>()
  .route('/', facebookRoutes)
  .route('/', instagramRoutes)
  .route('/', googleRoutes)
  .route('/', serverSignInRoutes)
  .route('/', blueskyRoutes)
  .route('/', wordpressRoutes)
  .post(
    '/accountDetails',
    describe('Read a connected account', { data: DETAILS, errors: ['not_found'] }),
    requireUser,
    validate('json', Provider),
    async c => {
      const data = await readSelectedAccount(c.var.ctx, c.req.valid('json').provider)
      return c.json({ success: true, data })
    },
  )
  .delete(
    '/disconnectSocialAccount',
    describe('Disconnect an account and hold its scheduled posts. `provider` is in the body or the query', {
      errors: ['invalid', 'not_found', 'forbidden', 'conflict'],
      requestBody: {
        content: {
          'application/json': { schema: { type: 'object', properties: { provider: { type: 'string' } } } },
        },
      },
    }),
    requireUser,
    async c => {
      const { provider } = parseInput(Provider, await bodyOrQuery(c))
      await disconnectAccount(c.var.ctx, provider)
      return c.json({ success: true, message: `${networks[provider].name} disconnected successfully` })
    },
  )

async function bodyOrQuery(c: HonoContext): Promise<unknown> {
  const provider = c.req.query('provider')
  if (provider !== undefined) return { provider }
  return await c.req.json<unknown>().catch(() => {
    throw invalidField('body', 'Please send JSON.')
  })
}

export const allowanceRoutes = new Hono<UserEnv>().get(
  '/accountAllowance',
  describe(
    'Count the accounts that the caller has connected in all businesses, and those their plan allows',
    { data: '`used limit`; `limit` is null for administrators' },
  ),
  requireUser,
  async c => c.json({ success: true, data: await readAllowance(c.var.ctx) }),
)
