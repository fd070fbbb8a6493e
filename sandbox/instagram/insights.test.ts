import { afterAll, beforeAll, expect, test } from 'bun:test'

import { jpeg, serveMedia } from '../test/media.ts'
import { openSandbox, type TestSandbox } from '../test/sandbox.ts'

let sandbox: TestSandbox
let files: ReturnType<typeof serveMedia>
beforeAll(async () => {
  sandbox = await openSandbox()
  files = serveMedia({ 'square.jpg': await jpeg() })
})
afterAll(async () => {
  await sandbox.stop()
  await files.stop()
})

const unix = (day: string) => String(Date.parse(day) / 1000)
const ASKED = {
  metric: 'total_interactions',
  period: 'day',
  metric_type: 'total_value',
  since: unix('2026-11-18'),
  until: unix('2026-11-20'),
}

const insights = (account: { id: string; token: string }, query: Record<string, string> = ASKED) =>
  sandbox.get(`/instagram-graph/v23.0/${account.id}/insights`, { access_token: account.token, ...query })

test('returns one number for the requested period', async () => {
  const account = await sandbox.instagramAccount()
  const days = [
    { day: '2026-11-18', engagement: 4 },
    { day: '2026-11-19', engagement: 7 },
    { day: '2026-11-20', engagement: 100 },
  ]
  await sandbox.control('audience', { account: account.id, followers: 12, days })
  const { body } = await insights(account)
  expect(body.data[0]).toMatchObject({ name: 'total_interactions', total_value: { value: 11 } })
})

test('refuses a missing permission, more than 30 days and a time series of totals', async () => {
  const without = await sandbox.instagramAccount({ scopes: ['instagram_business_basic'] })
  expect(await insights(without)).toMatchObject({ status: 400, body: { error: { code: 10 } } })
  const account = await sandbox.instagramAccount()
  const { metric_type: _, ...series } = ASKED
  for (const query of [{ ...ASKED, metric: 'impressions' }, series, { ...ASKED, since: unix('2026-10-01') }])
    expect(await insights(account, query)).toMatchObject({ status: 400, body: { error: { code: 100 } } })
})

test('returns followers on the account', async () => {
  const account = await sandbox.instagramAccount()
  await sandbox.control('audience', { account: account.id, followers: 12 })
  const { body } = await sandbox.get('/instagram-graph/me', {
    fields: 'followers_count',
    access_token: account.token,
  })
  expect(body.followers_count).toBe(12)
})

test('counts each person reached on several days once, and gives the days on request', async () => {
  const account = await sandbox.instagramAccount()
  const days = [
    { day: '2026-11-18', reach: 40, views: 60, saves: 1, clicks: 2 },
    { day: '2026-11-19', reach: 60, views: 90, saves: 2, clicks: 0 },
  ]
  await sandbox.control('audience', { account: account.id, days })
  const { body } = await insights(account, { ...ASKED, metric: 'reach,views,saves,profile_links_taps' })
  expect(body.data.map(({ total_value }: any) => total_value.value)).toEqual([70, 150, 3, 2])
  const { metric_type: _, ...series } = { ...ASKED, metric: 'reach' }
  expect((await insights(account, series)).body.data[0].values).toEqual([
    { value: 40, end_time: '2026-11-19T00:00:00+0000' },
    { value: 60, end_time: '2026-11-20T00:00:00+0000' },
  ])
})

type Account = { id: string; token: string }

async function publish({ id, token }: Account) {
  const form = { access_token: token, image_url: files.url('square.jpg'), caption: 'Bread' }
  const container = await sandbox.post(`/instagram-graph/${id}/media`, form)
  sandbox.advance(1000)
  const creation = { access_token: token, creation_id: container.body.id as string }
  const { body } = await sandbox.post(`/instagram-graph/${id}/media_publish`, creation)
  return body.id as string
}

const METRIC = 'reach,views,saved,shares'

test('gives the metrics of media as an edge and as a field', async () => {
  const account = await sandbox.instagramAccount()
  const id = await publish(account)
  const read = (metric: string) =>
    sandbox.get(`/instagram-graph/v23.0/${id}/insights`, { metric, access_token: account.token })
  expect((await read(METRIC)).body).toEqual({ data: [] })
  await sandbox.control('engage', { id, likes: 3, reach: 40, views: 55, saves: 6 })
  const list = await sandbox.get(`/instagram-graph/v23.0/${account.id}/media`, {
    fields: `insights.metric(${METRIC}){name,values}`,
    access_token: account.token,
  })
  expect(list.body.data[0].insights.data).toEqual([
    { name: 'reach', values: [{ value: 40 }] },
    { name: 'views', values: [{ value: 55 }] },
    { name: 'saved', values: [{ value: 6 }] },
    { name: 'shares', values: [{ value: 0 }] },
  ])
  for (const retired of ['impressions', 'ig_reels_avg_watch_time'])
    expect(await read(retired)).toMatchObject({ status: 400, body: { error: { code: 100 } } })
})

test('refuses the metrics of media without the permission, and from before the account was professional', async () => {
  const account = await sandbox.instagramAccount()
  const id = await publish(account)
  const professionalSince = '2026-11-22T12:00:00Z'
  await sandbox.control('audience', { account: account.id, professionalSince })
  const list = (of: Account) =>
    sandbox.get(`/instagram-graph/v23.0/${of.id}/media`, {
      fields: `id,insights.metric(${METRIC})`,
      access_token: of.token,
    })
  expect(await list(account)).toMatchObject({
    status: 400,
    body: { error: { code: 100, error_subcode: 2_108_006 } },
  })
  const edge = { metric: METRIC, access_token: account.token }
  expect((await sandbox.get(`/instagram-graph/v23.0/${id}/insights`, edge)).status).toBe(400)
  const scopes = ['instagram_business_basic', 'instagram_business_content_publish']
  const without = await sandbox.instagramAccount({ scopes })
  await publish(without)
  expect(await list(without)).toMatchObject({ status: 400, body: { error: { code: 10 } } })
})
