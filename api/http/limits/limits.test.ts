import { expect, test } from 'bun:test'

import { rateLimits } from '#api/db/schema/server/limits.ts'
import { sweep } from '#api/jobs/jobs.ts'
import { newEmail, PASSWORD, testApp } from '#api/test/app.ts'
import { brand } from '#shared/brand.ts'
import { DEFAULT_SETTINGS } from '#shared/settings.ts'
import { forgetLimits, limit, LIMITS, limitEmail, refundLimit } from './limits.ts'

const counted = { name: 'knock', key: 'pat@example.com', max: 3, windowMs: 60_000 }

test('lets no more requests pass than allowed, even if they are concurrent', async () => {
  const { ctx } = await testApp()
  const tries = await Promise.allSettled(Array.from({ length: 10 }, () => limit(ctx, counted)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
})

test('rejects a request over the limit with the time to wait, and accepts it afterwards', async () => {
  const { ctx, clock } = await testApp()
  for (let i = 0; i < 3; i++) await limit(ctx, counted)
  clock.advance(20_000)
  await expect(limit(ctx, counted)).rejects.toMatchObject({
    code: 'rate_limited',
    message: 'Too many attempts. Please try again in a minute.',
    retryAfterSeconds: 40,
  })
  clock.advance(40_000)
  await limit(ctx, counted)
})

test('writes nothing for further requests of somebody over the limit', async () => {
  const { ctx } = await testApp()
  const tries = Array.from({ length: 10 }, () => () => limit(ctx, counted).catch(() => {}))
  for (const attempt of tries) await attempt()
  const [row] = await ctx.db.select().from(rateLimits)
  expect(row?.count).toBe(counted.max + 1)
})

test('offers a visitor over the limit to write to the agency', async () => {
  const { ctx } = await testApp()
  const visiting = { ...LIMITS.auditAddress, key: '203.0.113.9', max: 1 }
  await limit(ctx, visiting)
  await expect(limit(ctx, visiting)).rejects.toThrow(
    `Too many attempts. Please try again in 60 minutes, or write to ${brand.email}.`,
  )
})

test('locks nobody out when a fast clock is set back', async () => {
  const { ctx, clock } = await testApp()
  clock.advance(24 * 3_600_000)
  for (let i = 0; i < 3; i++) await limit(ctx, counted)
  clock.advance(-24 * 3_600_000)
  for (let i = 0; i < 3; i++) await limit(ctx, counted)
  await expect(limit(ctx, counted)).rejects.toMatchObject({ retryAfterSeconds: 60 })
})

test('counts each key and each name separately', async () => {
  const { ctx } = await testApp()
  for (let i = 0; i < 3; i++) await limit(ctx, counted)
  await limit(ctx, { ...counted, key: 'ann@example.com' })
  await limit(ctx, { ...counted, name: 'ring' })
})

test('allows another request after one is uncounted', async () => {
  const { ctx } = await testApp()
  for (let i = 0; i < 3; i++) await limit(ctx, counted)
  await refundLimit(ctx, counted)
  await limit(ctx, counted)
  await expect(limit(ctx, counted)).rejects.toThrow('Too many attempts')
})

test('stores no e-mail in plain text, and sweeps expired windows', async () => {
  const { ctx, clock } = await testApp()
  await limit(ctx, counted)
  expect(JSON.stringify(await ctx.db.select().from(rateLimits))).not.toContain('pat@')
  clock.advance(60_000)
  await sweep(ctx)
  expect(await ctx.db.$count(rateLimits)).toBe(0)
})

test('deletes all counts of an e-mail together with its owner', async () => {
  const { ctx } = await testApp()
  const from = { ...ctx, address: '203.0.113.1', userAgent: '' }
  for (const email of ['pat@example.com', 'ann@example.com']) await limitEmail(from, LIMITS.loginEmail, email)
  await forgetLimits(ctx, ['pat@example.com'])
  expect(await ctx.db.$count(rateLimits)).toBe(2)
  await forgetLimits(ctx, ['ann@example.com'])
  expect(await ctx.db.$count(rateLimits)).toBe(0)
})

type Counted = 'changes' | 'createPost'
const CHANGES: [
  rule: Counted,
  path: string,
  init: Parameters<Awaited<ReturnType<typeof testApp>>['request']>[1],
][] = [
  ['changes', 'settings', { method: 'PUT', json: DEFAULT_SETTINGS }],
  ['changes', 'notifications/read', { method: 'POST' }],
  ['changes', 'notifications', { method: 'DELETE' }],
  ['changes', 'drafts/00000000-0000-4000-8000-000000000000', { method: 'DELETE' }],
  ['changes', 'templates/00000000-0000-4000-8000-000000000000', { method: 'DELETE' }],
  ['changes', 'posts/none/cancel', { json: {} }],
  ['createPost', 'auth/createPosts', { form: new FormData() }],
]

test.each(CHANGES)(
  'limits %s on %s for the user who has used it up, and for nobody else',
  async (rule, path, init) => {
    const { ctx, signUp } = await testApp()
    const [busy, other] = [await signUp(), await signUp()]
    const counted = { ...LIMITS[rule], key: busy.userId }
    await limit(ctx, counted)
    await ctx.db.update(rateLimits).set({ count: counted.max - 1 })
    expect((await busy.call(path, init)).status).not.toBe(429)
    expect((await busy.call(path, init)).status).toBe(429)
    expect((await other.call(path, init)).status).not.toBe(429)
  },
)

const signUp = (email: string) => ({
  fullname: 'Pat',
  email,
  password: PASSWORD,
  confirmPassword: PASSWORD,
  agreeToTerms: true,
})

const contactRequest = (n: number) => ({
  fullname: `Pat ${n}`,
  email: `pat-${n}@example.com`,
  service: 'other',
  message: `Hello ${n}`,
})

/** Each rule with a request that it counts. `n` varies everything that the rule doesn't count by. */
const RULES: [rule: keyof typeof LIMITS, path: string, json: (n: number) => object | undefined][] = [
  ['registerAddress', 'users/register', n => signUp(`pat-${n}@example.com`)],
  ['registerEmail', 'users/register', () => signUp('pat@example.com')],
  ['loginAddress', 'users/login', n => ({ email: `pat-${n}@example.com`, password: 'x' })],
  ['loginEmail', 'users/login', () => ({ email: 'pat@example.com', password: 'x' })],
  ['verifyAddress', 'users/verify-otp', n => ({ email: `pat-${n}@example.com`, otp: '123456' })],
  ['verifyEmail', 'users/verify-otp', () => ({ email: 'pat@example.com', otp: '123456' })],
  ['resendAddress', 'users/resend-otp', n => ({ email: `pat-${n}@example.com` })],
  ['resendEmail', 'users/resend-otp', () => ({ email: 'pat@example.com' })],
  ['resetAddress', 'users/reset-password', n => ({ email: `pat-${n}@example.com` })],
  ['resetEmail', 'users/reset-password', () => ({ email: 'pat@example.com' })],
  ['googleAddress', 'users/auth/google-login', n => ({ tokenData: `credential ${n}` })],
  ['deletionStatusAddress', 'compliance/deletions/nonsense', () => undefined],
  ['contactAddress', 'users/saveContactRequest', n => contactRequest(n)],
  ['feedAddress', 'feeds/nonsense.ics', () => undefined],
  ['featureAddress', 'users/saveFeatureRequest', n => ({ name: `Pat ${n}`, contact: '0400 000 000' })],
]

test.each(RULES)('enforces the limit %s', async (rule, path, json) => {
  const { request } = await testApp()
  const { max } = LIMITS[rule]
  const address = (n: number) => (rule.endsWith('Address') ? '203.0.113.1' : `203.0.113.${n}`)
  const send = (n: number) => request(path, { json: json(n), address: address(n) })
  for (let n = 0; n < max; n++) expect((await send(n)).status).not.toBe(429)
  const refused = await send(max)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ success: false, code: 'rate_limited' })
})

test.each([
  ['users/register', () => signUp('pat@example.com'), 201],
  ['users/login', () => ({ email: 'pat@example.com', password: 'x' }), 401],
  ['users/verify-otp', () => ({ email: 'pat@example.com', otp: '123456' }), 400],
  ['users/resend-otp', () => ({ email: 'pat@example.com' }), 200],
  ['users/reset-password', () => ({ email: 'pat@example.com' }), 200],
])(
  'leaves the owner of an e-mail some attempts at %s when somebody else floods it',
  async (path, json, status) => {
    const { request } = await testApp()
    const send = async (address: string) => (await request(path, { json: json(), address })).status
    const flood = await Promise.all(Array.from({ length: 100 }, () => send('203.0.113.1')))
    expect(flood).toContain(429)
    expect(await send('203.0.113.2')).toBe(status)
  },
)

test('limits one address without affecting another', async () => {
  const { request } = await testApp()
  const send = (address: string) =>
    request('users/verify-otp', { json: { email: newEmail(), otp: '1' }, address })
  for (let i = 0; i < 31; i++) await send('203.0.113.1')
  expect((await send('203.0.113.1')).status).toBe(429)
  expect((await send('203.0.113.2')).status).toBe(400)
})

test('lets a whole office sign up from one address, because correct codes don’t count as attempts', async () => {
  const { request, mailedCode } = await testApp()
  for (let count = 0; count <= LIMITS.verifyAddress.max; count++) {
    const email = newEmail()
    await request('users/register', { json: signUp(email) })
    const otp = await mailedCode(email)
    expect((await request('users/verify-otp', { json: { email, otp } })).status).toBe(200)
  }
})
