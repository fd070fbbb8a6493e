import { type Context as HonoContext, Hono } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'

import {
  BlueskyReturn,
  connectBluesky,
  returnFromBluesky,
  startBluesky,
} from '#api/accounts/sign-in/bluesky.ts'
import { readAllowance } from '#api/accounts/sign-in/connection.ts'
import {
  choosePage,
  finishFacebook,
  readPages,
  readPlace,
  returnFromFacebook,
} from '#api/accounts/sign-in/facebook.ts'
import {
  chooseLocation,
  finishGoogle,
  googleDialog,
  readLocations,
  returnFromGoogle,
  startGoogle,
} from '#api/accounts/sign-in/google.ts'
import { returnFromInstagram } from '#api/accounts/sign-in/instagram.ts'
import { STATE_LIFETIME_MS } from '#api/accounts/sign-in/oauth-state.ts'
import { DialogReturn, type ReturnMessage, returnPage } from '#api/accounts/sign-in/return-page.ts'
import { startSignIn, UNLISTED } from '#api/accounts/sign-in/sign-in.ts'
import {
  readArticleNames,
  returnFromWordPress,
  startWordPress,
  WordPressReturn,
} from '#api/accounts/sign-in/wordpress.ts'
import { requires, requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { cookieToken, setOwnCookie } from '#api/http/own-cookie.ts'
import { describing, parseInput, validate } from '#api/http/route.ts'
import { secretUrl } from '#api/http/secret-url.ts'
import { newToken } from '#api/runtime/crypto/secrets.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
import {
  FacebookLogin,
  GoogleCode,
  GoogleStart,
  LocationChoice,
  PageChoice,
  Provider,
  SIGN_IN_FAILURE,
} from '#shared/accounts.ts'
import { BlueskyLoginInput, BlueskyStart } from '#shared/bluesky.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { WordPressStart } from '#shared/wordpress.ts'
import { readAccount, readSelectedAccount } from './account-details.ts'
import { disconnectAccount } from './disconnect.ts'

const describe = describing('Accounts')

const DETAILS =
  '`accountConnected`, and when connected `provider status providerId profile {name, picture, email} name username picture location followers following bio link email reconnectCause alsoConnectedTo?`, for facebook `pagesInfo [{id, name, picture}]` and `selectedPage`'

const BROWSER_COOKIE = { name: 'oauth_browser', path: '/api/auth' } as const

const GOOGLE_STATE = { name: 'google_state', path: '/api/auth/google' } as const

const describeStart = (what: string, url: string) =>
  describe(`Start connecting ${what}`, {
    response: { url },
    errors: ['invalid', 'not_found', 'conflict', 'rate_limited'],
  })

const describeReturn = (network: string) =>
  describe(`Return page of ${network}’s dialog: posts the result to its opener and closes`, {
    signedIn: false,
    raw: 'text/html',
    errors: ['invalid'],
  })

const requireUserIfAuthorized = createMiddleware<UserEnv>((c, next) =>
  c.req.header('Authorization') ? requireUser(c, next) : next(),
)

export const accountRoutes = new Hono<UserEnv>()
  .post(
    '/facebook/start',
    describeStart('a Facebook Page', 'URL of Facebook’s dialog, for a pop-up'),
    requireUser,
    async c => c.json({ success: true, url: await startSignIn(c.var.ctx, 'facebook', setBrowser(c)) }),
  )
  .post(
    '/instagram/start',
    describeStart('an Instagram account', 'URL of Instagram’s dialog, for a pop-up'),
    requireUser,
    async c => c.json({ success: true, url: await startSignIn(c.var.ctx, 'instagram', setBrowser(c)) }),
  )
  .get('/facebook', describeReturn('Facebook'), c =>
    sendPage(c, returnFromFacebook(parseInput(DialogReturn, c.req.query()))),
  )
  .post(
    '/facebook',
    describe('Finish connecting Facebook, with our dialog’s code or the JavaScript SDK’s authResponse', {
      response: { data: `${DETAILS}. With several Pages nothing is connected until auth/updatePageInfo` },
      errors: ['not_found', 'conflict', 'rate_limited', 'upstream'],
    }),
    requireUser,
    validate('json', FacebookLogin),
    async c => {
      const key = await finishFacebook(c.var.ctx, c.req.valid('json'))
      return c.json({ success: true, data: await readAccount(c.var.ctx, key) })
    },
  )
  .get(
    '/getPagesInfo',
    describe('List the Pages of the Facebook login', {
      response: {
        showPageSelection: 'True until one is chosen',
        data: 'A list of `{id, name, picture, usedBy?}`; `usedBy` names another business that has the Page',
        unlisted: UNLISTED,
        formerPage: 'Name of the Page that was connected before and that this login lacks; missing otherwise',
      },
      errors: ['invalid', 'not_found', 'rate_limited', 'upstream'],
    }),
    requireUser,
    requires('connect'),
    async c => c.json({ success: true, ...(await readPages(c.var.ctx)) }),
  )
  .post(
    '/updatePageInfo',
    describe('Choose the Page of the selected business', {
      response: { data: DETAILS },
      errors: ['not_found', 'conflict', 'rate_limited', 'upstream'],
    }),
    requireUser,
    validate('json', PageChoice),
    async c => {
      const data = await readAccount(c.var.ctx, await choosePage(c.var.ctx, c.req.valid('json')))
      return c.json({ success: true, message: 'Facebook Page connected successfully', data })
    },
  )
  .get(
    '/facebook/place',
    describe('Read where the connected Page is, which posts on Instagram can show', {
      response: { data: '`{id, name, address}`; null for a Page without an address' },
      errors: ['conflict', 'not_found', 'rate_limited', 'upstream'],
    }),
    requireUser,
    async c => c.json({ success: true, data: await readPlace(c.var.ctx) }),
  )
  .post(
    '/google/start',
    describeStart('a Google Business Profile', 'URL to open in the browser, with this response’s cookies'),
    requireUser,
    validate('json', GoogleStart),
    async c => {
      const { returnTo } = c.req.valid('json')
      const state = await startGoogle(c.var.ctx, { browser: setBrowser(c), returnTo })
      setOwnCookie(c, GOOGLE_STATE, state, STATE_LIFETIME_MS / 1000)
      return c.json({ success: true, url: `${c.var.ctx.config.publicUrl}/api/auth/google/auth` })
    },
  )
  .get(
    '/google/auth',
    describe(
      'Redirect to Google’s dialog, for the browser that started it or for the session in the header',
      { signedIn: false, status: 302, errors: ['not_found', 'conflict', 'rate_limited'] },
    ),
    requireUserIfAuthorized,
    async c => {
      const browser = setBrowser(c)
      const state = c.req.header('Authorization')
        ? await startGoogle(c.var.ctx, { browser, returnTo: 'social-hub' })
        : deleteCookie(c, GOOGLE_STATE.name, GOOGLE_STATE)
      return redirectOnce(c, await googleDialog(c.var.ctx, { state, browser }))
    },
  )
  .get(
    '/google',
    describe('Return URL of Google’s dialog: redirects to the screen that started it', {
      signedIn: false,
      status: 302,
      errors: ['rate_limited'],
    }),
    async c =>
      redirectOnce(
        c,
        await returnFromGoogle(c.var.ctx, parseInput(DialogReturn, c.req.query()), browserOf(c)),
      ),
  )
  .post(
    '/google/save-info',
    describe('Finish connecting Google, with the two codes of the return URL joined by a slash', {
      response: {
        data: `${DETAILS}. With several locations nothing is connected until auth/google/location`,
      },
      errors: ['conflict', 'rate_limited', 'upstream'],
    }),
    requireUser,
    validate('json', GoogleCode),
    async c => {
      const key = await finishGoogle(c.var.ctx, c.req.valid('json').google_code)
      return c.json({ success: true, data: await readAccount(c.var.ctx, key) })
    },
  )
  .get(
    '/google/locations',
    describe('List the locations of the Google login', {
      response: {
        showLocationSelection: 'True until one is chosen',
        data: 'A list of `{id, name, address, account, isSelected, blocked?}`; `blocked` says why posts can’t go there',
        unlisted: UNLISTED,
      },
      errors: ['invalid', 'not_found', 'rate_limited', 'upstream'],
    }),
    requireUser,
    requires('connect'),
    async c => c.json({ success: true, ...(await readLocations(c.var.ctx)) }),
  )
  .post(
    '/google/location',
    describe('Choose the location of the selected business', {
      response: { data: DETAILS },
      errors: ['not_found', 'conflict', 'rate_limited', 'upstream'],
    }),
    requireUser,
    validate('json', LocationChoice),
    async c => {
      const data = await readAccount(c.var.ctx, await chooseLocation(c.var.ctx, c.req.valid('json')))
      return c.json({ success: true, message: 'Location connected successfully', data })
    },
  )
  .get('/instagram', describeReturn('Instagram'), async c =>
    sendPage(c, await returnFromInstagram(c.var.ctx, parseInput(DialogReturn, c.req.query()), browserOf(c))),
  )
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
    async c => {
      return sendResult(
        c,
        'wordpress',
        await returnFromWordPress(c.var.ctx, c.req.valid('query'), browserOf(c)),
      )
    },
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
  .post(
    '/accountDetails',
    describe('Read a connected account', { response: { data: DETAILS }, errors: ['not_found'] }),
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
      errors: ['invalid', 'not_found', 'conflict'],
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

/** In development, Bluesky returns to 127.0.0.1, although the browser may have started at localhost, which has its cookie. */
function localReturn(c: HonoContext<UserEnv>): string | undefined {
  const own = new URL(c.var.ctx.config.publicUrl)
  const called = new URL(c.req.url)
  if (own.hostname !== 'localhost' || called.hostname !== '127.0.0.1') return undefined
  return own.origin + called.pathname + called.search
}

const browserOf = (c: HonoContext<UserEnv>) => cookieToken(c, BROWSER_COOKIE.name)

/** Sets the cookie that ties the dialog's redirect to the browser that started it. */
function setBrowser(c: HonoContext<UserEnv>): string {
  const browser = browserOf(c) ?? newToken()
  setOwnCookie(c, BROWSER_COOKIE, browser, STATE_LIFETIME_MS / 1000)
  return browser
}

function redirectOnce(c: HonoContext<UserEnv>, url: string) {
  c.set('hasSecretUrl', true)
  return c.redirect(url)
}

/** Returns to the Social Hub, which shows the result. A browser that started nothing here gets a page with the reason. */
function sendResult(
  c: HonoContext<UserEnv>,
  network: NetworkId,
  failure: { status: 'error'; message: string } | undefined,
) {
  if (failure && !browserOf(c)) return sendPage(c, failure)
  const { siteUrl, publicUrl } = c.var.ctx.config
  if (failure)
    setCookie(c, SIGN_IN_FAILURE, failure.message, {
      path: '/dashboard',
      sameSite: 'Lax',
      secure: publicUrl.startsWith('https:'),
      maxAge: 60,
    })
  return redirectOnce(c, `${siteUrl}/dashboard/social-hub?${failure ? 'failed' : 'connected'}=${network}`)
}

function sendPage(c: HonoContext<UserEnv>, message: ReturnMessage) {
  const { html, policy } = returnPage(message, c.var.ctx.config.siteUrl)
  c.header('Content-Security-Policy', policy)
  c.header('Cross-Origin-Opener-Policy', 'unsafe-none')
  c.set('hasSecretUrl', true)
  return c.html(html, message.status === 'success' ? 200 : 400)
}

export const allowanceRoutes = new Hono<UserEnv>().get(
  '/accountAllowance',
  describe(
    'Count the accounts that the caller has connected in all businesses, and those their plan allows',
    { response: { data: '`used limit`; `limit` is null for administrators' } },
  ),
  requireUser,
  async c => c.json({ success: true, data: await readAllowance(c.var.ctx) }),
)
