import { beforeEach, expect, test } from 'bun:test'

import { decryptToken } from '#api/accounts/tokens/tokens.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { accountPosts } from '#api/db/schema/businesses/insights.ts'
import { picture, publishingApp, type PublishingApp } from '#api/test/publishing.ts'
import { connectToSecondBusiness } from '#api/test/second-business.ts'
import type { Insights, InsightsSummary, PostingRate } from '#shared/insights.ts'
import type { NetworkId } from '#shared/networks.ts'
import { NO_EXTRAS } from '#shared/posts/extras.ts'
import { readDueInsights } from './read-account.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

let app: PublishingApp
beforeEach(async () => {
  app = await publishingApp({ networks: ['facebook', 'instagram'] })
})

const data = async (path: string) => ((await (await app.call(path)).json()) as { data: unknown }).data
const summary = async (query = '') => (await data(`insights/summary${query}`)) as InsightsSummary
const insights = async (query = '') => (await data(`insights${query}`)) as Insights
const rate = async (query = '?timeZone=Australia/Melbourne') =>
  (await data(`insights/rate${query}`)) as PostingRate

const providerIds = async () => {
  const rows = await app.ctx.db.select().from(accounts)
  return Object.fromEntries(rows.map(({ network, providerId }) => [network, providerId])) as Record<
    NetworkId,
    string
  >
}
const dayBefore = (days: number) => new Date(+app.clock.now() - days * DAY).toISOString().slice(0, 10)
const lastSixty = (engagement: (daysAgo: number) => number, followers?: (daysAgo: number) => number) =>
  Array.from({ length: 60 }, (_, index) => ({
    day: dayBefore(index + 1),
    engagement: engagement(index + 1),
    ...(followers && { followers: followers(index + 1) }),
  }))

/** Creates a post published `daysAgo`, with reactions. */
async function published(
  daysAgo: number,
  {
    likes = 0,
    comments = 0,
    message = `Posted ${daysAgo} days ago`,
  }: { likes?: number; comments?: number; message?: string } = {},
) {
  await app.accept({ message })
  await app.run()
  const at = new Date(+app.clock.now() - daysAgo * DAY).toISOString()
  const [first, second] = await app.published()
  for (const { id } of [first!, second!]) await app.world('engage', { id, likes, comments, at })
}

test('shows no accounts and no figures before anything is connected', async () => {
  const other = await app.signUp()
  const response = await other.call('insights/summary')
  expect((await response.json()) as object).toMatchObject({
    data: {
      connected: 0,
      accounts: 0,
      unread: 0,
      signedOut: 0,
      readAt: null,
      posts: { value: null, change: null },
    },
  })
})

test('counts accounts that two businesses have connected once', async () => {
  const { facebook } = await providerIds()
  await app.world('audience', {
    account: facebook,
    followers: 250,
    days: lastSixty(
      daysAgo => daysAgo,
      daysAgo => 250 - daysAgo,
    ),
  })
  await published(3, { likes: 4, comments: 2 })
  await readDueInsights(app.ctx)
  const [once, { topPosts, accounts: listed }] = [await summary(), await insights()]
  const second = await connectToSecondBusiness(app)
  await readDueInsights(app.ctx)
  expect((await summary(`?domainId=${second}`)).followers.value).toBe(once.followers.value)
  expect(await summary()).toEqual(once)
  const both = await insights()
  expect(both.topPosts).toEqual(topPosts)
  expect(both.accounts).toEqual(listed)
})

test('shows the networks’ totals, with the change over thirty days', async () => {
  const { facebook, instagram } = await providerIds()
  await app.world('audience', {
    account: facebook,
    followers: 250,
    days: lastSixty(
      daysAgo => (daysAgo <= 30 ? 2 : 1),
      daysAgo => 250 - daysAgo,
    ),
  })
  await app.world('audience', {
    account: instagram,
    followers: 40,
    days: lastSixty(daysAgo => (daysAgo <= 30 ? 5 : 3)),
  })
  await published(3, { likes: 4, comments: 2 })
  expect(await summary()).toMatchObject({ accounts: 2, unread: 2, readAt: null, followers: { value: null } })

  await readDueInsights(app.ctx)
  expect(await summary()).toMatchObject({
    accounts: 2,
    unread: 0,
    readAt: app.clock.now().toISOString(),
    posts: { value: 1, change: null },
    followers: { value: 290, change: null, since: null },
    comments: { value: 4 },
  })
  // Instagram returns one day per call, so sixty days take several reads.
  for (let reading = 0; reading < 6; reading++) {
    app.clock.advance(HOUR / 2)
    await readDueInsights(app.ctx)
  }
  expect((await summary()).engagement).toMatchObject({ value: 210, change: 90 })
})

test('assigns figures to the business of their account', async () => {
  await readDueInsights(app.ctx)
  const elsewhere = await app.author.addDomain('Another business')
  expect(await summary(`?domainId=${app.author.domainId}`)).toMatchObject({ accounts: 2 })
  expect(await summary(`?domainId=${elsewhere}`)).toMatchObject({ accounts: 0 })
  expect(await insights(`?domainId=${elsewhere}`)).toMatchObject({ accounts: [], topPosts: [] })
})

test('uses the posts’ counts without the permission or for a small Page, and says why', async () => {
  await published(2, { likes: 6, comments: 1 })
  await published(40, { likes: 1 })
  await readDueInsights(app.ctx)
  const { accounts: known } = await insights()
  expect(known.find(({ network }) => network === 'facebook')).toMatchObject({
    missing: 'nothing',
    engagement: { value: 7, change: 6 },
  })

  const scopes = ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts']
  const { authResponse } = await app.logIn({ provider: 'facebook', scopes })
  await app.call('auth/facebook', { json: authResponse })
  app.clock.advance(HOUR)
  await readDueInsights(app.ctx)
  const again = await insights()
  expect(again.accounts.find(({ network }) => network === 'facebook')).toMatchObject({
    missing: 'permission',
  })
})

test('marks an account that needs reconnecting, keeps its figures and stops reading it', async () => {
  const { facebook } = await providerIds()
  await app.world('audience', { account: facebook, followers: 250 })
  await readDueInsights(app.ctx)
  await app.expire('facebook')
  app.clock.advance(7 * HOUR)
  await readDueInsights(app.ctx)
  const requests = (await app.world<unknown[]>('requests')).length
  app.clock.advance(7 * HOUR)
  await readDueInsights(app.ctx)
  const known = (await insights()).accounts.find(({ network }) => network === 'facebook')
  expect(known).toMatchObject({ missing: 'reconnect', followers: { value: 250 } })
  expect(await summary()).toMatchObject({ accounts: 2, unread: 0, signedOut: 1 })
  const paths = (await app.world<{ path: string }[]>('requests')).slice(requests).map(({ path }) => path)
  expect(paths.filter(path => path.includes(facebook))).toEqual([])
})

test('retries an unreachable network later, and keeps the known figures', async () => {
  const { facebook } = await providerIds()
  await app.world('audience', { account: facebook, followers: 250 })
  await readDueInsights(app.ctx)
  app.clock.advance(7 * HOUR)
  await app.world('audience', { account: facebook, followers: 260 })
  await app.fault({ provider: 'facebook', operation: 'insights', kind: 'error', code: 2, status: 500 })
  await readDueInsights(app.ctx)
  expect((await summary()).followers.value).toBe(250)
  app.clock.advance(HOUR / 6)
  await readDueInsights(app.ctx)
  expect((await summary()).followers.value).toBe(260)
})

test('leaves a nearly exhausted call budget to publishing', async () => {
  await app.clearFaults()
  await app.fault({ provider: 'facebook', operation: 'accounts', kind: 'usage', percent: 90 })
  await readDueInsights(app.ctx)
  const paths = (await app.world<{ path: string }[]>('requests')).map(({ path }) => path)
  expect(paths.filter(path => path.startsWith('/facebook') && path.endsWith('/insights'))).toEqual([])
})

test('postpones an account whose read fails on our side, and reads the others', async () => {
  const { networks } = app.ctx
  const broken = { read: () => Promise.reject(new RangeError('Invalid Date')) }
  await readDueInsights({
    ...app.ctx,
    networks: { ...networks, facebook: { ...networks.facebook, insights: broken } },
  })
  const { accounts: read } = await insights()
  expect(read.map(({ network, readAt }) => [network, readAt !== null])).toEqual([
    ['facebook', false],
    ['instagram', true],
  ])
  app.clock.advance(7 * HOUR)
  await readDueInsights(app.ctx)
  expect((await insights()).accounts.every(({ readAt }) => readAt !== null)).toBe(true)
})

test('never reads an account in two processes at once', async () => {
  const requests = (await app.world<unknown[]>('requests')).length
  await Promise.all([readDueInsights(app.ctx), readDueInsights(app.ctx), readDueInsights(app.ctx)])
  const paths = (await app.world<{ path: string }[]>('requests')).slice(requests).map(({ path }) => path)
  expect(paths.filter(path => path.endsWith('/published_posts'))).toHaveLength(1)
  expect(paths.filter(path => path.endsWith('/media'))).toHaveLength(1)
})

/** Number of posts on Facebook, and of those on any network, which count once. */
async function postCounts() {
  const { accounts: known } = await insights()
  const page = known.find(({ network }) => network === 'facebook')?.posts.value
  return { page, once: (await summary()).posts.value }
}

test('stops counting a post that was deleted on its network', async () => {
  await published(2, { likes: 1 })
  await published(1, { likes: 1 })
  await readDueInsights(app.ctx)
  expect(await postCounts()).toEqual({ page: 2, once: 2 })
  const post = (await app.published()).find(({ network }) => network === 'facebook')!
  const rows = await app.ctx.db.select().from(accounts)
  const account = rows.find(({ network }) => network === 'facebook')!
  const token = decryptToken(app.ctx, account, account.encryptedToken!)
  await fetch(`${app.sandbox.url}/facebook/v23.0/${post.id}?access_token=${token}`, { method: 'DELETE' })
  app.clock.advance(7 * HOUR)
  await readDueInsights(app.ctx)
  expect(await postCounts()).toEqual({ page: 1, once: 2 })
})

test('counts our own posts immediately, and reads them within minutes with the same number of calls for many posts', async () => {
  const MINUTE = HOUR / 60
  const ofPage = async () => {
    const { accounts: known } = await insights()
    const requests = await app.world<{ path: string }[]>('requests')
    return {
      posts: known.find(({ network }) => network === 'facebook')?.posts.value,
      readings: requests.filter(({ path }) => path.endsWith('/published_posts')).length,
    }
  }
  await readDueInsights(app.ctx)
  const { readings } = await ofPage()
  app.clock.advance(MINUTE / 60)
  for (const message of ['First', 'Second']) {
    await app.accept({ message })
    await app.run()
  }
  const extras = { ...NO_EXTRAS, kind: 'story' as const }
  await app.accept({
    platforms: [{ platform: 'facebook', message: '', extras }],
    media: [await picture('red')],
  })
  await app.run()
  app.clock.advance(4 * MINUTE)
  await readDueInsights(app.ctx)
  expect(await ofPage()).toEqual({ posts: 2, readings })

  app.clock.advance(MINUTE)
  await readDueInsights(app.ctx)
  expect(await ofPage()).toEqual({ posts: 2, readings: readings + 1 })
  app.clock.advance(HOUR)
  await readDueInsights(app.ctx)
  expect(await ofPage()).toEqual({ posts: 2, readings: readings + 1 })
})

test('stops counting a post within minutes after a user deletes it', async () => {
  await published(2, { likes: 1 })
  await readDueInsights(app.ctx)
  expect(await postCounts()).toEqual({ page: 1, once: 1 })
  const { id } = (await app.published()).find(({ network }) => network === 'facebook')!
  await app.call(`accounts/facebook/posts/${id}`, { method: 'DELETE' })
  app.clock.advance(HOUR / 12)
  await readDueInsights(app.ctx)
  expect(await postCounts()).toEqual({ page: 0, once: 1 })
})

test('lists posts with the most reactions first, with their picture and the totals of all networks', async () => {
  await published(2, { likes: 1, message: 'Quiet' })
  await published(3, { likes: 50, comments: 9, message: 'Loud' })
  await published(4, { likes: 0, message: 'Silent' })
  await readDueInsights(app.ctx)
  const { topPosts } = await insights()
  expect(topPosts.map(({ excerpt, likes, comments }) => [excerpt, likes, comments])).toEqual([
    ['Loud', 100, 18],
    ['Quiet', 2, 0],
  ])
  const [loud] = topPosts
  expect(loud!.placements.map(({ network, reactions }) => [network, reactions?.likes])).toEqual([
    ['facebook', 50],
    ['instagram', 50],
  ])
  expect(loud!.placements.every(({ permalink, readAt }) => permalink.startsWith('http') && readAt)).toBe(true)
  expect(loud!.thumbnailUrl).toContain('/thumbnail.webp?')
})

test('counts a post on two networks once, even before the networks are read', async () => {
  expect(await rate()).toMatchObject({ perWeek: null, weeks: [0, 0, 0, 0], best: null })
  await app.accept({ message: 'First' })
  await app.run()
  expect(await rate()).toMatchObject({ perWeek: 0.25, weeks: [0, 0, 0, 1] })
  await readDueInsights(app.ctx)
  expect(await rate()).toMatchObject({ perWeek: 0.25, weeks: [0, 0, 0, 1] })
})

test('counts another tool’s posts with the same text once, and those without text separately', async () => {
  await readDueInsights(app.ctx)
  const linked = await app.ctx.db.select().from(accounts)
  const at = new Date(+app.clock.now() - 2 * DAY)
  const post = { publishedAt: at, permalink: '', likes: 0, comments: 0, shares: 0 }
  await app.ctx.db.insert(accountPosts).values(
    linked.flatMap(({ id }) => [
      { ...post, accountId: id, externalId: `${id}-1`, excerpt: 'Fresh bread' },
      { ...post, accountId: id, externalId: `${id}-2`, excerpt: '' },
    ]),
  )
  expect((await rate()).weeks).toEqual([0, 0, 0, 3])
})

test('rejects an unknown time zone or number of days', async () => {
  expect((await app.call('insights/rate?timeZone=Nowhere')).status).toBe(400)
  expect((await app.call('insights?days=8')).status).toBe(400)
})
