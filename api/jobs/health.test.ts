import { expect, test } from 'bun:test'

import { queueMail } from '#api/outbox/mail.ts'
import { VERSION } from '#api/runtime/release.ts'
import { testApp, type TestApp } from '#api/test/app.ts'
import { recordRun } from './health.ts'

const health = async ({ request }: TestApp) => {
  const response = await request('health')
  return [response.status, await response.json()]
}
const about = { version: VERSION, instance: expect.stringMatching(/^[0-9a-f]{16}$/) }
const HEALTHY = [200, { success: true, status: 'ok', outages: [], ...about }]
const UNHEALTHY = [503, { success: false, status: 'unwell', outages: [], ...about }]

test('is healthy while publishing and mail ran within the last ten seconds', async () => {
  const api = await testApp()
  expect(await health(api)).toEqual(UNHEALTHY)
  await recordRun(api.ctx, 'publish')
  expect(await health(api)).toEqual(UNHEALTHY)
  await recordRun(api.ctx, 'send-mail')
  expect(await health(api)).toEqual(HEALTHY)
  api.clock.advance(10_000)
  expect(await health(api)).toEqual(HEALTHY)
  api.clock.advance(1)
  expect(await health(api)).toEqual(UNHEALTHY)
})

test('is unhealthy when one of the jobs has stopped', async () => {
  const api = await testApp()
  await recordRun(api.ctx, 'publish')
  await recordRun(api.ctx, 'send-mail')
  api.clock.advance(10_001)
  await recordRun(api.ctx, 'publish')
  expect(await health(api)).toEqual(UNHEALTHY)
})

test('is unhealthy without a database, and hides the cause', async () => {
  const api = await testApp()
  await recordRun(api.ctx, 'publish')
  await recordRun(api.ctx, 'send-mail')
  api.ctx.db.$client.close()
  expect(await health(api)).toEqual([503, { success: false, status: 'unwell', ...about }])
})

test('returns metrics only to clients with the token', async () => {
  const api = await testApp({ env: { METRICS_TOKEN: 'a token of the operator' } })
  const readMetrics = (token?: string) => api.request('metrics', token ? { token } : {})
  expect((await readMetrics()).status).toBe(404)
  expect((await readMetrics('another')).status).toBe(404)
  expect((await readMetrics('a token of the operator')).status).toBe(200)
  const closed = await testApp()
  expect((await closed.request('metrics', { token: 'undefined' })).status).toBe(404)
})

test('counts deliveries by state and waiting mail in Prometheus’ format', async () => {
  const api = await testApp({ env: { METRICS_TOKEN: 'metrics' } })
  await queueMail(api.ctx, { mail: { to: 'a@example.com', subject: 's', text: 't', html: 'h' } })
  const response = await api.request('metrics', { token: 'metrics' })
  expect(response.headers.get('Content-Type')).toStartWith('text/plain; version=0.0.4')
  const text = await response.text()
  expect(text).toContain('currawong_deliveries{state="published"} 0\n')
  expect(text).toContain('currawong_outbox_waiting 1\n')
  expect(text).toContain('currawong_websites_waiting 0\n')
  expect(text).toContain(`currawong_build_info{version="${VERSION}"} 1\n`)
  expect(text).toContain('currawong_oldest_due_delivery_seconds 0\n')
  for (const line of text.trimEnd().split('\n'))
    expect(line).toMatch(
      /^(# (HELP|TYPE) \w+ .+|\w+(\{((state|network)="\w+"|version="[\d.]+"|quantile="[\d.]+")\})? -?\d+(\.\d+)?)$/,
    )
})
