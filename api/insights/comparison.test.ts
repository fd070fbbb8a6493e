import { beforeEach, expect, test } from 'bun:test'

import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { accountInsights } from '#api/db/schema/businesses/insights.ts'
import { publishingApp, type PublishingApp } from '#api/test/publishing.ts'
import type { Insights, InsightsSummary } from '#shared/insights.ts'
import { readDueInsights } from './read-account.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

let app: PublishingApp
beforeEach(async () => {
  app = await publishingApp({ networks: ['facebook', 'instagram'] })
})

const data = async (path: string) => ((await (await app.call(path)).json()) as { data: unknown }).data
const summary = async () => (await data('insights/summary')) as InsightsSummary
const insights = async (query = '') => (await data(`insights${query}`)) as Insights

/** Returns the figures of the last sixty days, yesterday's first. */
const sixtyDays = (figuresOf: (index: number) => object) =>
  Array.from({ length: 60 }, (_, index) => ({
    day: new Date(+app.clock.now() - (index + 1) * DAY).toISOString().slice(0, 10),
    ...figuresOf(index),
  }))

test('compares with the previous period only if its figures are known', async () => {
  const linked = await app.ctx.db.select().from(accounts)
  const page = linked.find(({ network }) => network === 'facebook')
  await readDueInsights(app.ctx)
  expect((await insights()).accounts.map(({ previous }) => previous)).toEqual([null, null])
  const days = sixtyDays(index => ({ engagement: index + 1 }))
  await app.world('audience', { account: page?.providerId, followers: 250, days })
  app.clock.advance(7 * HOUR)
  await readDueInsights(app.ctx)
  const month = (await insights()).accounts.find(({ network }) => network === 'facebook')
  expect(month?.previous).toHaveLength(31)
  expect(month?.previous?.at(-1)).toMatchObject({ engagement: 30 })
  const longer = (await insights('?days=90')).accounts.find(({ network }) => network === 'facebook')
  expect(longer).toMatchObject({ previous: null })
})

test('compares the figures of the chosen range', async () => {
  const linked = await app.ctx.db.select().from(accounts)
  const page = linked.find(({ network }) => network === 'facebook')
  const days = sixtyDays(index => ({
    followers: 300 - index,
    engagement: index < 7 ? 3 : 2,
  }))
  await app.world('audience', { account: page?.providerId, followers: 300, days })
  await readDueInsights(app.ctx)
  const figures = async (query: string) =>
    (await insights(query)).accounts.find(({ network }) => network === 'facebook')
  const week = new Date(+app.clock.now() - 8 * DAY).toISOString().slice(0, 10)
  expect(await figures('?days=7')).toMatchObject({
    engagement: { value: 21, change: 7, since: week },
    followers: { value: 300, change: 7, since: week },
  })
  expect(await figures('?days=30')).toMatchObject({ engagement: { value: 67, change: 7 } })
  expect(await figures('?days=90')).toMatchObject({ engagement: { value: 127, change: null } })
})

test('compares nothing for an account that wasn’t read within the range', async () => {
  const linked = await app.ctx.db.select().from(accounts)
  const page = linked.find(({ network }) => network === 'facebook')
  const days = sixtyDays(index => ({
    followers: 300 - index,
    engagement: 2,
  }))
  await app.world('audience', { account: page?.providerId, followers: 300, days })
  await readDueInsights(app.ctx)
  app.clock.advance(10 * DAY)
  const figures = async (query: string) =>
    (await insights(query)).accounts.find(({ network }) => network === 'facebook')
  const unknown = { value: null, change: null, since: null }
  expect(await figures('?days=7')).toMatchObject({
    followers: { value: 300, change: null, since: null },
    engagement: unknown,
  })
  expect(await figures('?days=30')).toMatchObject({ followers: { value: 300, change: 20 } })
})

test('shows no change of engagement for an account that was created in the previous period', async () => {
  const linked = await app.ctx.db.select().from(accounts)
  const page = linked.find(({ network }) => network === 'facebook')
  const days = sixtyDays(index =>
    index < 40 ? { followers: 250, engagement: 3 } : { followers: 0, engagement: 0 },
  )
  await app.world('audience', { account: page?.providerId, followers: 250, days })
  await readDueInsights(app.ctx)
  const known = (await insights()).accounts.find(({ network }) => network === 'facebook')
  expect(known).toMatchObject({ engagement: { value: 90, change: null }, previous: null })
})

test.each([
  ['without figures', 46, {}],
  ['with zeros before the first engagement', 46, { followers: 250, engagement: 0 }],
  ['without figures, even a few', 58, {}],
])('compares no engagement with a period that begins with days %s', async (_, knownDays, unknown) => {
  const linked = await app.ctx.db.select().from(accounts)
  const page = linked.find(({ network }) => network === 'facebook')
  await app.ctx.db.insert(accountInsights).values(
    Array.from({ length: 60 }, (_, index) => ({
      accountId: page!.id,
      day: new Date(+app.clock.now() - (index + 1) * DAY).toISOString().slice(0, 10),
      ...(index < knownDays ? { followers: 250, engagement: 3 } : unknown),
    })),
  )
  const known = (await insights()).accounts.find(({ network }) => network === 'facebook')
  expect(known).toMatchObject({ engagement: { value: 90, change: null }, previous: null })
})

test('shows no comparison for an account that was first read today', async () => {
  await app.accept({ message: 'First' })
  await app.run()
  const at = new Date(+app.clock.now() - 2 * DAY).toISOString()
  for (const { id } of await app.published()) await app.world('engage', { id, likes: 6, at })
  await readDueInsights(app.ctx)
  expect(await summary()).toMatchObject({
    posts: { value: 1, change: null },
    followers: { change: null },
    engagement: { value: 12, change: null },
  })
  app.clock.advance(DAY)
  await readDueInsights(app.ctx)
  expect((await summary()).posts).toMatchObject({ value: 1, change: 1 })
})
