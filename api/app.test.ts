import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { connect } from 'node:net'

import { newEmail, PASSWORD, signUpForm, testApp } from '#api/test/app.ts'
import { atEnd } from '#api/test/at-end.ts'
import { listen } from './http/listen.ts'
import { createLog } from './runtime/logger.ts'

/** Starts the api with a production log, and returns its lines. */
async function loggedApp(options: Parameters<typeof testApp>[0] = {}) {
  const lines: string[] = []
  const log = createLog({ logLevel: 'debug' }, { write: line => void lines.push(line) })
  return { ...(await testApp({ log, ...options })), lines }
}

test('responds to an unknown path with the usual error envelope', async () => {
  const { request } = await testApp()
  for (const path of ['nothing/here', 'media/a/b/c', 'posts/a/b/c/d', 'admin/requests/a/b/c/d']) {
    const response = await request(path)
    expect([path, response.status]).toEqual([path, 404])
    expect(await response.json()).toEqual({
      success: false,
      code: 'not_found',
      message: 'There is nothing at this address.',
    })
  }
  expect((await request('media/id', { method: 'PUT' })).status).toBe(404)
  expect((await request('media/id')).status).toBe(401)
})

test('adds a request id to every response: the proxy’s, if valid', async () => {
  const { request } = await testApp()
  const idOf = async (forwarded?: string) => {
    const response = await request('nothing', forwarded ? { headers: { 'X-Request-Id': forwarded } } : {})
    return response.headers.get('X-Request-Id')
  }
  expect(await idOf()).toMatch(/^[\w-]{36}$/)
  expect(await idOf('proxy-id-12345')).toBe('proxy-id-12345')
  expect(await idOf('{"level":50}')).toMatch(/^[\w-]{36}$/)
})

test('forbids caching of responses', async () => {
  const { signUp } = await testApp()
  const { call } = await signUp()
  for (const path of ['users/getUserDomain', 'posts', 'settings', 'users/export', 'nothing/here'])
    expect([path, (await call(path)).headers.get('Cache-Control')]).toEqual([path, 'private, no-store'])
})

test('allows cross-origin calls from the site only', async () => {
  const { request } = await testApp({ env: { SITE_URL: 'https://site.example' } })
  const allowed = async (origin: string) =>
    (await request('users/login', { json: {}, headers: { Origin: origin } })).headers.get(
      'Access-Control-Allow-Origin',
    )
  expect(await allowed('https://site.example')).toBe('https://site.example')
  expect(await allowed('https://evil.example')).not.toBe('https://evil.example')
})

test('responds to the site’s preflight requests, and exposes the request id', async () => {
  const { request } = await testApp({ env: { SITE_URL: 'https://site.example' } })
  const send = async (Origin: string) => {
    const headers = {
      Origin,
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Headers': 'authorization',
    }
    return await request('users/updateProfile', { method: 'OPTIONS', headers })
  }
  const allowed = await send('https://site.example')
  expect(allowed.status).toBe(204)
  expect(allowed.headers.get('Access-Control-Allow-Origin')).toBe('https://site.example')
  expect(allowed.headers.get('Access-Control-Allow-Methods')).toContain('PUT')
  expect(allowed.headers.get('Access-Control-Allow-Headers')).toBe('authorization')
  expect((await send('https://evil.example')).headers.get('Access-Control-Allow-Origin')).toBeNull()

  const { headers } = await request('health', { headers: { Origin: 'https://site.example' } })
  expect(headers.get('Access-Control-Allow-Credentials')).toBe('true')
  expect(headers.get('Access-Control-Expose-Headers')).toBe('X-Request-Id, Retry-After')
  expect(headers.get('Vary')).toContain('Origin')
})

test.each(['health', 'nothing/here', 'posts', '/uploads/none.webp', 'users/getUserInfo'])(
  'forbids framing and sniffing of %s',
  async path => {
    const { request } = await testApp()
    const { headers } = await request(path)
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('X-Frame-Options')).toBe('SAMEORIGIN')
    expect(headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000')
    expect(headers.get('X-Request-Id')).toMatch(/^[\w-]{36}$/)
  },
)

test('hides the cause of an internal error from the caller, and user input from the log', async () => {
  const { ctx, request, lines } = await loggedApp()
  await ctx.db.run(sql`drop table signups`)
  const form = signUpForm(newEmail())
  const response = await request('users/register', { json: form })
  expect(response.status).toBe(500)
  expect(await response.json()).toEqual({
    success: false,
    code: 'internal',
    message: 'Something went wrong on our side. Please try again.',
  })
  const log = lines.join('\n')
  expect(log).toContain('no such table: signups')
  expect(log).toContain(response.headers.get('X-Request-Id')!)
  for (const secret of [form.email, form.password, '$argon2id$']) expect(log).not.toContain(secret)
})

test('logs no token of a link that grants access', async () => {
  const { request, lines } = await loggedApp()
  const token = 'k'.repeat(52)
  await request(`review/${token}`)
  await request(`review/${token}/posts/one/approve`, { json: {} })
  await request(`invitations/${token}/accept`, { method: 'POST' })
  await request(`connect/${token}/facebook/start`, { json: {} })
  await request(`feeds/${token}.ics`)
  await request(`/report/${token}`)
  const encoded = [...token].map(char => `%${char.codePointAt(0)!.toString(16)}`).join('')
  for (const path of [
    `/api//review/${token}`,
    `/api/Review/${token}`,
    `/api/review%2F${token}`,
    `/api/review/${encoded}`,
    `/api/review/%2e/${token}`,
    `/api/reviews/${token}/posts`,
    `/api/health?review=${token}`,
    `/api/posts/${token}.png`,
    `/report//${token}`,
  ])
    await request(path, { headers: { Referer: `https://currawong.test/review/${token}` } })
  const log = lines.join('\n')
  for (const secret of [token, encoded, token.slice(4)]) expect(log).not.toContain(secret)
  expect(log).toContain('/api/review/…/posts/one/approve')
  expect(log).toContain('"/api//review/…"')
})

test('logs no password, code, ticket, token or e-mail during sign-up and sign-in', async () => {
  const { request, mailedCode, lines } = await loggedApp()
  const email = newEmail()
  const form = signUpForm(email)
  const tokenOf = async (path: string, json: object) =>
    ((await (await request(path, { json })).json()) as { token: string }).token
  const ticket = await tokenOf('users/register', form)
  const otp = await mailedCode(email)
  await request(`users/verify-otp?otp=${otp}`, { json: { email, otp: '000000' } })
  const session = await tokenOf('users/verify-otp', { email, otp, token: ticket })
  await request('users/login', { json: { email, password: 'a wrong one' } })
  const other = await tokenOf('users/login', { email, password: PASSWORD })
  await request('users/getUserInfo', { json: {}, token: other })
  expect(lines.length).toBeGreaterThan(5)
  const log = lines.join('\n')
  for (const secret of [email, PASSWORD, 'a wrong one', ticket, otp, session, other])
    expect(log).not.toContain(secret)
})

test('limits by the client address that the proxy reports', async () => {
  const { request } = await testApp({ env: { TRUST_PROXY: '1' } })
  const send = async (forwarded: string) => {
    const json = { email: newEmail(), otp: '1' }
    return (await request('users/verify-otp', { json, headers: { 'X-Forwarded-For': forwarded } })).status
  }
  for (let i = 0; i < 30; i++) expect(await send(`10.0.0.${i}, 203.0.113.7`)).toBe(400)
  expect(await send('10.0.0.99, 203.0.113.7')).toBe(429)
  expect(await send('203.0.113.7, 203.0.113.8')).toBe(400)
})

test('reads the address that the proxy reports last from all X-Forwarded-For lines, and takes only addresses', async () => {
  const { app, ctx } = await testApp({ env: { TRUST_PROXY: '1' } })
  const site = async () => new Response('')
  const server = listen({ host: '127.0.0.1', port: 0 }, { app, site, log: ctx.log })
  atEnd(() => server.stop(true))
  const statusAfter = async (...lines: string[]) => {
    const body = JSON.stringify({ email: newEmail(), otp: '1' })
    const { promise, resolve } = Promise.withResolvers<string>()
    const socket = connect(server.port!, '127.0.0.1', () =>
      socket.write(
        [
          'POST /api/users/verify-otp HTTP/1.1',
          'Host: localhost',
          ...lines.map((line, n) => `${n % 2 === 0 ? 'X-Forwarded-For' : 'x-forwarded-for'}: ${line}`),
          'Content-Type: application/json',
          `Content-Length: ${body.length}`,
          'Connection: close',
          '',
          body,
        ].join('\r\n'),
      ),
    )
    socket.on('data', data => resolve(/\d{3}/.exec(data.toString())![0]))
    return Number(await promise)
  }
  for (let n = 0; n < 30; n++) expect(await statusAfter(`10.0.0.${n}`, '203.0.113.7')).toBe(400)
  expect(await statusAfter('10.0.0.99', '10.0.1.1', '203.0.113.7')).toBe(429)
  expect(await statusAfter('203.0.113.7', '203.0.113.8')).toBe(400)
  // Text that isn't an address counts as the proxy's own address, like none.
  for (let n = 0; n < 30; n++) expect(await statusAfter('203.0.113.9', `visitor ${n}`)).toBe(400)
  for (const lines of [['203.0.113.9', 'unknown'], ['203.0.113.9,'], []])
    expect(await statusAfter(...lines)).toBe(429)
})

test('reports a failing database to the user with a message, and in the log with advice', async () => {
  const lines: string[] = []
  const database = { url: 'file:/data/currawong.db', authToken: undefined }
  const log = createLog({ logLevel: 'debug', database }, { write: line => void lines.push(line) })
  const { ctx, signUp } = await testApp({ log })
  const { call } = await signUp()
  await ctx.db.run('PRAGMA query_only = 1')
  const response = await call('users/saveUserDomain', { json: { businessName: 'Pat’s' } })
  expect([response.status, await response.json()]).toEqual([
    500,
    {
      success: false,
      code: 'internal',
      message: 'We can’t save anything just now. Please try again in a few minutes.',
    },
  ])
  expect(lines.join('')).toContain('The database /data/currawong.db can’t be written. Give the user')
})
