import { afterAll, beforeAll, expect, test } from 'bun:test'

import { openSandbox, type TestSandbox } from '../test/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox[Symbol.asyncDispose]())

const LAST_DAYS = { metric: 'page_post_engagements,page_follows', since: '2026-11-18', until: '2026-11-20' }
const days = [
  { day: '2026-11-18', engagement: 4, followers: 119 },
  { day: '2026-11-19', engagement: 7 },
]

const insights = (page: { id: string; token: string }, query: Record<string, string> = LAST_DAYS) =>
  sandbox.get(`/facebook/v23.0/${page.id}/insights`, { period: 'day', access_token: page.token, ...query })

test('returns a value per day, ending at midnight in California', async () => {
  const page = await sandbox.facebookPage()
  await sandbox.control('audience', { account: page.id, followers: 120, days })
  const { body } = await insights(page)
  expect(body.data.map(({ name, values }: any) => [name, values])).toEqual([
    [
      'page_post_engagements',
      [
        { value: 4, end_time: '2026-11-19T08:00:00+0000' },
        { value: 7, end_time: '2026-11-20T08:00:00+0000' },
      ],
    ],
    [
      'page_follows',
      [
        { value: 119, end_time: '2026-11-19T08:00:00+0000' },
        { value: 120, end_time: '2026-11-20T08:00:00+0000' },
      ],
    ],
  ])
})

test('returns an empty list without the permission or with few followers', async () => {
  const few = await sandbox.facebookPage()
  expect(await insights(few)).toMatchObject({ status: 200, body: { data: [] } })
  const without = await sandbox.facebookPage({ scopes: ['pages_show_list', 'pages_read_engagement'] })
  await sandbox.control('audience', { account: without.id, followers: 500, days })
  expect(await insights(without)).toMatchObject({ status: 200, body: { data: [] } })
})

test('refuses a user token, a retired metric and more than 90 days', async () => {
  const page = await sandbox.facebookPage()
  expect(await insights({ ...page, token: page.userToken })).toMatchObject({
    status: 400,
    body: { error: { code: 190 } },
  })
  for (const query of [
    { metric: 'page_impressions_unique' },
    { ...LAST_DAYS, since: '2026-08-01' },
    { ...LAST_DAYS, until: '2026-11-01' },
  ])
    expect(await insights(page, query)).toMatchObject({ status: 400, body: { error: { code: 100 } } })
})

test('counts reach, views and clicks by day, with a reach that never exceeds the views', async () => {
  const page = await sandbox.facebookPage()
  const metric = 'page_total_media_view_unique,page_media_view,page_total_actions'
  const set = [
    { day: '2026-11-18', engagement: 4 },
    { day: '2026-11-19', reach: 30, views: 70, clicks: 2 },
  ]
  await sandbox.control('audience', { account: page.id, followers: 120, days: set })
  const read = async () => {
    const { body } = await insights(page, { ...LAST_DAYS, metric })
    return body.data.map(({ values }: any) => values.map(({ value }: any) => value))
  }
  const [reach, views, clicks] = await read()
  expect([reach[1], views[1], clicks[1]]).toEqual([30, 70, 2])
  expect(reach[0]).toBeGreaterThan(4)
  expect(views[0]).toBeGreaterThanOrEqual(reach[0])
  expect(await read()).toEqual([reach, views, clicks])
  const more = [{ day: '2026-11-19', reach: 31, views: 30 }]
  expect(await sandbox.control('audience', { account: page.id, days: more })).toEqual({
    error: 'On 2026-11-19, the reach is higher than the views.',
  })
})

const FIELD = 'insights.metric(post_total_media_view_unique,post_media_view,post_clicks){name,values}'

test('gives a post’s metrics as a field, and none without the permission', async () => {
  const read = async (page: { id: string; token: string }, fields: string) =>
    sandbox.get(`/facebook/v23.0/${page.id}/published_posts`, { fields, access_token: page.token })
  const page = await sandbox.facebookPage()
  await sandbox.control('audience', { account: page.id, followers: 120 })
  const post = await sandbox.post(`/facebook/v23.0/${page.id}/feed`, {
    message: 'Hi',
    access_token: page.token,
  })
  await sandbox.control('engage', { id: post.body.id, likes: 3, reach: 40, views: 55, clicks: 6 })
  const { body } = await read(page, FIELD)
  expect(body.data[0].insights.data).toEqual([
    { name: 'post_total_media_view_unique', values: [{ value: 40 }] },
    { name: 'post_media_view', values: [{ value: 55 }] },
    { name: 'post_clicks', values: [{ value: 6 }] },
  ])
  expect(await read(page, 'insights.metric(post_impressions)')).toMatchObject({
    status: 400,
    body: { error: { code: 100 } },
  })
  const scopes = ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts']
  const without = await sandbox.facebookPage({ scopes })
  await sandbox.control('audience', { account: without.id, followers: 120 })
  const form = { message: 'Hi', access_token: without.token }
  await sandbox.post(`/facebook/v23.0/${without.id}/feed`, form)
  expect((await read(without, FIELD)).body.data[0].insights).toEqual({ data: [] })
})
