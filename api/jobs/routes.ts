import { count, eq, inArray, isNotNull, min } from 'drizzle-orm'
import { Hono } from 'hono'

import { currentOutages } from '#api/accounts/outages.ts'
import type { Env, Context } from '#api/context.ts'
import { audits } from '#api/db/schema/businesses/scores.ts'
import { deliveries, writtenOffCalls } from '#api/db/schema/posts/posts.ts'
import { outbox } from '#api/db/schema/server/mail.ts'
import { respondNotFound } from '#api/http/error-handler.ts'
import { describing } from '#api/http/route.ts'
import { clockAheadMs } from '#api/networks/core/provider-clock.ts'
import { instanceOf, timingSafeEquals } from '#api/runtime/crypto/secrets.ts'
import { readEventLoopDelay } from '#api/runtime/event-loop.ts'
import { VERSION } from '#api/runtime/release.ts'
import { NETWORK_IDS } from '#shared/networks.ts'
import { DELIVERY_STATES } from '#shared/posts/posts.ts'
import { readHealth } from './health.ts'

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
      if (!timingSafeEquals(c.req.header('Authorization') ?? '', `Bearer ${metricsToken}`))
        return respondNotFound(c)
      return c.text(await metrics(c.var.ctx), 200, { 'Content-Type': 'text/plain; version=0.0.4' })
    },
  )

/** Returns metrics in Prometheus' text format. */
async function metrics(ctx: Context): Promise<string> {
  const { db, now } = ctx
  const [byState, waiting, [oldest], queued, removed] = await Promise.all([
    db.select({ state: deliveries.state, n: count() }).from(deliveries).groupBy(deliveries.state),
    db.$count(outbox),
    db
      .select({ due: min(deliveries.wakeAt) })
      .from(deliveries)
      .where(inArray(deliveries.state, ['scheduled', 'publishing', 'unconfirmed'])),
    db.$count(audits, eq(audits.state, 'queued')),
    db.$count(writtenOffCalls, isNotNull(writtenOffCalls.removedAt)),
  ])
  const rejecting = new Set((await currentOutages(ctx)).map(({ network }) => network))
  const counts = new Map(byState.map(({ state, n }) => [state, n]))
  const lateMs = oldest?.due ? Math.max(0, now().getTime() - oldest.due.getTime()) : 0
  return [
    gauge(
      'currawong_deliveries',
      'Deliveries by state.',
      DELIVERY_STATES.map(state => ({ labels: `{state="${state}"}`, value: counts.get(state) ?? 0 })),
    ),
    gauge('currawong_outbox_waiting', 'Mails that the mail server has not accepted yet.', [
      { value: waiting },
    ]),
    gauge('currawong_oldest_due_delivery_seconds', 'How long the most overdue delivery has been due.', [
      { value: lateMs / 1000 },
    ]),
    gauge('currawong_websites_waiting', 'Websites that are queued for an audit.', [{ value: queued }]),
    gauge('currawong_second_posts_removed', 'Duplicate posts from late calls that were removed.', [
      { value: removed },
    ]),
    gauge(
      'currawong_network_outage',
      '1 while a network rejects this installation, so that nothing is sent there.',
      NETWORK_IDS.map(network => ({
        labels: `{network="${network}"}`,
        value: rejecting.has(network) ? 1 : 0,
      })),
    ),
    gauge(
      'currawong_clock_ahead_seconds',
      'How many seconds this machine’s clock is ahead of the providers’.',
      [{ value: clockAheadMs() / 1000 }],
    ),
    eventLoopDelay(),
    gauge('currawong_build_info', 'The running release.', [{ labels: `{version="${VERSION}"}`, value: 1 }]),
    gauge('process_resident_memory_bytes', 'Memory of this process.', [{ value: process.memoryUsage.rss() }]),
  ].join('')
}

const gauge = (name: string, help: string, samples: { labels?: string; value: number }[]) =>
  [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} gauge`,
    ...samples.map(({ labels = '', value }) => `${name}${labels} ${value}`),
    '',
  ].join('\n')

function eventLoopDelay(): string {
  const name = 'currawong_event_loop_delay_seconds'
  const { quantiles, count, seconds } = readEventLoopDelay()
  return [
    `# HELP ${name} How late the event loop ran its timers: quantiles since the last scrape.`,
    `# TYPE ${name} summary`,
    ...quantiles.map(each => `${name}{quantile="${each.quantile}"} ${each.seconds.toFixed(6)}`),
    `${name}_sum ${seconds.toFixed(6)}`,
    `${name}_count ${count}`,
    '',
  ].join('\n')
}
