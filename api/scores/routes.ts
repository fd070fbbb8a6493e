import { Hono } from 'hono'

import { requireAdmin, requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { describing, noInput } from '#api/http/route.ts'
import { domainHistory, recentHistory } from './history.ts'
import { refreshSite, siteScores } from './scores.ts'

const MEASUREMENT =
  '`measuredAt`, `source` (`lighthouse` or `pagespeed`) and `scores {performance, accessibility, best-practices, seo}`, each 0–100'
const describe = describing('Scores')

export const scoreRoutes = new Hono<UserEnv>()
  .get(
    '/scoreHistory',
    describe('List the latest scores of your businesses', {
      data: `For each business id, a list of ${MEASUREMENT}, oldest first`,
    }),
    requireUser,
    async c => c.json({ success: true, data: await recentHistory(c.var.ctx) }),
  )
  .get(
    '/scoreHistory/:id',
    describe('List the score history of a business', {
      data: `A list, oldest first, of ${MEASUREMENT}`,
      errors: ['not_found'],
    }),
    requireUser,
    async c => c.json({ success: true, data: await domainHistory(c.var.ctx, c.req.param('id')) }),
  )

const SITE = `\`url\`, \`status\`, \`message?\` and \`history\`, a list, oldest first, of ${MEASUREMENT}`

export const siteScoreRoutes = new Hono<UserEnv>()
  .get(
    '/',
    describe('Read the scores of this installation’s own site', { data: SITE, errors: ['forbidden'] }),
    requireUser,
    requireAdmin,
    async c => c.json({ success: true, data: await siteScores(c.var.ctx) }),
  )
  .post(
    '/refresh',
    describe('Measure this installation’s own site now', {
      data: SITE,
      status: 202,
      errors: ['forbidden', 'rate_limited'],
    }),
    requireUser,
    requireAdmin,
    noInput,
    async c => c.json({ success: true, data: await refreshSite(c.var.ctx) }, 202),
  )
