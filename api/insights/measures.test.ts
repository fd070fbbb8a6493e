import { beforeEach, expect, test } from 'bun:test'

import { decryptToken } from '#api/accounts/tokens/tokens.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { accountInsights, accountPosts, insightReads } from '#api/db/schema/businesses/insights.ts'
import type { InsightsReader } from '#api/networks/core/insights.ts'
import { publishingApp, type PublishingApp } from '#api/test/publishing.ts'
import { type Insights, NO_MEASURES, postFigure, type PostFigure } from '#shared/insights.ts'
import type { NetworkId } from '#shared/networks.ts'
import { readDueInsights } from './read-account.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

let app: PublishingApp
beforeEach(async () => {
  app = await publishingApp({ networks: ['facebook', 'instagram'] })
})

async function insights(query = '') {
  const { data } = (await (await app.call(`insights${query}`)).json()) as { data: Insights }
  const of = (network: NetworkId) => data.accounts.find(account => account.network === network)!
  return { ...data, facebook: of('facebook'), instagram: of('instagram') }
}

async function accountOf(network: NetworkId) {
  const rows = await app.ctx.db.select().from(accounts)
  return rows.find(account => account.network === network)!
}

const dayBefore = (days: number) => new Date(+app.clock.now() - days * DAY).toISOString().slice(0, 10)

type DayOf = (daysAgo: number) => object

/** Sets the last sixty days of an account. */
async function setDays(network: NetworkId, figuresOf: DayOf, followers = 250) {
  const days = Array.from({ length: 60 }, (_, index) => ({
    day: dayBefore(index + 1),
    ...figuresOf(index + 1),
  }))
  await app.world('audience', { account: (await accountOf(network)).providerId, followers, days })
}

/** Reads until every day is known; Instagram gives one day a call. */
async function readAll() {
  for (let reading = 0; reading < 8; reading++) {
    await readDueInsights(app.ctx)
    app.clock.advance(HOUR / 2)
  }
}

type Counts = {
  likes?: number
  comments?: number
  reach?: number
  views?: number
  saves?: number
  clicks?: number
}

/** Publishes a post on both networks, and sets its counts on each. */
async function published(message: string, daysAgo: number, counts: Partial<Record<NetworkId, Counts>>) {
  await app.accept({ message })
  await app.run()
  const at = new Date(+app.clock.now() - daysAgo * DAY).toISOString()
  for (const { id, network } of (await app.published()).filter(post => post.message === message))
    await app.world('engage', { id, at, ...counts[network as NetworkId] })
}

const requests = async () => (await app.world<{ path: string }[]>('requests')).map(({ path }) => path)

test('sums reach, views, saves and clicks over the period, and compares them with the days before', async () => {
  const figuresOf: DayOf = daysAgo =>
    daysAgo <= 30
      ? { engagement: 6, reach: 60, views: 90, saves: 2, clicks: 1 }
      : { engagement: 3, reach: 40, views: 50, saves: 1, clicks: 1 }
  await setDays('facebook', figuresOf)
  await setDays('instagram', figuresOf)
  await readAll()
  const { facebook, instagram } = await insights()
  const since = dayBefore(31)
  for (const account of [facebook, instagram])
    expect(account).toMatchObject({
      reach: { value: 1800, change: 600, since },
      views: { value: 2700, change: 1200, since },
      clicks: { value: 30, change: 0, since },
      rate: { value: 0.1, since },
    })
  expect(facebook.rate.change).toBeCloseTo(0.1 - 0.075)
  expect(instagram.saves).toEqual({ value: 60, change: 30, since })
  expect(facebook.saves.value).toBeNull()
  expect(facebook.series.at(-2)).toMatchObject({ day: dayBefore(1), reach: 60, views: 90, clicks: 1 })
})

test('compares chosen days with as many directly before', async () => {
  await setDays('facebook', daysAgo => ({ engagement: 1, reach: daysAgo, views: 2 * daysAgo }))
  await readDueInsights(app.ctx)
  const { facebook, compared } = await insights(`?from=${dayBefore(10)}&to=${dayBefore(6)}`)
  expect(compared?.before).toEqual({ from: dayBefore(15), to: dayBefore(11) })
  expect(facebook.reach).toMatchObject({ value: 10 + 9 + 8 + 7 + 6, change: 40 - 65 })
})

test('knows no measures without the permission, and counts from the posts', async () => {
  await published('Loud', 2, { facebook: { likes: 5, reach: 90 }, instagram: { likes: 5, reach: 90 } })
  await setDays('facebook', () => ({ engagement: 6 }))
  const { authResponse } = await app.logIn({
    provider: 'facebook',
    scopes: ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts'],
  })
  await app.call('auth/facebook', { json: authResponse })
  await readDueInsights(app.ctx)
  const unknown = { value: null, change: null, since: null }
  const { facebook } = await insights()
  expect(facebook).toMatchObject({ missing: 'permission', reach: unknown, views: unknown, rate: unknown })
})

test('lists Instagram’s posts without their measures if it gives none', async () => {
  app = await publishingApp({ networks: ['facebook'] })
  const { person } = await app.world<{ person: string }>('login', {
    provider: 'instagram',
    scopes: ['instagram_business_basic', 'instagram_business_content_publish'],
  })
  await app.connectInstagram(app.author, person)
  await app.accept({ platforms: [{ platform: 'instagram', message: 'Loud' }] })
  await app.run()
  await readDueInsights(app.ctx)
  expect((await insights()).instagram).toMatchObject({
    missing: 'permission',
    posts: { value: 1 },
    reach: { value: null },
  })
  const asked = await app.world<{ path: string; query: Record<string, string> }[]>('requests')
  const listed = asked.filter(({ path }) => path.endsWith('/media') && path.startsWith('/instagram-graph/'))
  expect(listed.some(({ query }) => query['fields']?.includes('insights'))).toBe(false)
})

test('knows no measures of a Page with few followers', async () => {
  await published('Loud', 2, { facebook: { likes: 5, reach: 90 } })
  await setDays('facebook', () => ({ engagement: 6, reach: 60 }), 99)
  await readDueInsights(app.ctx)
  const { facebook, topPosts } = await insights()
  expect(facebook).toMatchObject({ missing: 'nothing', reach: { value: null }, rate: { value: null } })
  const placement = topPosts[0]?.placements.find(({ network }) => network === 'facebook')
  expect(placement).toMatchObject({ reactions: { likes: 5 }, measures: { reach: null, clicks: null } })
})

test('orders the best posts by each figure over all their networks', async () => {
  await setDays('facebook', () => ({}))
  await published('Liked', 2, {
    facebook: { likes: 20, reach: 100, views: 120, clicks: 1 },
    instagram: { likes: 10, reach: 100, views: 150, saves: 1 },
  })
  await published('Seen', 3, {
    facebook: { likes: 1, comments: 2, reach: 400, views: 900, clicks: 2 },
    instagram: { likes: 2, reach: 300, views: 310, saves: 0 },
  })
  await published('Saved', 4, {
    facebook: { likes: 3, reach: 20, views: 30, clicks: 9 },
    instagram: { likes: 3, reach: 10, views: 20, saves: 20 },
  })
  await readDueInsights(app.ctx)
  const firstBy = async (figure: PostFigure) => {
    const [post] = (await insights(`?best=${figure}`)).topPosts
    return [post?.excerpt, post && postFigure(post, figure)]
  }
  expect(await firstBy('reactions')).toEqual(['Liked', 30])
  expect(await firstBy('comments')).toEqual(['Seen', 2])
  expect(await firstBy('reach')).toEqual(['Seen', 700])
  expect(await firstBy('views')).toEqual(['Seen', 1210])
  expect(await firstBy('saves')).toEqual(['Saved', 20])
  expect(await firstBy('clicks')).toEqual(['Saved', 9])
  expect(await firstBy('rate')).toEqual(['Saved', 26 / 30])
  expect((await insights('?best=saves')).topPosts.map(({ excerpt }) => excerpt)).toEqual(['Saved', 'Liked'])
  expect((await app.call('insights?best=luck')).status).toBe(400)
})

test('reads the other metrics if a network retires one', async () => {
  await setDays('facebook', () => ({ engagement: 6, reach: 60 }))
  await setDays('instagram', () => ({ engagement: 6, reach: 60 }))
  for (const provider of ['facebook', 'instagram'] as const)
    await app.fault({ provider, operation: 'insights', kind: 'error', code: 100, status: 400 })
  await readDueInsights(app.ctx)
  const { facebook, instagram } = await insights()
  expect(facebook).toMatchObject({ engagement: { value: 180 }, reach: { value: null }, missing: null })
  expect(instagram.series.slice(-3, -1).map(({ engagement, reach }) => [engagement, reach])).toEqual([
    [6, 60],
    [6, null],
  ])
})

test('reads the newest posts one by one if an older one is from before the account was professional', async () => {
  await published('Old', 9, { instagram: { likes: 2, reach: 50 } })
  await published('New', 2, { instagram: { likes: 4, reach: 80, saves: 3 } })
  await app.world('audience', {
    account: (await accountOf('instagram')).providerId,
    professionalSince: new Date(+app.clock.now() - 5 * DAY).toISOString(),
  })
  await readDueInsights(app.ctx)
  const placed = (await insights()).topPosts.map(({ excerpt, placements }) => [
    excerpt,
    placements.find(({ network }) => network === 'instagram')?.measures.reach,
  ])
  expect(Object.fromEntries(placed)).toEqual({ New: 80, Old: null })
})

test('keeps the shares and measures of a post through a read without them', async () => {
  await published('Bread', 9, { instagram: { likes: 2, reach: 50 } })
  await readDueInsights(app.ctx)
  // The sandbox shares nothing.
  await app.ctx.db.update(accountPosts).set({ shares: 3 })
  const placement = async () =>
    (await insights()).topPosts[0]?.placements.find(({ network }) => network === 'instagram')
  const given = { reactions: { shares: 3 }, measures: { reach: 50 } }
  expect(await placement()).toMatchObject(given)
  await app.world('audience', {
    account: (await accountOf('instagram')).providerId,
    professionalSince: app.clock.now().toISOString(),
  })
  app.clock.advance(DAY)
  await readDueInsights(app.ctx)
  expect(await placement()).toMatchObject(given)
})

test('reads the reach of days that an earlier version read without it', async () => {
  await setDays('facebook', () => ({ engagement: 6, reach: 60 }))
  const account = await accountOf('facebook')
  await app.ctx.db.insert(accountInsights).values(
    Array.from({ length: 60 }, (_, index) => ({
      accountId: account.id,
      day: dayBefore(index + 1),
      engagement: 6,
      followers: 250,
    })),
  )
  await readDueInsights(app.ctx)
  expect((await insights()).facebook.reach).toMatchObject({ value: 1800, change: 0 })
})

test('makes at most twelve calls a day for a Page, and twenty for an Instagram account after its first day', async () => {
  await setDays('facebook', () => ({ engagement: 6 }))
  await setDays('instagram', () => ({ engagement: 6 }))
  const callsOfDay = async () => {
    const before = (await requests()).length
    for (let quarter = 0; quarter < 96; quarter++) {
      await readDueInsights(app.ctx)
      app.clock.advance(HOUR / 4)
    }
    const made = (await requests()).slice(before)
    const of = (base: string) => made.filter(path => path.startsWith(base)).length
    return { facebook: of('/facebook/'), instagram: of('/instagram-graph/') }
  }
  const first = await callsOfDay()
  const second = await callsOfDay()
  expect(first.facebook).toBeLessThanOrEqual(12)
  expect(first.instagram).toBeLessThanOrEqual(110)
  expect(second.facebook).toBeLessThanOrEqual(12)
  expect(second.instagram).toBeLessThanOrEqual(20)
})

test('doesn’t catch up on days whose reach a network never gives', async () => {
  const { networks } = app.ctx
  let reads = 0
  const without: InsightsReader = {
    async read({ days }) {
      reads++
      const first = days.slice(0, 12).map(day => ({ ...NO_MEASURES, day, engagement: 1, followers: null }))
      const usage = { percent: 0, regainMinutes: 0 }
      return {
        followers: 1,
        postCount: 0,
        posts: [],
        completeSince: null,
        days: first,
        missing: '',
        usage,
      }
    },
  }
  const ctx = {
    ...app.ctx,
    networks: { ...networks, instagram: { ...networks.instagram, insights: without } },
  }
  for (let quarter = 0; quarter < 96; quarter++) {
    await readDueInsights(ctx)
    app.clock.advance(HOUR / 4)
  }
  expect(reads).toBeLessThanOrEqual(4)
})

test('leaves the budget to publishing until it regains, even after a post', async () => {
  await readDueInsights(app.ctx)
  app.clock.advance(HOUR)
  const budgetUntil = new Date(+app.clock.now() + 4 * HOUR)
  await app.ctx.db.update(insightReads).set({ wakeAt: budgetUntil, budgetUntil })
  const reads = async () => (await requests()).filter(path => path.endsWith('/published_posts')).length
  const before = await reads()
  await app.accept({ message: 'Busy' })
  await app.run()
  app.clock.advance(3 * HOUR)
  await readDueInsights(app.ctx)
  expect(await reads()).toBe(before)
  app.clock.advance(HOUR)
  await readDueInsights(app.ctx)
  expect(await reads()).toBe(before + 1)
})

/** Deletes the Page's post with this message, on Facebook itself. */
async function remove(message: string) {
  const post = (await app.published()).find(
    ({ network, ...one }) => network === 'facebook' && one.message === message,
  )
  const account = await accountOf('facebook')
  const token = decryptToken(app.ctx, account, account.encryptedToken!)
  await fetch(`${app.sandbox.url}/facebook/v23.0/${post!.id}?access_token=${token}`, { method: 'DELETE' })
}

test('stops counting the oldest post, and one older than ninety days, once it was deleted on its network', async () => {
  await published('First', 100, {})
  await published('Second', 80, {})
  await published('Third', 2, {})
  await readDueInsights(app.ctx)
  const stored = async () =>
    (await app.ctx.db.select().from(accountPosts)).map(({ excerpt }) => excerpt).toSorted()
  expect(await stored()).toEqual(['First', 'First', 'Second', 'Second', 'Third', 'Third'])
  await remove('Second')
  app.clock.advance(7 * HOUR)
  await readDueInsights(app.ctx)
  expect(await stored()).toEqual(['First', 'First', 'Second', 'Third', 'Third'])
  await remove('First')
  app.clock.advance(8 * DAY)
  await readDueInsights(app.ctx)
  expect(await stored()).toEqual(['First', 'Second', 'Third', 'Third'])
})
