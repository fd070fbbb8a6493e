import { Hono } from 'hono'

import { readAccount } from '#api/accounts/account-details.ts'
import { requires, requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { parseInput, validate, doneWith } from '#api/http/route.ts'
import { FacebookLogin, PageChoice } from '#shared/accounts.ts'
import { choosePage, finishFacebook, readPages, readPlace, returnFromFacebook } from '../facebook.ts'
import { RedirectQuery } from '../return-page.ts'
import { startSignIn, UNLISTED } from '../sign-in.ts'
import { describe, describeReturn, describeStart, DETAILS, sendPage, setBrowser } from './browser.ts'

export const facebookRoutes = new Hono<UserEnv>()
  .post(
    '/facebook/start',
    describeStart('a Facebook Page', 'URL of Facebook’s dialog, for a pop-up'),
    requireUser,
    async c => c.json({ success: true, url: await startSignIn(c.var.ctx, 'facebook', setBrowser(c)) }),
  )
  .get('/facebook', describeReturn('Facebook'), c =>
    sendPage(c, returnFromFacebook(parseInput(RedirectQuery, c.req.query()))),
  )
  .post(
    '/facebook',
    describe('Finish connecting Facebook, with our dialog’s code or the JavaScript SDK’s authResponse', {
      data: `${DETAILS}. With several Pages nothing is connected until auth/updatePageInfo`,
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
      data: 'A list of `{id, name, picture, usedBy?}`; `usedBy` names another business that has the Page',
      response: {
        showPageSelection: 'True until one is chosen',
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
      data: DETAILS,
      errors: ['not_found', 'forbidden', 'conflict', 'rate_limited', 'upstream'],
    }),
    requireUser,
    validate('json', PageChoice),
    async c =>
      doneWith(
        c,
        readAccount(c.var.ctx, await choosePage(c.var.ctx, c.req.valid('json'))),
        'Facebook Page connected successfully',
      ),
  )
  .get(
    '/facebook/place',
    describe('Read where the connected Page is, which posts on Instagram can show', {
      data: '`{id, name, address}`; null for a Page without an address',
      errors: ['conflict', 'not_found', 'rate_limited', 'upstream'],
    }),
    requireUser,
    async c => c.json({ success: true, data: await readPlace(c.var.ctx) }),
  )
