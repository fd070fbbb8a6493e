import { expect, test } from 'bun:test'

import { startJobs } from '#api/jobs/job.ts'
import { testApp } from '#api/test/app.ts'
import { atEnd } from '#api/test/at-end.ts'
import { testClock } from '#api/test/clock.ts'
import { BLOCKED_MS, watchEventLoop } from './event-loop.ts'
import { createLog } from './logger.ts'

const BLOCK_MS = BLOCKED_MS + 100

function block() {
  const until = performance.now() + BLOCK_MS
  while (performance.now() < until);
}

/** Creates a watched api. Reading the time holds the event loop once after `hold()`. */
async function watchedApp() {
  const lines: string[] = []
  const log = createLog({ logLevel: 'warn' }, { write: line => void lines.push(line) })
  const clock = testClock()
  let isHolding = false
  const now = () => {
    if (isHolding) block()
    isHolding = false
    return clock.now()
  }
  const app = await testApp({ log, clock, now, env: { METRICS_TOKEN: 'metrics' } })
  atEnd(watchEventLoop(app.ctx))
  /** Omits shorter stalls and those outside requests, which a busy machine causes. */
  const held = () =>
    lines
      .map(line => JSON.parse(line) as { by?: string; ms: number })
      .filter(({ by, ms }) => by !== undefined && by !== 'unknown' && ms >= BLOCK_MS)
      .map(({ by }) => by)
  return { ...app, held, hold: () => void (isHolding = true) }
}

test('names the route that held the event loop, and not those that waited', async () => {
  const { request, held, hold } = await watchedApp()
  hold()
  await Promise.all([request('nothing'), request('health'), request('nothing')])
  expect(held()).toEqual(['GET /api/health'])
})

test('names no user’s data, and logs the same route once a minute', async () => {
  const { request, signUp, held, hold } = await watchedApp()
  const { token } = await signUp()
  for (let time = 0; time < 3; time++) {
    hold()
    await request(`posts/secret-${time}`, { token })
  }
  expect(held()).toEqual(['GET /api/posts/:id'])
})

test('names the job that held the event loop, although a request woke it', async () => {
  const { ctx, request, held } = await watchedApp()
  const ran = Promise.withResolvers<void>()
  const run = async () => {
    await ctx.db.run('select 1')
    block()
    ran.resolve()
  }
  const jobs = startJobs(ctx, [{ name: 'audits', schedule: '0 0 0 1 1 *', run }])
  atEnd(() => jobs.stop())
  jobs.wake('audits')
  await Promise.all([ran.promise, request('nothing')])
  while (held().length === 0) await Bun.sleep(1)
  expect(held()).toEqual(['job audits'])
})

test('measures the delays since the last scrape', async () => {
  const { request } = await watchedApp()
  const scrape = async () => (await request('metrics', { token: 'metrics' })).text()
  const longest = async () =>
    Number(/currawong_event_loop_delay_seconds\{quantile="1"\} (\S+)/.exec(await scrape())?.[1])
  await scrape()
  await Bun.sleep(50)
  block()
  await Bun.sleep(50)
  expect(await longest()).toBeGreaterThan(BLOCKED_MS / 1000)
  await Bun.sleep(50)
  expect(await longest()).toBeLessThan(BLOCKED_MS / 1000)
  expect(await scrape()).toMatch(/currawong_event_loop_delay_seconds_count [1-9]/)
})
