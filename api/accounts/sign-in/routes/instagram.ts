import { Hono } from 'hono'

import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { parseInput } from '#api/http/route.ts'
import { returnFromInstagram } from '../instagram.ts'
import { RedirectQuery } from '../return-page.ts'
import { startSignIn } from '../sign-in.ts'
import { browserOf, describeReturn, describeStart, sendPage, setBrowser } from './browser.ts'

export const instagramRoutes = new Hono<UserEnv>()
  .post(
    '/instagram/start',
    describeStart('an Instagram account', 'URL of Instagram’s dialog, for a pop-up'),
    requireUser,
    async c => c.json({ success: true, url: await startSignIn(c.var.ctx, 'instagram', setBrowser(c)) }),
  )
  .get('/instagram', describeReturn('Instagram'), async c =>
    sendPage(c, await returnFromInstagram(c.var.ctx, parseInput(RedirectQuery, c.req.query()), browserOf(c))),
  )
