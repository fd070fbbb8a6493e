import { type Context as HonoContext, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

import type { UserEnv } from '#api/context.ts'
import { newToken } from '#api/crypto/secrets.ts'
import { describe } from '#api/describe.ts'
import { invalidField } from '#api/errors.ts'
import { requireUser } from '#api/require-user.ts'
import { parseInput, validate } from '#api/validate.ts'
import { FacebookLogin, PageChoice, Provider } from '#shared/accounts.ts'
import { networks } from '#shared/networks.ts'
import { disconnectAccount } from './accounts.ts'
import { readAccount, readSelectedAccount } from './details.ts'
import { DialogReturn, returnFromFacebook, returnFromInstagram } from './dialog-return.ts'
import { choosePage, finishFacebook, readPages } from './facebook.ts'
import { type ReturnMessage, returnPage } from './return-page.ts'
import { startSignIn } from './sign-in.ts'
import { STATE_LIVES_MS } from './states.ts'

const tag = 'Accounts'
const DETAILS =
  '`accountConnected`, and when connected `provider status providerId profile name username picture location followers following bio link email`, for facebook `pagesInfo [{id, name, picture}]` and `selectedPage`'

const BROWSER_COOKIE = 'oauth_browser'
const BROWSER = /^[a-z0-9]{52}$/

const describeReturn = (network: string) =>
  describe({
    summary: `Where ${network}’s dialog returns to: a page that tells the one that opened it, and closes`,
    tag,
    signedIn: false,
    raw: 'text/html',
    errors: ['invalid'],
  })

export const accountRoutes = new Hono<UserEnv>()
  .post(
    '/facebook/start',
    describe({
      summary: 'Start connecting a Facebook Page',
      tag,
      answer: { url: 'The address of Facebook’s dialog, for a pop-up' },
      errors: ['invalid', 'conflict', 'rate_limited'],
    }),
    requireUser,
    async c =>
      c.json({ success: true, url: await startSignIn(c.var.ctx, 'facebook', keepBrowser(c)) } as const),
  )
  .post(
    '/instagram/start',
    describe({
      summary: 'Start connecting an Instagram account',
      tag,
      answer: { url: 'The address of Instagram’s dialog, for a pop-up' },
      errors: ['invalid', 'conflict', 'rate_limited'],
    }),
    requireUser,
    async c =>
      c.json({ success: true, url: await startSignIn(c.var.ctx, 'instagram', keepBrowser(c)) } as const),
  )
  .get('/facebook', describeReturn('Facebook'), c =>
    answerPage(c, returnFromFacebook(parseInput(DialogReturn, c.req.query()))),
  )
  .post(
    '/facebook',
    describe({
      summary: 'Finish connecting Facebook, with our dialog’s code or the JavaScript SDK’s authResponse',
      tag,
      answer: { data: `${DETAILS}. With several Pages nothing is connected until auth/updatePageInfo` },
      errors: ['invalid', 'conflict', 'rate_limited', 'upstream'],
    }),
    requireUser,
    validate('json', FacebookLogin),
    async c => {
      const place = await finishFacebook(c.var.ctx, c.req.valid('json'))
      return c.json({ success: true, data: await readAccount(c.var.ctx, place) } as const)
    },
  )
  .get(
    '/getPagesInfo',
    describe({
      summary: 'The Pages of the Facebook login',
      tag,
      answer: {
        showPageSelection: 'Whether one has yet to be chosen',
        data: 'A list of `{id, name, picture}`',
      },
      errors: ['invalid', 'upstream'],
    }),
    requireUser,
    async c => c.json({ success: true, ...(await readPages(c.var.ctx)) } as const),
  )
  .post(
    '/updatePageInfo',
    describe({
      summary: 'Choose the Page of the selected domain',
      tag,
      answer: { data: DETAILS },
      errors: ['invalid', 'conflict', 'rate_limited', 'upstream'],
    }),
    requireUser,
    validate('json', PageChoice),
    async c => {
      const place = await choosePage(c.var.ctx, c.req.valid('json'))
      const data = await readAccount(c.var.ctx, place)
      return c.json({ success: true, message: 'Facebook Page connected successfully', data } as const)
    },
  )
  .get('/instagram', describeReturn('Instagram'), async c =>
    answerPage(
      c,
      await returnFromInstagram(c.var.ctx, parseInput(DialogReturn, c.req.query()), browserOf(c)),
    ),
  )
  .post(
    '/accountDetails',
    describe({ summary: 'A connected account', tag, answer: { data: DETAILS }, errors: ['invalid'] }),
    requireUser,
    validate('json', Provider),
    async c => {
      const data = await readSelectedAccount(c.var.ctx, c.req.valid('json').provider)
      return c.json({ success: true, data } as const)
    },
  )
  .delete(
    '/disconnectSocialAccount',
    describe({
      summary:
        'Disconnect an account; what it had scheduled is held. `provider` may stand in the body or the query',
      tag,
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
      return c.json({
        success: true,
        message: `${networks[provider].name} disconnected successfully`,
      } as const)
    },
  )

async function bodyOrQuery(c: HonoContext): Promise<unknown> {
  const provider = c.req.query('provider')
  if (provider !== undefined) return { provider }
  return await c.req.json<unknown>().catch(() => {
    throw invalidField('body', 'Please send JSON.')
  })
}

const browserOf = (c: HonoContext<UserEnv>) => {
  const browser = getCookie(c, BROWSER_COOKIE)
  return browser && BROWSER.test(browser) ? browser : undefined
}

/** The cookie by which the dialog's return is known to come from the browser that started it. */
function keepBrowser(c: HonoContext<UserEnv>): string {
  const browser = browserOf(c) ?? newToken()
  setCookie(c, BROWSER_COOKIE, browser, {
    path: '/api/auth',
    httpOnly: true,
    sameSite: 'Lax',
    secure: c.var.ctx.config.publicUrl.startsWith('https:'),
    maxAge: STATE_LIVES_MS / 1000,
  })
  return browser
}

function answerPage(c: HonoContext<UserEnv>, message: ReturnMessage) {
  const { html, policy } = returnPage(message, c.var.ctx.config.siteUrl)
  c.header('Content-Security-Policy', policy)
  c.header('Cross-Origin-Opener-Policy', 'unsafe-none')
  c.header('Referrer-Policy', 'no-referrer')
  c.header('Cache-Control', 'no-store')
  return c.html(html, message.status === 'success' ? 200 : 400)
}
