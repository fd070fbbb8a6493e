import { expect, test } from 'bun:test'

import { sessions } from '#api/db/schema/people/auth.ts'
import { sweep } from '#api/jobs/jobs.ts'
import { testApp } from '#api/test/app.ts'

const DAY = 24 * 60 * 60_000
const EXPIRED = { success: false, code: 'unauthenticated', message: 'Please sign in to continue.' }

test('ends only this session on logout', async () => {
  const { request, signUp } = await testApp()
  const { email, password, call } = await signUp()
  const other = (await (await request('users/login', { json: { email, password } })).json()) as {
    token: string
  }
  expect((await call('users/logout', { method: 'POST' })).status).toBe(200)
  const refused = await call('users/getUserInfo', { json: {} })
  expect(refused.status).toBe(401)
  expect(await refused.json()).toEqual(EXPIRED)
  expect((await request('users/getUserInfo', { json: {}, token: other.token })).status).toBe(200)
})

test('ends a session after thirty days without use, and extends it by use', async () => {
  const { clock, signUp } = await testApp()
  const [used, left] = [await signUp(), await signUp()]
  clock.advance(29 * DAY)
  expect((await used.call('users/getUserInfo', { json: {} })).status).toBe(200)
  clock.advance(DAY)
  expect((await left.call('users/getUserInfo', { json: {} })).status).toBe(401)
  clock.advance(28 * DAY)
  expect((await used.call('users/getUserInfo', { json: {} })).status).toBe(200)
})

test('ends a session after ninety days, even if it is in use', async () => {
  const { clock, signUp } = await testApp()
  const { call } = await signUp()
  const status = async () => (await call('users/getUserInfo', { json: {} })).status
  for (let day = 0; day < 89; day++) {
    clock.advance(DAY)
    expect([day, await status()]).toEqual([day, 200])
  }
  clock.advance(DAY - 1)
  expect(await status()).toBe(200)
  clock.advance(1)
  expect(await status()).toBe(401)
})

test('ends a session on its next use if an earlier release let it run past ninety days', async () => {
  const { ctx, clock, signUp } = await testApp()
  const { call } = await signUp()
  clock.advance(100 * DAY)
  const seenAt = new Date(ctx.now().getTime() - DAY)
  await ctx.db.update(sessions).set({ seenAt, expiresAt: new Date(seenAt.getTime() + 30 * DAY) })
  await call('users/getUserInfo', { json: {} })
  expect((await call('users/getUserInfo', { json: {} })).status).toBe(401)
})

test('records the use of a session once an hour', async () => {
  const { ctx, clock, signUp } = await testApp()
  const { call } = await signUp()
  const seenAt = async () => (await ctx.db.select().from(sessions))[0]!.seenAt
  const first = await seenAt()
  clock.advance(60 * 60_000 - 1)
  await call('users/getUserInfo', { json: {} })
  expect(await seenAt()).toEqual(first)
  clock.advance(1)
  await call('users/getUserInfo', { json: {} })
  expect(await seenAt()).toEqual(ctx.now())
})

test('sweeps expired sessions only', async () => {
  const { ctx, clock, signUp } = await testApp()
  await signUp()
  clock.advance(20 * DAY)
  await signUp()
  clock.advance(10 * DAY)
  await sweep(ctx)
  expect(await ctx.db.$count(sessions)).toBe(1)
})

test.each([
  '',
  'Bearer',
  'Bearer x',
  `Bearer ${'a'.repeat(52)}`,
  'Basic cGF0OnBhdA==',
  `Bearer ${'a'.repeat(5000)}`,
])('rejects the authorisation %p', async header => {
  const { request } = await testApp()
  const response = await request('users/getUserInfo', { json: {}, headers: { Authorization: header } })
  expect(response.status).toBe(401)
  expect(await response.json()).toEqual(EXPIRED)
})

test('applies a new role from the next request', async () => {
  const { admin } = await testApp()
  const { call } = await admin()
  expect(await (await call('users/getUserInfo', { json: {} })).json()).toMatchObject({
    userDetails: { role: 'admin' },
  })
})
