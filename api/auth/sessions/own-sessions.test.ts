import { expect, test } from 'bun:test'

import { sessions } from '#api/db/schema/people/auth.ts'
import { PASSWORD, testApp, type TestApp } from '#api/test/app.ts'
import type { SessionItem } from '#shared/auth/auth.ts'
import { isSessionAlive } from './sessions.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1'

async function logIn({ request }: TestApp, email: string, userAgent: string, address: string) {
  const headers = { 'User-Agent': userAgent }
  const response = await request('users/login', { json: { email, password: PASSWORD }, headers, address })
  const { token } = (await response.json()) as { token: string }
  const call = (path: string, init = {}) => request(path, { token, ...init })
  const list = async () => ((await (await call('sessions')).json()) as { data: SessionItem[] }).data
  return { call, list }
}

test('lists a user’s sessions, this one first and others by last use, without tokens', async () => {
  const app = await testApp()
  const pat = await app.signUp()
  app.clock.advance(60_000)
  const phone = await logIn(app, pat.email, IPHONE, '203.0.113.9')
  app.clock.advance(60_000)
  const desk = await logIn(app, pat.email, FIREFOX, '198.51.100.4')
  await app.signUp()
  expect(await phone.list()).toEqual([
    {
      _id: expect.any(String),
      device: 'Safari on iOS',
      address: '203.0.113.9',
      createdAt: '2030-01-01T12:01:00.000Z',
      seenAt: '2030-01-01T12:01:00.000Z',
      isCurrent: true,
    },
    {
      _id: expect.any(String),
      device: 'Firefox on Windows',
      address: '198.51.100.4',
      createdAt: '2030-01-01T12:02:00.000Z',
      seenAt: '2030-01-01T12:02:00.000Z',
      isCurrent: false,
    },
    expect.objectContaining({ device: 'Unknown browser', isCurrent: false }),
  ])
  expect((await desk.list())[0]).toMatchObject({ device: 'Firefox on Windows', isCurrent: true })
})

test('ends another session of the same user only', async () => {
  const app = await testApp()
  const [pat, kim] = [await app.signUp(), await app.signUp()]
  const phone = await logIn(app, pat.email, IPHONE, '203.0.113.9')
  const desk = await logIn(app, pat.email, FIREFOX, '198.51.100.4')
  const lost = (await desk.list()).find(({ device }) => device === 'Safari on iOS')!._id
  expect((await kim.call(`sessions/${lost}`, { method: 'DELETE' })).status).toBe(404)
  expect((await phone.call('users/getUserInfo', { json: {} })).status).toBe(200)
  expect((await desk.call(`sessions/${lost}`, { method: 'DELETE' })).status).toBe(200)
  expect((await phone.call('users/getUserInfo', { json: {} })).status).toBe(401)
  expect((await desk.call(`sessions/${lost}`, { method: 'DELETE' })).status).toBe(404)
})

test('ends all other sessions of the same user only', async () => {
  const app = await testApp()
  const [pat, kim] = [await app.signUp(), await app.signUp()]
  const phone = await logIn(app, pat.email, IPHONE, '203.0.113.9')
  const desk = await logIn(app, pat.email, FIREFOX, '198.51.100.4')
  expect(await (await desk.call('sessions', { method: 'DELETE' })).json()).toMatchObject({
    success: true,
    ended: 2,
  })
  const statuses = await Promise.all(
    [pat, phone, desk, kim].map(async ({ call }) => (await call('users/getUserInfo', { json: {} })).status),
  )
  expect(statuses).toEqual([401, 401, 200, 200])
  expect(await (await desk.call('sessions', { method: 'DELETE' })).json()).toMatchObject({ ended: 0 })
})

test('does not list expired sessions', async () => {
  const app = await testApp()
  const pat = await app.signUp()
  app.clock.advance(29 * 24 * 60 * 60_000)
  const desk = await logIn(app, pat.email, FIREFOX, '198.51.100.4')
  app.clock.advance(24 * 60 * 60_000)
  expect(await desk.list()).toHaveLength(1)
})

test('tells apart sessions that are checked in the same tick', async () => {
  const { ctx, signUp } = await testApp()
  const people = [await signUp(), await signUp()]
  const [first, second] = await ctx.db.select().from(sessions)
  expect(people.map(({ userId }): string => userId)).toEqual([first!.userId, second!.userId])
  const asked = [
    { sessionId: first!.id, userId: first!.userId },
    { sessionId: second!.id, userId: first!.userId },
    { sessionId: 'ended', userId: first!.userId },
  ]
  expect(await Promise.all(asked.map(each => isSessionAlive(ctx, each)))).toEqual([true, false, false])
})
