import { type Context as HonoContext, Hono } from 'hono'

import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { validate } from '#api/http/route.ts'
import { secretUrl } from '#api/http/secret-url.ts'
import { networks, DECENTRALIZED_NETWORKS, type DecentralizedNetwork } from '#shared/networks.ts'
import { signInInput } from '#shared/server-sign-in.ts'
import { RedirectQuery } from '../return-page.ts'
import { completeServerSignIn, startServerSignIn } from '../server-sign-in.ts'
import { browserOf, describe, describeStart, redirectOnce, sendResult, setBrowser } from './browser.ts'

function routesOf(network: DecentralizedNetwork) {
  const { name } = networks[network]
  return new Hono<UserEnv>()
    .post(
      `/${network}/start`,
      describeStart(
        name,
        'URL of the page for signing in at the account’s own server, to open in the browser with this response’s cookies',
      ),
      requireUser,
      validate('json', signInInput(network)),
      async c => {
        const url = await startServerSignIn(c.var.ctx, network, c.req.valid('json'), setBrowser(c))
        return c.json({ success: true, url })
      },
    )
    .get(
      `/${network}`,
      describe(`Return URL of ${name}’s page: connects the account, and redirects to the Social Hub`, {
        signedIn: false,
        status: 302,
        errors: ['invalid'],
      }),
      secretUrl(),
      validate('query', RedirectQuery),
      async c => {
        const elsewhere = localhostUrl(c)
        if (elsewhere) return redirectOnce(c, elsewhere)
        const returned = c.req.valid('query')
        return sendResult(c, network, await completeServerSignIn(c.var.ctx, network, returned, browserOf(c)))
      },
    )
}

export const serverSignInRoutes = DECENTRALIZED_NETWORKS.map(routesOf).reduce((all, routes) =>
  all.route('/', routes),
)

/** In development, Bluesky redirects to 127.0.0.1, but the browser's cookie may be for localhost. */
function localhostUrl(c: HonoContext<UserEnv>): string | undefined {
  const own = new URL(c.var.ctx.config.publicUrl)
  const called = new URL(c.req.url)
  if (own.hostname !== 'localhost' || called.hostname !== '127.0.0.1') return undefined
  return own.origin + called.pathname + called.search
}
