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
