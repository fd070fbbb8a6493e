import { afterAll, beforeAll, expect, test } from 'bun:test'

import { openSandbox, type TestSandbox } from '../test/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.stop())

const FOUR = ['performance', 'accessibility', 'best-practices', 'seo']

function run(more: Record<string, string> = {}, categories = FOUR) {
  const query = new URLSearchParams({ url: 'https://pat.example', strategy: 'mobile', key: 'k', ...more })
  for (const category of categories) query.append('category', category)
  return ask(query)
}
async function ask(query: URLSearchParams) {
  const response = await fetch(`${sandbox.url}/pagespeed/runPagespeed?${query}`)
  return { status: response.status, body: await response.json() }
}

test('returns the same scores for the requested categories each time', async () => {
  const [first, second] = [await run(), await run()]
  expect(first.status).toBe(200)
  const { categories } = first.body.lighthouseResult
  expect(Object.keys(categories)).toEqual(FOUR)
  for (const { score } of Object.values<any>(categories)) {
    expect(score).toBeGreaterThanOrEqual(0.3)
    expect(score).toBeLessThanOrEqual(1)
  }
  expect(second.body.lighthouseResult.categories).toEqual(categories)
})

test('scores only performance without a category', async () => {
  const { body } = await run({}, [])
  expect(Object.keys(body.lighthouseResult.categories)).toEqual(['performance'])
})

test('refuses a call without a key', async () => {
  const { status, body } = await ask(new URLSearchParams({ url: 'https://pat.example' }))
  expect([status, body.error.code, body.error.status]).toEqual([429, 429, 'RESOURCE_EXHAUSTED'])
})

test.each([
  ['a key that Google does not know', { key: 'invalid' }, /API key not valid/],
  ['an address that is none', { url: 'pat' }, /url/],
  ['an unknown parameter', { speed: 'fast' }, /Unknown name "speed"/],
  ['an unknown strategy', { strategy: 'tablet' }, /strategy/],
])('refuses %s', async (_what, more, words) => {
  const { status, body } = await run(more)
  expect(status).toBe(400)
  expect(body.error.message).toMatch(words)
})

test('refuses a category that Lighthouse dropped', async () => {
  expect((await run({}, ['pwa'])).status).toBe(400)
})

test.each([
  ['quota', {}, 429, /Quota exceeded/],
  ['error', { status: 500 }, 500, /Lighthouse returned error: FAILED_DOCUMENT_REQUEST/],
  ['error', { status: 403 }, 403, /disabled/],
  ['page-error', { status: 503 }, 400, /ERRORED_DOCUMENT_REQUEST.*Status code: 503/],
] as const)('responds to the fault %s as Google does', async (kind, more, expected, words) => {
  await sandbox.control('faults', { provider: 'pagespeed', operation: 'run', kind, ...more })
  const { status, body } = await run()
  expect(status).toBe(expected)
  expect(body.error.message).toMatch(words)
  expect((await run()).status).toBe(200)
})
