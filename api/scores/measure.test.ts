import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { liveEvents } from '#api/db/schema/live.ts'
import { audits } from '#api/db/schema/scores.ts'
import { addWebsite, firstDomain, measuringApp } from '#api/test/measuring.ts'
import { nextNight } from './night.ts'
import { auditRefresh } from './queue.ts'
import { ensureSite } from './site.ts'

const HOUR = 60 * 60_000

const FOUR = ['performance', 'accessibility', 'best-practices', 'seo'].map(category => ({
  category,
  score: expect.any(Number),
}))

test('scores of a website that was changed meanwhile are thrown away', async () => {
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

test('every measurement is kept, oldest first', async () => {
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

test('every website is measured again at its own time of the night', async () => {
  const { pat, measure, clock, asked } = await measuringApp()
  await addWebsite(pat)
  await measure()
  clock.advance(HOUR)
  await measure()
  expect(await asked()).toHaveLength(1)
  clock.advance(24 * HOUR)
  await measure()
  expect(await asked()).toHaveLength(2)

  const noon = new Date('2030-01-01T12:00:00Z')
  const times = Array.from({ length: 200 }, (_, n) => +nextNight(`website ${n}`, noon) - +noon)
  for (const ms of times) expect(ms).toBeWithin(2 * HOUR, 8 * HOUR)
  expect(new Set(times.map(ms => Math.floor(ms / HOUR))).size).toBe(6)
  expect(nextNight('website', noon)).toEqual(nextNight('website', noon))
})

test('what was cut off is tried again, three times, then said', async () => {
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

test('a measurement whose process died is taken up by the next, and the late one counts no more', async () => {
  const { ctx, pat, measure, fault, clock, untilSilent, endSilence, asked } = await measuringApp()
  await addWebsite(pat)
  await fault('silence-before')
  const lost = measure()
  await untilSilent()
  await measure()
  expect(await asked()).toHaveLength(1)
  clock.advance(31_000)
  await measure()
  expect(await firstDomain(pat)).toMatchObject({ performanceStatus: 'ready', performanceData: FOUR })
  await endSilence()
  await lost
  const history = await (await pat.call('users/scoreHistory')).json()
  expect(Object.values<any[]>(history.data)[0]).toHaveLength(1)
  expect((await ctx.db.select().from(audits))[0]).toMatchObject({ attempt: 2, state: 'ready' })
})

test('two processes with room for both measure a website once, and a refresh leaves what is at work alone', async () => {
  const { ctx, pat, measure, fault, untilSilent, endSilence, asked } = await measuringApp()
  await addWebsite(pat)
  await fault('silence-before')
  const measuring = Promise.all([measure(), measure()])
  await untilSilent()
  const [atWork] = await ctx.db.select().from(audits)
  expect(atWork).toMatchObject({ state: 'running', attempt: 1 })
  await auditRefresh(ctx, atWork!.id)
  expect(await ctx.db.select().from(audits)).toEqual([atWork!])
  await endSilence()
  await measuring
  expect(await asked()).toHaveLength(1)
  expect((await firstDomain(pat)).performanceStatus).toBe('ready')
})

test('a measurement that is broken off by a stop goes on at the next start', async () => {
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

test('a machine measures no more at once than its auditor takes, and what somebody waits for goes first', async () => {
  const order: string[] = []
  let running = 0
  let most = 0
  const { ctx, pat, measure, clock } = await measuringApp({
    auditor: {
      source: 'lighthouse',
      atOnce: 1,
      check: async () => {},
      async audit({ url }) {
        order.push(url)
        most = Math.max(most, ++running)
        await Bun.sleep(0)
        running--
        return { performance: 90, accessibility: 90, 'best-practices': 90, seo: 90 }
      },
    },
  })
  for (const n of [1, 2, 3]) await addWebsite(pat, `https://pat-${n}.example/`)
  await Promise.all([measure(), measure(), measure()])
  expect(order.toSorted()).toEqual([1, 2, 3].map(n => `https://pat-${n}.example/`))
  expect(most).toBe(1)
  clock.advance(24 * HOUR)
  order.length = 0
  await addWebsite(pat, 'https://pat-4.example/')
  await measure()
  expect(order[0]).toBe('https://pat-4.example/')
  expect(await ctx.db.$count(audits, eq(audits.state, 'ready'))).toBe(4)
})

test('open browsers are told of each step', async () => {
  const { ctx, pat, measure } = await measuringApp()
  const { _id } = await addWebsite(pat)
  await measure()
  const told = await ctx.db.select().from(liveEvents).where(eq(liveEvents.userId, pat.userId))
  expect(told.map(({ type, data }) => [type, data])).toEqual([
    ['domain', { domainId: _id }],
    ['domain', { domainId: _id }],
  ])
})

test('administrators see the scores of the product’s own site, at night and when they ask', async () => {
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
  const asked = await ada.call('admin/siteScores/refresh', { json: {} })
  expect([asked.status, (await asked.json()).data.status]).toEqual([202, 'queued'])
  await measure()
  expect(await site()).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('limit'),
    history: [{}],
  })
  const told = await ctx.db.select().from(liveEvents).where(eq(liveEvents.userId, ada.userId))
  expect(told.map(({ type }) => type)).toEqual(Array.from({ length: 5 }, () => 'siteScores'))
})

test('without a browser and without a key it is said what is missing', async () => {
  const { pat, measure } = await measuringApp({
    env: { PAGESPEED_API_KEY: '', CHROME_PATH: '/nowhere/chromium' },
  })
  await addWebsite(pat)
  await measure()
  expect((await firstDomain(pat)).performanceMessage).toContain('neither a browser')
})
