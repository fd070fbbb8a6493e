import { expect, test } from 'bun:test'

import { AuditError, type Auditor, type AuditRequest } from '#api/audits/audit.ts'
import type { Websites } from '#api/audits/page/websites.ts'
import { publicAudits } from '#api/db/schema/server/public-audits.ts'
import { newEmail, testApp, type TestApp } from '#api/test/app.ts'
import { atEnd } from '#api/test/at-end.ts'
import { addWebsite } from '#api/test/measuring.ts'
import type { AuditView } from '#shared/audits/audit.ts'
import type { SupportRequest } from '#shared/requests/requests.ts'
import { sweepPublicAudits } from './audits.ts'
import { createPublicAuditPool } from './measure.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const CHECKS = { 'is-crawlable': { passes: false } } as const
const SCORES = { performance: 40, accessibility: 90, 'best-practices': 80, seo: 70 }

/** Serves a real website on this machine. */
function serveWebsite(name: string) {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) =>
      url.endsWith('/down')
        ? new Response('Down', { status: 503 })
        : new Response(`<title>${name}</title><a href="tel:0400000000">Ring ${name}</a>`),
  })
  atEnd(() => server.stop(true))
  return `http://127.0.0.1:${server.port}/`
}
const SITES = ['Harbour Bakehouse', 'Pat’s Plumbing', 'Corner Cuts'].map(serveWebsite)
const [BAKEHOUSE = '', PLUMBER = ''] = SITES

/** An auditor whose measurements wait until the test ends them, and fail when they are interrupted. */
function heldAuditor() {
  const begun: { url: string; end: (outcome?: AuditError) => void }[] = []
  let onBegin = () => {}
  const auditor: Auditor = {
    source: 'lighthouse',
    concurrency: 1,
    check: async () => {},
    audit({ url, signal }) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      signal?.addEventListener('abort', () => reject(new AuditError('transient', 'Interrupted.')))
      begun.push({ url, end: failure => (failure ? reject(failure) : resolve()) })
      onBegin()
      return promise.then(() => ({ scores: SCORES, checks: CHECKS }))
    },
  }
  const untilBegun = async (count: number) => {
    while (begun.length < count) await new Promise<void>(resolve => (onBegin = resolve))
  }
  return { auditor, begun, untilBegun }
}

const measuring: Auditor = {
  source: 'lighthouse',
  concurrency: 1,
  check: async () => {},
  audit: async () => ({ scores: SCORES, checks: CHECKS }),
}

const open = (options: Parameters<typeof testApp>[0] = {}) =>
  testApp({ env: { ALLOW_PRIVATE_AUDITS: '1' }, auditor: measuring, ...options })

async function start(app: TestApp, url: string, address?: string): Promise<string> {
  const response = await app.request('audits', { json: { url }, ...(address && { address }) })
  const { data } = (await response.json()) as { data: { token: string } }
  expect(response.status).toBe(202)
  return data.token
}
async function read(app: TestApp, token: string): Promise<AuditView> {
  const response = await app.request(`audits/${token}`)
  return ((await response.json()) as { data: AuditView }).data
}
async function auditAll({ ctx }: TestApp) {
  const pool = createPublicAuditPool(ctx)
  await pool.tick()
  await pool.idle()
}
async function done(app: TestApp, url = BAKEHOUSE) {
  const token = await start(app, url)
  await auditAll(app)
  return token
}

test('names a website before it is measured, then gives what its page says and how it measures', async () => {
  const { auditor, begun, untilBegun } = heldAuditor()
  const app = await open({ auditor })
  const token = await start(app, BAKEHOUSE)
  let view = await read(app, token)
  while (view.state === 'queued' && !view.first) {
    await new Promise(setImmediate)
    view = await read(app, token)
  }
  expect(view).toEqual({
    state: 'queued',
    url: BAKEHOUSE,
    ahead: 0,
    again: false,
    facts: null,
    first: {
      title: 'Harbour Bakehouse',
      host: new URL(BAKEHOUSE).host,
      isSecure: false,
      ms: expect.any(Number),
    },
  })
  const measured = auditAll(app)
  await untilBegun(1)
  expect(await read(app, token)).toMatchObject({
    state: 'running',
    phase: 'measuring',
    first: {},
    facts: { title: 'Harbour Bakehouse' },
  })
  begun[0]!.end()
  await measured
  expect(await read(app, token)).toEqual({
    state: 'done',
    url: BAKEHOUSE,
    checkedAt: '2030-01-01T12:00:00.000Z',
    expiresAt: '2030-01-31T12:00:00.000Z',
    result: {
      facts: expect.objectContaining({
        title: 'Harbour Bakehouse',
        phone: { text: '0400000000', isMarked: false, isPressable: true },
        hours: null,
      }),
      measured: { scores: SCORES, checks: CHECKS },
    },
  })
})

test('audits three websites for twenty visitors at once, one after the other and each website once', async () => {
  const { auditor, begun, untilBegun } = heldAuditor()
  const app = await open({ auditor })
  const tokens: string[] = []
  for (let n = 0; n < 20; n++) tokens.push(await start(app, SITES[n % 3]!))
  const views = await Promise.all(tokens.map(token => read(app, token)))
  expect(views.map(view => view.state === 'queued' && view.ahead).slice(0, 6)).toEqual([0, 1, 2, 2, 2, 2])
  const pools = [createPublicAuditPool(app.ctx), createPublicAuditPool(app.ctx)]
  await Promise.all(pools.map(pool => pool.tick()))
  for (const [index, url] of SITES.entries()) {
    await untilBegun(index + 1)
    expect(begun.map(each => each.url)).toEqual(SITES.slice(0, index + 1))
    expect(begun[index]!.url).toBe(url)
    begun[index]!.end()
    await Promise.all(pools.map(pool => pool.tick()))
  }
  await Promise.all(pools.map(pool => pool.idle()))
  expect(begun).toHaveLength(3)
  for (const token of tokens) expect((await read(app, token)).state).toBe('done')
})

test('gives the result of the last hour to whoever asks for the same website, by a link of their own', async () => {
  const app = await open()
  const first = await done(app)
  const second = await start(app, BAKEHOUSE.replace(/\/$/, '#top'))
  expect(second).not.toBe(first)
  expect((await read(app, second)).state).toBe('done')
  app.clock.advance(HOUR + 1)
  expect((await read(app, await start(app, BAKEHOUSE))).state).toBe('queued')
})

test('gives a known result without counting it against the limits of a website and of all', async () => {
  const app = await open()
  await done(app)
  for (let n = 0; n < 40; n++) await start(app, BAKEHOUSE, `203.0.113.${n}`)
  app.clock.advance(HOUR / 2)
  await done(app, `${BAKEHOUSE}menu`)
})

test('names a website at once for whoever asks while another waits for it', async () => {
  let reads = 0
  const first = { title: 'Bakehouse', host: 'bakehouse.example', isSecure: true, ms: 5 }
  const { auditor } = heldAuditor()
  const websites = {
    readHead: async () => (reads++, first),
    readPage: () => Promise.reject(new Error('not read')),
  }
  const app = await open({ auditor, websites })
  await start(app, BAKEHOUSE)
  expect(await read(app, await start(app, BAKEHOUSE))).toMatchObject({ state: 'queued', first })
  expect(reads).toBe(1)
})

test('makes way for a client’s audit at once, and continues when the browser is free', async () => {
  const { auditor, begun, untilBegun } = heldAuditor()
  const app = await open({ auditor })
  const pat = await app.signUp()
  const token = await start(app, BAKEHOUSE)
  const pool = createPublicAuditPool(app.ctx)
  await pool.tick()
  await untilBegun(1)
  await addWebsite(pat, PLUMBER)
  await pool.idle()
  expect(await read(app, token)).toMatchObject({ state: 'queued', ahead: 0 })
  await pool.tick()
  await pool.idle()
  expect(begun).toHaveLength(1)
  await pat.call('users/updateUserDomain', {
    json: { domainId: await domainOf(pat), businessName: 'Pat’s', websiteURL: '' },
  })
  await pool.tick()
  await untilBegun(2)
  begun[1]!.end()
  await pool.idle()
  expect((await read(app, token)).state).toBe('done')
})

async function domainOf({ call }: Awaited<ReturnType<TestApp['signUp']>>) {
  return ((await (await call('users/getUserDomain')).json()) as { data: { _id: string }[] }).data[0]!._id
}

test('queues an audit again that a shutdown interrupts', async () => {
  const { auditor, untilBegun } = heldAuditor()
  const app = await open({ auditor })
  const token = await start(app, BAKEHOUSE)
  const stopping = new AbortController()
  const pool = createPublicAuditPool(app.ctx, stopping.signal)
  await pool.tick()
  await untilBegun(1)
  stopping.abort()
  await pool.stop()
  expect(await read(app, token)).toMatchObject({ state: 'queued', ahead: 0 })
})

test('opens no private address, and says why', async () => {
  const app = await testApp()
  for (const [url, message] of [
    [BAKEHOUSE, 'leads to this machine itself'],
    ['10.0.0.5', 'leads into a private network'],
    ['http://169.254.169.254/latest', 'cloud’s metadata service'],
    ['http://localhost', 'can’t find localhost'],
    ['', 'enter the address of your website'],
    ['ftp://bakehouse.example', 'enter a website address'],
  ] as const) {
    const response = await app.request('audits', { json: { url } })
    expect([response.status, (await response.json()).fields.url]).toEqual([
      400,
      expect.stringContaining(message),
    ])
  }
  expect(await app.ctx.db.$count(publicAudits)).toBe(0)
})

test('ends an audit whose website leads into a private network without starting the browser', async () => {
  const { auditor, begun } = heldAuditor()
  const refused = () => Promise.reject(new AuditError('refused', 'It leads inside.'))
  const app = await open({ auditor, websites: { readHead: refused, readPage: refused } })
  const token = await done(app)
  expect(await read(app, token)).toMatchObject({
    state: 'failed',
    url: BAKEHOUSE,
    message: 'It leads inside.',
  })
  expect(begun).toEqual([])
})

test('gives what the page says if this server can’t measure, and no result if the page isn’t shown at all', async () => {
  const failing = (kind: AuditError['kind']): Auditor => ({
    ...measuring,
    audit: () => Promise.reject(new AuditError(kind, 'No page.')),
  })
  const unmeasured = await open({ auditor: failing('service') })
  const unmeasuredResult = {
    state: 'done',
    result: { facts: { title: 'Harbour Bakehouse' }, measured: null },
  }
  expect(await read(unmeasured, await done(unmeasured))).toMatchObject(unmeasuredResult)
  const interrupted = await open({ auditor: failing('transient') })
  const token = await done(interrupted)
  for (const wait of [5000, 30_000]) {
    expect(await read(interrupted, token)).toMatchObject({
      state: 'queued',
      again: true,
      facts: { title: 'Harbour Bakehouse' },
    })
    interrupted.clock.advance(wait)
    await auditAll(interrupted)
  }
  expect(await read(interrupted, token)).toMatchObject(unmeasuredResult)
  const blank = await open({ auditor: failing('site') })
  expect(await read(blank, await done(blank))).toMatchObject({ state: 'failed', message: 'No page.' })
  const shown = await open()
  expect(await read(shown, await done(shown, `${BAKEHOUSE}down`))).toMatchObject({
    state: 'done',
    result: { facts: null, measured: { scores: SCORES } },
  })
})

test('tries again, later each time, while this server is too busy, and says in the end whose trouble it was', async () => {
  let reads = 0
  const unreadable: Websites = {
    readHead: async () => ({ title: 'Bakehouse', host: 'bakehouse.example', isSecure: true, ms: 5 }),
    readPage: () => (reads++, Promise.reject(new AuditError('transient', 'The page could not be read.'))),
  }
  const auditor: Auditor = {
    ...measuring,
    audit: () =>
      Promise.reject(new AuditError('transient', 'The browser that measures could not be started.')),
  }
  const app = await open({ auditor, websites: unreadable })
  const token = await start(app, BAKEHOUSE)
  for (const wait of [5000, 30_000, 60_000]) {
    await auditAll(app)
    expect(await read(app, token)).toMatchObject({ state: 'queued', again: true })
    app.clock.advance(wait - 1)
    await auditAll(app)
    expect((await read(app, token)).state).toBe('queued')
    app.clock.advance(1)
  }
  await auditAll(app)
  expect(reads).toBe(4)
  expect(await read(app, token)).toEqual({
    state: 'failed',
    url: BAKEHOUSE,
    first: { title: 'Bakehouse', host: 'bakehouse.example', isSecure: true, ms: 5 },
    message: 'Our own server was too busy to measure it. Please try again in a few minutes.',
  })
})

test('retries a passing trouble twice, also after a process died', async () => {
  const tries: AuditRequest['priority'][] = []
  const audit = ({ priority }: AuditRequest) =>
    tries.push(priority) < 3
      ? Promise.reject(new AuditError('transient', 'Trouble.'))
      : measuring.audit({ url: '' })
  const app = await open({ auditor: { ...measuring, audit } })
  const token = await start(app, `${BAKEHOUSE}down`)
  for (const state of ['queued', 'queued', 'done'] as const) {
    await auditAll(app)
    expect((await read(app, token)).state).toBe(state)
    app.clock.advance(31_000)
  }
  // A machine that is never idle measures nothing the first time.
  expect(tries).toEqual(['idle', 'low', 'low'])
})

test('limits the audits of one visitor, of one website and of all', async () => {
  const app = await open()
  for (let n = 0; n < 30; n++) await start(app, BAKEHOUSE, n < 20 ? '203.0.113.1' : '203.0.113.3')
  const from = (address: string, url: string) => app.request('audits', { json: { url }, address })
  expect((await from('203.0.113.1', PLUMBER)).status).toBe(429)
  expect((await from('203.0.113.2', BAKEHOUSE)).status).toBe(429)
  expect((await from('203.0.113.2', PLUMBER)).status).toBe(202)
})

test('mails a result once to an e-mail, without a word of the visitor or the website', async () => {
  const app = await open()
  const token = await start(app, BAKEHOUSE)
  const email = newEmail()
  const send = async (to = email) => {
    const response = await app.request(`audits/${token}/mail`, { json: { email: to } })
    return [response.status, (await response.json()).message]
  }
  expect(await send()).toEqual([409, 'This check hasn’t finished yet. Please wait until it has.'])
  await auditAll(app)
  expect(await send()).toEqual([200, `It’s on its way to ${email}.`])
  expect(await send()).toEqual([200, `We’ve already sent this result to ${email}.`])
  const [mail, ...more] = await app.mail(email)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('The result of your website check')
  expect(mail?.text).toContain('The page asks search engines to leave it out.')
  expect(mail?.text).toContain(`/audits/${token}`)
  expect(mail?.text).not.toContain('Bakehouse')
  expect(mail?.text).not.toContain(new URL(BAKEHOUSE).host)
})

test('mails one address few results, whoever asks', async () => {
  const app = await open()
  const email = newEmail()
  const statuses: number[] = []
  for (let n = 0; n < 5; n++) {
    const token = await done(app)
    const address = `203.0.113.${n}`
    statuses.push((await app.request(`audits/${token}/mail`, { json: { email }, address })).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429])
})

test('sends the agency a request with the result, once', async () => {
  const app = await open()
  const token = await done(app)
  const form = { fullname: 'Pat Lee', email: 'pat@example.com', contact: '', message: 'Can you fix it?' }
  const send = (more = {}) =>
    app.request(`audits/${token}/request`, {
      json: { ...form, ...more },
      headers: { 'Idempotency-Key': 'one-press' },
    })
  expect((await send({ fullname: '' })).status).toBe(400)
  expect((await send({ homepage: 'https://spam.example' })).status).toBe(200)
  for (let press = 0; press < 2; press++) expect((await send()).status).toBe(200)
  const admin = await app.admin()
  const { data } = (await (await admin.call('admin/supportRequests')).json()) as { data: SupportRequest[] }
  expect(data).toHaveLength(1)
  expect(data[0]).toMatchObject({
    ...form,
    service: 'website-check',
    status: 'new',
    audit: {
      url: BAKEHOUSE,
      result: { facts: { title: 'Harbour Bakehouse' }, measured: { scores: SCORES } },
    },
  })
  const [mail] = await app.mail('hello@currawong.example')
  expect(mail?.subject).toBe('Pat Lee asks about Website check')
  expect(mail?.text).toContain('> 1. The page asks search engines to leave it out.')
  const copies = (await app.mail('pat@example.com')).filter(({ to }) => to === 'pat@example.com')
  expect(copies.map(({ subject }) => subject)).toEqual(['We have your message to Currawong'])
  expect(copies[0]?.text).toContain('> Can you fix it?')
  expect(copies[0]?.text).toContain('> 1. The page asks search engines to leave it out.')
  expect(copies[0]?.text).not.toContain('Harbour Bakehouse')
})

test('says that a link has expired after thirty days, and keeps nothing of the website', async () => {
  const app = await open()
  const token = await done(app)
  app.clock.advance(30 * DAY)
  expect(await read(app, token)).toEqual({ state: 'expired' })
  expect((await app.request(`audits/${token}/mail`, { json: { email: newEmail() } })).status).toBe(404)
  await sweepPublicAudits(app.ctx)
  expect(await read(app, token)).toEqual({ state: 'expired' })
  expect(JSON.stringify(await app.ctx.db.select().from(publicAudits))).not.toContain('127.0.0.1')
  app.clock.advance(91 * DAY)
  await sweepPublicAudits(app.ctx)
  expect((await app.request(`audits/${token}`)).status).toBe(404)
})
