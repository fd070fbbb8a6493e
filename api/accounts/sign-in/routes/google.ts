import { Hono } from 'hono'
import { deleteCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'

import { readAccount } from '#api/accounts/account-details.ts'
import { requires, requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { setOwnCookie } from '#api/http/own-cookie.ts'
import { parseInput, validate, doneWith } from '#api/http/route.ts'
import { GoogleCode, GoogleStart, LocationChoice } from '#shared/accounts.ts'
import {
  chooseLocation,
  finishGoogle,
  googleDialog,
  readLocations,
  returnFromGoogle,
  startGoogle,
} from '../google.ts'
import { STATE_LIFETIME_MS } from '../oauth-state.ts'
import { RedirectQuery } from '../return-page.ts'
import { UNLISTED } from '../sign-in.ts'
import { browserOf, describe, describeStart, DETAILS, redirectOnce, setBrowser } from './browser.ts'

const GOOGLE_STATE = { name: 'google_state', path: '/api/auth/google' } as const

const requireUserIfAuthorized = createMiddleware<UserEnv>((c, next) =>
  c.req.header('Authorization') ? requireUser(c, next) : next(),
)

export const googleRoutes = new Hono<UserEnv>()
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
        await returnFromGoogle(c.var.ctx, parseInput(RedirectQuery, c.req.query()), browserOf(c)),
      ),
  )
  .post(
    '/google/save-info',
    describe('Finish connecting Google, with the two codes of the return URL joined by a slash', {
      data: `${DETAILS}. With several locations nothing is connected until auth/google/location`,
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
      data: 'A list of `{id, name, address, account, isSelected, blocked?}`; `blocked` says why posts can’t go there',
      response: { showLocationSelection: 'True until one is chosen', unlisted: UNLISTED },
      errors: ['invalid', 'not_found', 'rate_limited', 'upstream'],
    }),
    requireUser,
    requires('connect'),
    async c => c.json({ success: true, ...(await readLocations(c.var.ctx)) }),
  )
  .post(
    '/google/location',
    describe('Choose the location of the selected business', {
      data: DETAILS,
      errors: ['not_found', 'forbidden', 'conflict', 'rate_limited', 'upstream'],
    }),
    requireUser,
    validate('json', LocationChoice),
    async c =>
      doneWith(
        c,
        readAccount(c.var.ctx, await chooseLocation(c.var.ctx, c.req.valid('json'))),
        'Location connected successfully',
      ),
  )
