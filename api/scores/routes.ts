import { Hono } from 'hono'

import type { UserEnv } from '#api/context.ts'
import { describe } from '#api/describe.ts'
import { getDomain } from '#api/domains/domains.ts'
import { requireAdmin } from '#api/require-admin.ts'
import { requireUser } from '#api/require-user.ts'
import { noInput, validate } from '#api/validate.ts'
import { RefreshPerformance } from '#shared/scores.ts'
import { domainHistory, recentHistory } from './history.ts'
import { refreshScores } from './scores.ts'
import { refreshSite, siteScores } from './site.ts'

const MEASUREMENT =
  '`measuredAt`, `source` (`lighthouse` or `pagespeed`) and `scores {performance, accessibility, best-practices, seo}`, each 0–100'
const tag = 'Scores'

export const scoreRoutes = new Hono<UserEnv>()
  .post(
    '/refreshPerformance',
    describe({
      summary: 'Measure a domain’s website again; 202 when that takes longer than a minute',
      tag,
      answer: { data: 'The domain, with its scores or with the reason why there are none' },
      errors: ['invalid', 'not_found', 'rate_limited'],
    }),
    requireUser,
    validate('json', RefreshPerformance),
    async c => {
      const { domainId, websiteURL } = c.req.valid('json')
      const through = await refreshScores(c.var.ctx, { domainId, websiteURL })
      const data = await getDomain(c.var.ctx, domainId)
      return c.json({ success: true, data } as const, through ? 200 : 202)
    },
  )
  .get(
    '/scoreHistory',
    describe({
      summary: 'The newest measurements of each of your domains',
      tag,
      answer: { data: `By the domain’s id a list, oldest first, of ${MEASUREMENT}` },
    }),
    requireUser,
    async c => c.json({ success: true, data: await recentHistory(c.var.ctx) } as const),
  )
  .get(
    '/scoreHistory/:id',
    describe({
      summary: 'All kept measurements of a domain',
      tag,
      answer: { data: `A list, oldest first, of ${MEASUREMENT}` },
      errors: ['not_found'],
    }),
    requireUser,
    async c => c.json({ success: true, data: await domainHistory(c.var.ctx, c.req.param('id')) } as const),
  )

const SITE = `\`url\`, \`status\`, \`message?\` and \`history\`, a list, oldest first, of ${MEASUREMENT}`

export const siteScoreRoutes = new Hono<UserEnv>()
  .get(
    '/',
    describe({
      summary: 'The scores of this installation’s own site',
      tag,
      answer: { data: SITE },
      errors: ['forbidden'],
    }),
    requireUser,
    requireAdmin,
    async c => c.json({ success: true, data: await siteScores(c.var.ctx) } as const),
  )
  .post(
    '/refresh',
    describe({
      summary: 'Measure this installation’s own site now',
      tag,
      answer: { data: SITE },
      status: 202,
      errors: ['forbidden', 'rate_limited'],
    }),
    requireUser,
    requireAdmin,
    noInput,
    async c => c.json({ success: true, data: await refreshSite(c.var.ctx) } as const, 202),
  )
