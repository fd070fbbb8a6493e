import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import type { Auditor } from '#api/audits/audit.ts'
import { audits } from '#api/db/schema/businesses/scores.ts'
import { liveEvents } from '#api/db/schema/server/live.ts'
import { addWebsite, firstDomain, measuringApp } from '#api/test/measuring.ts'
import { createAuditPool } from './measure.ts'
import { nextNight, refreshAudit } from './queue.ts'
import { ensureSite } from './scores.ts'

const HOUR = 60 * 60_000

const FOUR = ['performance', 'accessibility', 'best-practices', 'seo'].map(category => ({
  category,
  score: expect.any(Number),
}))

test('discards scores of a website that changed in the meantime', async () => {
  const { pat, measure, fault, untilSilent, endSilence } = await measuringApp()
  const { _id: domainId } = await addWebsite(pat)
  await fault('silence-before')
  const measuring = measure()
  await untilSilent()
  await pat.call('users/updateUserDomain', { json: { domainId, businessName: 'Pat’s', websiteURL: '' } })
  await endSilence()
  await measuring
  expect(await firstDomain(pat)).toMatchObject({ performanceStatus: 'none', performanceData: [] })
})

test('stores every measurement and lists them oldest first', async () => {
  const { pat, measure, clock } = await measuringApp()
  const { _id } = await addWebsite(pat)
  await measure()
  for (let day = 0; day < 15; day++) {
    clock.advance(24 * HOUR)
    await measure()
  }
  const all = (await (await pat.call(`users/scoreHistory/${_id}`)).json()).data
  expect(all).toHaveLength(16)
  expect(all[0]).toEqual({
    measuredAt: '2030-01-01T12:00:00.000Z',
    source: 'pagespeed',
    scores: {
      performance: expect.any(Number),
      accessibility: expect.any(Number),
      'best-practices': expect.any(Number),
      seo: expect.any(Number),
    },
  })
  const recent = (await (await pat.call('users/scoreHistory')).json()).data
  expect(recent).toEqual({ [_id]: all.slice(-14) })
})

test('measures each website again every night at a time of its own', async () => {
  const { pat, measure, clock, measurements } = await measuringApp()
  await addWebsite(pat)
  await measure()
  clock.advance(HOUR)
  await measure()
  expect(await measurements()).toHaveLength(1)
  clock.advance(24 * HOUR)
  await measure()
  expect(await measurements()).toHaveLength(2)

  const noon = new Date('2030-01-01T12:00:00Z')
  // Midnight in Melbourne's summer is at 13:00 UTC.
  const times = Array.from({ length: 200 }, (_, n) => +nextNight(`website ${n}`, noon) - +noon)
  for (const ms of times) expect(ms).toBeWithin(HOUR, 7 * HOUR)
  expect(new Set(times.map(ms => Math.floor(ms / HOUR))).size).toBe(6)
  expect(nextNight('website', noon)).toEqual(nextNight('website', noon))
})

test('retries an interrupted measurement three times, then shows the reason', async () => {
  const { pat, measure, fault, clock } = await measuringApp()
  await addWebsite(pat)
  await fault('drop-before', { times: 3 })
  for (const status of ['queued', 'queued', 'failed'] as const) {
    await measure()
    expect((await firstDomain(pat)).performanceStatus).toBe(status)
    clock.advance(30_000)
  }
  expect((await firstDomain(pat)).performanceMessage).toBe('We could not reach PageSpeed.')
})

test('repeats a measurement whose process died, and ignores its late result', async () => {
  const { ctx, pat, measure, fault, clock, untilSilent, endSilence, measurements } = await measuringApp()
  await addWebsite(pat)
  await fault('silence-before')
  const lost = measure()
  await untilSilent()
  await measure()
  expect(await measurements()).toHaveLength(1)
  clock.advance(31_000)
  await measure()
  expect(await firstDomain(pat)).toMatchObject({ performanceStatus: 'ready', performanceData: FOUR })
  await endSilence()
  await lost
  const history = await (await pat.call('users/scoreHistory')).json()
  expect(Object.values<any[]>(history.data)[0]).toHaveLength(1)
  expect((await ctx.db.select().from(audits))[0]).toMatchObject({ attempt: 2, state: 'ready' })
})

test('measures a website once when two processes are free, and does not restart a running measurement', async () => {
  const { ctx, pat, measure, fault, untilSilent, endSilence, measurements } = await measuringApp()
  await addWebsite(pat)
  await fault('silence-before')
  const measuring = Promise.all([measure(), measure()])
  await untilSilent()
  const [running] = await ctx.db.select().from(audits)
  expect(running).toMatchObject({ state: 'running', attempt: 1 })
  await refreshAudit(ctx, running!.id)
  expect(await ctx.db.select().from(audits)).toEqual([running!])
  await endSilence()
  await measuring
  expect(await measurements()).toHaveLength(1)
  expect((await firstDomain(pat)).performanceStatus).toBe('ready')
})

test('repeats a measurement that a shutdown interrupted', async () => {
  const { ctx, pat, measure, fault, untilSilent } = await measuringApp()
  await addWebsite(pat)
  await fault('silence-before')
  const stop = new AbortController()
  const measuring = measure(stop.signal)
  await untilSilent()
  stop.abort()
  await measuring
  expect((await ctx.db.select().from(audits))[0]).toMatchObject({ state: 'queued', tries: 0 })
  await measure()
  expect((await firstDomain(pat)).performanceStatus).toBe('ready')
})

test('limits concurrent measurements to the auditor’s maximum, requested ones first', async () => {
  const order: string[] = []
  let running = 0
  let maxRunning = 0
  const { ctx, pat, measure, clock } = await measuringApp({
    auditor: {
      source: 'lighthouse',
      concurrency: 1,
      check: async () => {},
      async audit({ url }) {
        order.push(url)
        maxRunning = Math.max(maxRunning, ++running)
        await Bun.sleep(0)
        running--
        return { scores: { performance: 90, accessibility: 90, 'best-practices': 90, seo: 90 }, checks: {} }
      },
    },
  })
  for (const n of [1, 2, 3]) await addWebsite(pat, `https://pat-${n}.example/`)
  await Promise.all([measure(), measure(), measure()])
  expect(order.toSorted()).toEqual([1, 2, 3].map(n => `https://pat-${n}.example/`))
  expect(maxRunning).toBe(1)
  clock.advance(24 * HOUR)
  order.length = 0
  await addWebsite(pat, 'https://pat-4.example/')
  await measure()
  expect(order[0]).toBe('https://pat-4.example/')
  expect(await ctx.db.$count(audits, eq(audits.state, 'ready'))).toBe(4)
})

/** Creates an auditor whose calls wait until the test ends them with a score. */
function heldAuditor(concurrency: number) {
  const begun: { url: string; end: (score: number) => void }[] = []
  let onBegin = () => {}
  const auditor: Auditor = {
    source: 'lighthouse',
    concurrency,
    check: async () => {},
    audit({ url }) {
      const { promise, resolve } = Promise.withResolvers<number>()
      begun.push({ url, end: resolve })
      onBegin()
      return promise.then(score => ({
        scores: { performance: score, accessibility: score, 'best-practices': score, seo: score },
        checks: {},
      }))
    },
  }
  const untilBegun = async (count: number) => {
    while (begun.length < count) await new Promise<void>(resolve => (onBegin = resolve))
  }
  return { auditor, begun, untilBegun }
}

test('keeps a website queued while another process uses the machine’s only browser', async () => {
  const { auditor, begun, untilBegun } = heldAuditor(1)
  const { pat, measure } = await measuringApp({ auditor })
  for (const n of [1, 2]) await addWebsite(pat, `https://pat-${n}.example/`)
  const first = measure()
  await untilBegun(1)
  await Promise.race([measure(), untilBegun(2)])
  expect(begun).toHaveLength(1)
  begun[0]!.end(90)
  await untilBegun(2)
  begun[1]!.end(90)
  await first
})

test('measures a website that is added while another one is still measured', async () => {
  const { auditor, begun, untilBegun } = heldAuditor(2)
  const { pat, ctx } = await measuringApp({ auditor })
  const pool = createAuditPool(ctx)
  await addWebsite(pat, 'https://slow.example/')
  await pool.tick()
  await untilBegun(1)
  await addWebsite(pat, 'https://quick.example/')
  await pool.tick()
  await untilBegun(2)
  for (const { end } of begun) end(90)
  await pool.idle()
})

test('discards the scores of a process that lost its claim while the next one still measures', async () => {
  const { auditor, begun, untilBegun } = heldAuditor(2)
  const { pat, measure, clock } = await measuringApp({ auditor })
  await addWebsite(pat)
  const lost = measure()
  await untilBegun(1)
  clock.advance(31_000)
  const next = measure()
  await untilBegun(2)
  begun[0]!.end(10)
  await lost
  begun[1]!.end(90)
  await next
  const { data } = await (await pat.call('users/scoreHistory')).json()
  expect(Object.values<{ scores: object }[]>(data)[0]).toMatchObject([{ scores: { performance: 90 } }])
})

test('publishes a live event for each change of state', async () => {
  const { ctx, pat, measure } = await measuringApp()
  const { _id } = await addWebsite(pat)
  const before = await ctx.db.$count(liveEvents)
  await measure()
  const events = (await ctx.db.select().from(liveEvents).where(eq(liveEvents.userId, pat.userId))).slice(
    before,
  )
  expect(events.map(({ type, data }) => [type, data])).toEqual([
    ['domain', { domainId: _id }],
    ['domain', { domainId: _id }],
  ])
})

test('shows administrators the scores of the product’s own site, nightly and on request', async () => {
  const { ctx, admin, measure, clock, fault } = await measuringApp({
    env: { SITE_URL: 'https://93.184.215.14' },
  })
  const ada = await admin()
  const site = async () => (await (await ada.call('admin/siteScores')).json()).data
  expect(await site()).toEqual({ url: 'https://93.184.215.14', status: 'none', history: [] })
  await ensureSite(ctx)
  await measure()
  expect(await site()).toMatchObject({ status: 'none' })
  clock.advance(24 * HOUR)
  await measure()
  expect(await site()).toMatchObject({ status: 'ready', history: [{ source: 'pagespeed' }] })

  await fault('quota')
  const refreshed = await ada.call('admin/siteScores/refresh', { json: {} })
  expect([refreshed.status, (await refreshed.json()).data.status]).toEqual([202, 'queued'])
  await measure()
  expect(await site()).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('used up'),
    history: [{}],
  })
  const events = await ctx.db.select().from(liveEvents).where(eq(liveEvents.userId, ada.userId))
  expect(events.map(({ type }) => type)).toEqual(Array.from({ length: 5 }, () => 'siteScores'))
})

test('reports the missing setting if there is neither a browser nor a key', async () => {
  const { pat, measure } = await measuringApp({
    env: { PAGESPEED_API_KEY: '', CHROME_PATH: '/nowhere/chromium' },
  })
  await addWebsite(pat)
  await measure()
  expect((await firstDomain(pat)).performanceMessage).toContain('neither a browser')
})
