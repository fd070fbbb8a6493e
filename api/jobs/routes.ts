import { Hono } from 'hono'

import type { Env } from '#api/context.ts'
import { respondNotFound } from '#api/http/error-handler.ts'
import { describing } from '#api/http/route.ts'
import { instanceOf, sameText } from '#api/runtime/crypto/secrets.ts'
import { VERSION } from '#api/runtime/release.ts'
import { readHealth } from './health.ts'
import { metrics } from './metrics.ts'

const describe = describing('Operation')

export const healthRoutes = new Hono<Env>()
  .get(
    '/health',
    describe('Report the health of the database and the jobs; 503 if unhealthy', {
      signedIn: false,
      response: {
        status: '`ok`',
        version: 'The running release',
        outages:
          'Networks that reject this installation, each with `network` and `since`; restarting doesn’t help',
        instance: 'Id of the installation, the same for all its processes',
      },
    }),
    async c => {
      const about = { version: VERSION, instance: instanceOf(c.var.ctx.config) }
      const health = await readHealth(c.var.ctx)
      const outages = health && { outages: health.outages }
      return health?.isWell
        ? c.json({ success: true, status: 'ok', ...about, ...outages })
        : c.json({ success: false, status: 'unwell', ...about, ...outages } as const, 503)
    },
  )
  .get(
    '/metrics',
    describe('Export metrics for Prometheus. Requires METRICS_TOKEN as the bearer token', {
      signedIn: false,
      raw: 'text/plain',
      errors: ['not_found'],
    }),
    async c => {
      const { metricsToken } = c.var.ctx.config
      if (!metricsToken) return respondNotFound(c)
      if (!sameText(c.req.header('Authorization') ?? '', `Bearer ${metricsToken}`)) return respondNotFound(c)
      return c.text(await metrics(c.var.ctx), 200, { 'Content-Type': 'text/plain; version=0.0.4' })
    },
  )
