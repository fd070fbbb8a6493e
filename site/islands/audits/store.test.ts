import { afterAll, expect, test } from 'bun:test'

import type { Auditor } from '#api/audits/audit.ts'
import { drain, newEmail, testApp } from '#api/test/app.ts'
import { atEnd } from '#api/test/at-end.ts'
import { createPublicAuditPool } from '#api/visitors/audits/measure.ts'
import { cutNetwork, serveSite } from '#site/test/browser.ts'
import { followAudit, formatLoadTime, type PageState, readAudit, createSender } from './store.ts'

const { location } = globalThis
const website = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: () => new Response('<title>Harbour Bakehouse</title>'),
})
atEnd(() => website.stop(true))
const scores = { performance: 90, accessibility: 90, 'best-practices': 90, seo: 90 }
const auditor: Auditor = {
  source: 'lighthouse',
  concurrency: 1,
  check: async () => {},
  audit: async () => ({ scores, checks: {} }),
}
const app = await testApp({ env: { ALLOW_PRIVATE_AUDITS: '1' }, auditor })
let undo = serveSite(app)
afterAll(() => {
  Object.assign(globalThis, { location })
  undo()
})

async function startedCheck() {
  const url = `http://127.0.0.1:${website.port}/`
  const { data } = await (await app.request('audits', { json: { url } })).json()
  Object.assign(globalThis, { location: { pathname: `/audits/${data.token}` } })
}

test('follows a check until it has its result, also across a lost connection', async () => {
  await startedCheck()
  const shown: PageState['state'][] = []
  const done = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const stop = followAudit(({ state }) => {
    shown.push(state)
    begun.resolve()
    if (state === 'done') done.resolve()
  })
  await begun.promise
  const restore = cutNetwork()
  await drain(createPublicAuditPool(app.ctx))
  restore()
  undo = serveSite(app)
  await done.promise
  stop()
  expect(shown[0]).toBe('queued')
  expect(shown).not.toContain('unreachable')
})

test('sends a form once, and gives the reason of each field that is refused', async () => {
  await startedCheck()
  await drain(createPublicAuditPool(app.ctx))
  const mail = createSender('/mail')
  expect(await mail({ email: 'pat' })).toEqual({
    isSent: false,
    message: '',
    fields: { email: 'Please provide a valid email.' },
  })
  const email = newEmail()
  expect(await mail({ email })).toEqual({ isSent: true, message: `It’s on its way to ${email}.` })
  const form = { fullname: 'Pat Lee', email, contact: '', message: '' }
  const request = createSender('/request')
  for (let press = 0; press < 2; press++) expect(await request(form)).toMatchObject({ isSent: true })
  const admin = await app.admin()
  expect((await (await admin.call('admin/supportRequests')).json()).data).toHaveLength(1)
})

test('tells a link without a check from a server that can’t be reached', async () => {
  Object.assign(globalThis, { location: { pathname: '/audits/nothing' } })
  expect(await readAudit()).toEqual({ state: 'unknown' })
  const restore = cutNetwork()
  expect(await readAudit()).toEqual({
    state: 'unreachable',
    message: expect.stringContaining('can’t reach the server'),
  })
  restore()
})

test('says how long a page took to open, and no “0.0 seconds”', () => {
  expect([1234, 100, 99, 0].map(formatLoadTime)).toEqual([
    'in 1.2 seconds',
    'in 0.1 seconds',
    'at once',
    'at once',
  ])
})
