import { beforeAll, expect, test } from 'bun:test'

import { failureOf } from '#api/test/measuring.ts'
import { ownSandbox, type Sandbox } from '#api/test/servers/sandbox.ts'
import { pageSpeed } from './pagespeed.ts'

/** A public address that needs no DNS. */
const url = 'https://93.184.215.14/'
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await ownSandbox()
})

const auditor = (key = 'a key', timeoutMs = 20_000) =>
  pageSpeed({ key, url: `${sandbox.url}/pagespeed`, allowPrivate: false, timeoutMs })

const fault = (kind: string, more = {}) =>
  fetch(`${sandbox.url}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ provider: 'pagespeed', operation: 'run', kind, ...more }),
  })

test('requests four categories from PageSpeed as a phone, and returns their scores', async () => {
  const { scores } = await auditor().audit({ url })
  expect(Object.keys(scores)).toEqual(['performance', 'accessibility', 'best-practices', 'seo'])
  for (const score of Object.values(scores)) expect(score).toBeWithin(30, 101)
  const requests = (await (await fetch(`${sandbox.url}/_sandbox/requests`)).json()) as { query: object }[]
  expect(requests.at(-1)?.query).toMatchObject({ url, strategy: 'mobile', key: 'a key' })
})

test.each([
  ['quota', {}, 'service', /used up today’s PageSpeed measurements/],
  ['page-error', { status: 503 }, 'site', /93\.184\.215\.14 responds with an error \(503\)/],
  ['error', { status: 500 }, 'site', /isn’t responding/],
  ['error', { status: 403 }, 'service', /PAGESPEED_API_KEY/],
  ['bad-json', {}, 'transient', /trouble/],
  ['drop-before', {}, 'transient', /could not reach/],
] as const)('reports %s %j as %s', async (kind, more, expected, message) => {
  await fault(kind, more)
  const error = await failureOf(auditor().audit({ url }))
  expect([error.kind, error.message]).toEqual([expected, expect.stringMatching(message)])
})

test('names the setting when Google rejects the key', async () => {
  expect((await failureOf(auditor('invalid').audit({ url }))).message).toContain('PAGESPEED_API_KEY')
})

test('gives up when PageSpeed doesn’t respond', async () => {
  await fault('silence-before')
  const error = await failureOf(auditor('a key', 200).audit({ url }))
  expect([error.kind, error.message]).toEqual(['transient', 'PageSpeed did not respond in time.'])
})

test('never sends a private address to Google', async () => {
  const error = await failureOf(auditor().audit({ url: 'http://10.0.0.5/' }))
  expect(error.kind).toBe('refused')
  expect(await (await fetch(`${sandbox.url}/_sandbox/requests`)).text()).not.toContain('10.0.0.5')
})
