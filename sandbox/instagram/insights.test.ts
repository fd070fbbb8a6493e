import { afterAll, beforeAll, expect, test } from 'bun:test'

import { openSandbox, type TestSandbox } from '../test/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox[Symbol.asyncDispose]())

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
