import type { Context as HonoContext } from 'hono'
import { setCookie } from 'hono/cookie'

import type { UserEnv } from '#api/context.ts'
import { cookieToken, setOwnCookie } from '#api/http/own-cookie.ts'
import { describing } from '#api/http/route.ts'
import { newToken } from '#api/runtime/crypto/secrets.ts'
import { SIGN_IN_FAILURE_COOKIE } from '#shared/accounts.ts'
import type { NetworkId } from '#shared/networks.ts'
import { STATE_LIFETIME_MS } from '../oauth-state.ts'
import { type ReturnMessage, returnPage } from '../return-page.ts'

export const describe = describing('Accounts')

export const DETAILS =
  '`accountConnected`, and when connected `provider status providerId profile {name, picture, email} name username picture location followers following bio link email reconnectCause alsoConnectedTo?`, for facebook `pagesInfo [{id, name, picture}]` and `selectedPage`'

export const describeStart = (what: string, url: string) =>
  describe(`Start connecting ${what}`, {
    response: { url },
    errors: ['invalid', 'not_found', 'forbidden', 'conflict', 'rate_limited'],
  })

export const describeReturn = (network: string) =>
  describe(`Return page of ${network}’s dialog: posts the result to its opener and closes`, {
    signedIn: false,
    raw: 'text/html',
    errors: ['invalid'],
  })

const BROWSER_COOKIE = { name: 'oauth_browser', path: '/api/auth' } as const

export const browserOf = (c: HonoContext<UserEnv>) => cookieToken(c, BROWSER_COOKIE.name)

/** Sets the cookie that binds the redirect to the browser that started the sign-in. */
export function setBrowser(c: HonoContext<UserEnv>): string {
  const browser = browserOf(c) ?? newToken()
  setOwnCookie(c, BROWSER_COOKIE, browser, STATE_LIFETIME_MS / 1000)
  return browser
}

export function redirectOnce(c: HonoContext<UserEnv>, url: string) {
  c.set('hasSecretUrl', true)
  return c.redirect(url)
}

/** Redirects to the Social Hub, which shows the result. A browser that hasn't started a sign-in gets a page with the reason. */
export function sendResult(
  c: HonoContext<UserEnv>,
  network: NetworkId,
  failure: { status: 'error'; message: string } | undefined,
) {
  if (failure && !browserOf(c)) return sendPage(c, failure)
  const { siteUrl, publicUrl } = c.var.ctx.config
  if (failure)
    setCookie(c, SIGN_IN_FAILURE_COOKIE, failure.message, {
      path: '/dashboard',
      sameSite: 'Lax',
      secure: publicUrl.startsWith('https:'),
      maxAge: 60,
    })
  return redirectOnce(c, `${siteUrl}/dashboard/social-hub?${failure ? 'failed' : 'connected'}=${network}`)
}

export function sendPage(c: HonoContext<UserEnv>, message: ReturnMessage) {
  const { html, policy } = returnPage(message, c.var.ctx.config.siteUrl)
  c.header('Content-Security-Policy', policy)
  c.header('Cross-Origin-Opener-Policy', 'unsafe-none')
  c.set('hasSecretUrl', true)
  return c.html(html, message.status === 'success' ? 200 : 400)
}
