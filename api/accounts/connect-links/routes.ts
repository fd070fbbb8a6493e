import { type Context as HonoContext, Hono } from 'hono'
import { deleteCookie } from 'hono/cookie'

import { STATE_LIFETIME_MS } from '#api/accounts/sign-in/oauth-state.ts'
import { RedirectQuery } from '#api/accounts/sign-in/return-page.ts'
import { UNLISTED } from '#api/accounts/sign-in/sign-in.ts'
import { requireUser } from '#api/auth/middleware/user.ts'
import { revokeLink } from '#api/businesses/links.ts'
import type { Env, UserEnv } from '#api/context.ts'
import { connectLinks } from '#api/db/schema/businesses/accounts.ts'
import { write } from '#api/db/write.ts'
import { limitChanges, LIMITS } from '#api/http/limits/limits.ts'
import { cookieToken, setOwnCookie } from '#api/http/own-cookie.ts'
import { describing, parseInput, validate, done } from '#api/http/route.ts'
import { secretUrl } from '#api/http/secret-url.ts'
import { hashToken, newToken } from '#api/runtime/crypto/secrets.ts'
import { CONNECT_LINK, ConnectChoice, ConnectStart, NewConnectLink } from '#shared/connect-links.ts'
import { NETWORK_IDS, type NetworkId } from '#shared/networks.ts'
import {
  createConnectLink,
  findConnectLink,
  linkGoneError,
  listConnectLinks,
  openConnectLink,
} from './links.ts'
import { chooseWithLink, completeWithLink, listOptions, startWithLink } from './sign-in.ts'

const describe = describing('Connect links')
const NETWORKS = '`networks [{network state name}]`: state is open, choosing or connected'
const LINK = `\`_id by expiresAt works openings openedAt createdAt\` and ${NETWORKS}`

export const connectLinkRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .get(
    '/:id/connect-links',
    describe('List the connect links of a business, newest first', {
      data: `A list of ${LINK}`,
      errors: ['not_found', 'forbidden'],
    }),
    async c => c.json({ success: true, data: await listConnectLinks(c.var.ctx, c.req.param('id')) }),
  )
  .post(
    '/:id/connect-links',
    describe(
      'Create a link with which somebody without a login connects accounts of these networks to the business, one per network. It works for 7 days unless `expiresAt` is set',
      {
        data: LINK,
        response: { url: 'The URL, which is returned only once' },
        errors: ['not_found', 'forbidden', 'conflict'],
      },
    ),
    limitChanges,
    validate('json', NewConnectLink),
    async c => {
      const created = await createConnectLink(c.var.ctx, c.req.param('id'), c.req.valid('json'))
      return c.json({ success: true, ...created })
    },
  )
  .delete(
    '/:id/connect-links/:linkId',
    describe('Revoke a connect link', { errors: ['not_found', 'forbidden'] }),
    limitChanges,
    async c => {
      const { id: domainId, linkId } = c.req.param()
      await write(c.var.ctx, ctx => revokeLink(ctx, connectLinks, { domainId, linkId, kind: CONNECT_LINK }))
      return c.json({ success: true, message: 'The link no longer works.' })
    },
  )

/** Serves anyone with a link. */
export const connectRoutes = new Hono<Env>()
  .use(secretUrl(LIMITS.connectAddress))
  .get(
    '/:token',
    describe('Read a connect link. Unknown, revoked and expired links get the same 404', {
      signedIn: false,
      data: `\`business {name picture} by expiresAt\` and ${NETWORKS}`,
      errors: ['not_found', 'rate_limited'],
    }),
    async c => {
      const { ctx } = c.var
      const link = await findConnectLink(ctx, c.req.param('token'))
      return c.json({ success: true, data: await openConnectLink(ctx, link, browserOf(c)) })
    },
  )
  .post(
    '/:token/:network/start',
    describe(
      'Start a sign-in at one of a connect link’s networks, in this browser. `handle` is the account’s for Bluesky, and the website’s URL for WordPress',
      {
        signedIn: false,
        response: { url: 'URL of the network’s dialog, for this window' },
        errors: ['not_found', 'conflict', 'rate_limited', 'upstream'],
      },
    ),
    validate('json', ConnectStart),
    async c => {
      const token = c.req.param('token')
      const browser = browserOf(c) ?? newToken()
      const { url, state } = await startWithLink(c.var.ctx, networkOf(c), {
        token,
        browser,
        ...c.req.valid('json'),
      })
      setOwnCookie(c, BROWSER_COOKIE, browser, CHOICE_SECONDS)
      setOwnCookie(c, tokenCookie(state), token, STATE_LIFETIME_MS / 1000)
      return c.json({ success: true, url })
    },
  )
  .get(
    '/:token/:network/options',
    describe('List the Pages or locations of the sign-in that this browser completed with a connect link', {
      signedIn: false,
      data: 'A list of `id name detail blocked?`',
      response: { unlisted: UNLISTED },
      errors: ['invalid', 'not_found', 'conflict', 'rate_limited', 'upstream'],
    }),
    async c => c.json({ success: true, ...(await listOptions(c.var.ctx, networkOf(c), credentialsOf(c))) }),
  )
  .post(
    '/:token/:network/choose',
    describe('Connect one of these Pages or locations. Each network of a link is connected once', {
      signedIn: false,
      errors: ['not_found', 'conflict', 'rate_limited', 'upstream'],
    }),
    validate('json', ConnectChoice),
    c =>
      done(
        c,
        chooseWithLink(c.var.ctx, networkOf(c), { ...credentialsOf(c), ...c.req.valid('json') }),
        'Connected.',
      ),
  )

/**
 * Handles redirects of sign-ins that visitors started on a connect link's page. Networks redirect them to the same registered URLs
 * as members, so a cookie, named after the state, identifies the link.
 */
export const connectReturnRoutes = new Hono<Env>().use('/:network', async (c, next) => {
  const state = c.req.query('state')
  const network = NETWORK_IDS.find(each => each === c.req.param('network'))
  if (c.req.method !== 'GET' || !network || !state) return next()
  const returned = parseInput(RedirectQuery, c.req.query())
  const cookie = tokenCookie(returned.state)
  const token = cookieToken(c, cookie.name)
  const browser = browserOf(c)
  if (!token || !browser) return next()
  deleteCookie(c, cookie.name, cookie)
  c.set('hasSecretUrl', true)
  return c.redirect(await completeWithLink(c.var.ctx, network, returned, { token, browser }))
})

/** Lifetime of the cookie, longer than a visitor's time for choosing a Page. */
const CHOICE_SECONDS = 2 * 60 * 60
const BROWSER_COOKIE = { name: 'connect_browser', path: '/api' } as const
const tokenCookie = (state: string) => ({
  name: `connect_${hashToken(state).slice(0, 16)}`,
  path: '/api/auth',
})

const browserOf = (c: HonoContext) => cookieToken(c, BROWSER_COOKIE.name)

const credentialsOf = (c: HonoContext<Env, '/:token/*'>) => ({
  token: c.req.param('token') ?? '',
  browser: browserOf(c) ?? '',
})

function networkOf(c: HonoContext): NetworkId {
  const network = NETWORK_IDS.find(each => each === c.req.param('network'))
  if (!network) throw linkGoneError()
  return network
}
