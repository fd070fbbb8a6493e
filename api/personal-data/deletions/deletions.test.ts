import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { users } from '#api/db/schema/people/auth.ts'
import { accountDeletions } from '#api/db/schema/people/personal-data.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { PASSWORD, testApp } from '#api/test/app.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'
import { POST_MESSAGES } from '#shared/posts/posts.ts'
import { carryOutDeletions } from './deletions.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const CONFIRMED = { confirm: 'DELETE', password: PASSWORD }

const deletionAt = async ({ call }: { call: (path: string, init: { json: unknown }) => Promise<Response> }) =>
  ((await (await call('users/getUserInfo', { json: {} })).json()) as { userDetails: { deletionAt: string } })
    .userDetails.deletionAt

test('schedules the deletion in seven days after DELETE and the password, and mails the user', async () => {
  const { signUp, mail } = await testApp()
  const pat = await signUp()
  expect(await deletionAt(pat)).toBeNull()
  const response = await pat.call('users/requestDeletion', { json: CONFIRMED })
  expect(await response.json()).toMatchObject({ success: true, deleteAt: '2030-01-08T12:00:00.000Z' })
  expect(await deletionAt(pat)).toBe('2030-01-08T12:00:00.000Z')
  const [notice] = await mail(pat.email)
  expect(notice?.subject).toBe('Your Currawong account will be deleted on 8 January 2030')
  expect(notice?.text).toContain('Keep my account')
})

test('keeps the day when the deletion is requested again, and sends no second mail', async () => {
  const { signUp, mail, clock } = await testApp()
  const pat = await signUp()
  await pat.call('users/requestDeletion', { json: CONFIRMED })
  clock.advance(DAY)
  const again = await pat.call('users/requestDeletion', { json: CONFIRMED })
  expect(await again.json()).toMatchObject({ deleteAt: '2030-01-08T12:00:00.000Z' })
  expect((await mail(pat.email)).filter(({ subject }) => subject.includes('will be deleted'))).toHaveLength(1)
})

test.each([
  [{}, 'confirm'],
  [{ confirm: 'delete', password: PASSWORD }, 'confirm'],
  [{ confirm: ' DELETE', password: PASSWORD }, 'confirm'],
  [{ confirm: 'DELETE', password: 'another one' }, 'password'],
])('rejects a deletion with %p', async (json, field) => {
  const { signUp } = await testApp()
  const pat = await signUp()
  const response = await pat.call('users/requestDeletion', { json })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ fields: { [field]: expect.any(String) } })
  expect(await deletionAt(pat)).toBeNull()
})

test('needs no password within ten minutes of signing in, or from a user without one', async () => {
  const { ctx, signUp, clock } = await testApp()
  const [pat, kim, google] = [await signUp(), await signUp(), await signUp()]
  await ctx.db.update(users).set({ passwordHash: null }).where(eq(users.id, google.userId))
  clock.advance(10 * MINUTE)
  expect((await pat.call('users/requestDeletion', { json: { confirm: 'DELETE' } })).status).toBe(200)
  clock.advance(1)
  const late = await kim.call('users/requestDeletion', { json: { confirm: 'DELETE' } })
  expect(await late.json()).toMatchObject({ fields: { password: 'Please enter your password.' } })
  expect((await google.call('users/requestDeletion', { json: { confirm: 'DELETE' } })).status).toBe(200)
})

test('limits guesses of the password to ten', async () => {
  const { signUp } = await testApp()
  const pat = await signUp()
  const guess = () => pat.call('users/requestDeletion', { json: { confirm: 'DELETE', password: 'guess' } })
  for (let turn = 0; turn < 10; turn++) expect((await guess()).status).toBe(400)
  expect((await guess()).status).toBe(429)
})

test('never deletes the last administrator, even when two request it at the same time', async () => {
  const { admin } = await testApp()
  const [ada, bea] = [await admin(), await admin()]
  const responses = await Promise.all(
    [ada, bea].map(({ call }) => call('users/requestDeletion', { json: CONFIRMED })),
  )
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const refused = responses.find(({ status }) => status === 409)
  expect(await refused!.json()).toMatchObject({ message: expect.stringContaining('last administrator') })
})

test('holds scheduled posts until the user keeps the account', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const soon = await app.accept({ inSeconds: 3600 })
  const later = await app.accept({ inSeconds: 3 * 24 * 3600 })
  const state = async (post: string) => (await app.delivery(post, 'facebook')).state
  await app.call('users/requestDeletion', { json: CONFIRMED })
  expect(await state(soon)).toBe('held')
  expect((await app.delivery(soon, 'facebook')).reason).toContain('about to be deleted')
  app.clock.advance(2 * DAY)
  await app.run()
  expect(await app.published()).toEqual([])

  expect((await app.call('users/cancelDeletion', { json: {} })).status).toBe(200)
  expect(await deletionAt(app.author)).toBeNull()
  expect(await state(later)).toBe('scheduled')
  await app.run()
  expect(await app.delivery(soon, 'facebook')).toMatchObject({ state: 'held', reasonCode: 'late' })
  app.clock.advance(DAY)
  await app.run()
  expect(await state(later)).toBe('published')
  expect((await app.mail(app.author.email)).map(({ subject }) => subject)).toContain(
    'Your Currawong account stays',
  )
})

test('publishes nothing before a deletion, whatever the user schedules in the meantime', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const post = await app.accept({ inSeconds: 3600 })
  await app.call('users/requestDeletion', { json: CONFIRMED })
  const refused = { code: 'conflict', message: POST_MESSAGES.leaving }
  const form = new FormData()
  form.set('data', JSON.stringify({ platforms: [{ platform: 'facebook', message: 'One more' }] }))
  form.append('media', await picture('red'))
  expect(await (await app.call('auth/createPosts', { form })).json()).toMatchObject(refused)
  for (const [change, json] of [
    ['retry', {}],
    ['move', { scheduledTime: +app.clock.now() / 1000 + 7200 }],
  ] as const)
    expect(await (await app.call(`posts/${post}/${change}`, { json })).json()).toMatchObject(refused)

  // A delivery admitted concurrently with the request is stopped when the account is deleted, at the latest.
  await app.ctx.db.update(deliveries).set({ state: 'scheduled', wakeAt: app.clock.now() })
  app.clock.advance(7 * DAY)
  await carryOutDeletions(app.ctx)
  await app.run()
  expect(await app.published()).toEqual([])
})

test('publishes held and in-flight posts only if the owner cancels the deletion', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const whereIs = async (post: string) => {
    const { state, reasonCode } = await app.delivery(post, 'facebook')
    return [state, reasonCode]
  }
  const post = await app.accept({ inSeconds: 60 })
  await app.expire('facebook')
  app.clock.advance(MINUTE)
  await app.run()
  expect(await whereIs(post)).toEqual(['held', 'needs_reconnect'])
  await app.call('users/requestDeletion', { json: CONFIRMED })
  await app.connect.facebook()
  expect(await whereIs(post)).toEqual(['held', 'leaving'])

  // A delivery in flight at the time of the request fails and would be retried.
  await app.ctx.db.update(deliveries).set({ state: 'scheduled', wakeAt: app.clock.now() })
  await app.fault({ provider: 'facebook', operation: 'photos', kind: 'error', code: 2 })
  await app.run()
  expect(await whereIs(post)).toEqual(['held', 'leaving'])
  app.clock.advance(MINUTE)
  await app.run()
  expect(await app.published()).toEqual([])

  await app.call('users/cancelDeletion', { json: {} })
  await app.run()
  expect(await app.published()).toHaveLength(1)
})

test('ends all sessions after seven days, and deletes everything ten minutes later', async () => {
  const { ctx, request, signUp, clock, mail } = await testApp()
  const pat = await signUp()
  await pat.call('users/requestDeletion', { json: CONFIRMED })
  clock.advance(7 * DAY - 1)
  await carryOutDeletions(ctx)
  expect((await pat.call('users/getUserInfo', { json: {} })).status).toBe(200)
  clock.advance(1)
  await carryOutDeletions(ctx)
  expect((await pat.call('users/getUserInfo', { json: {} })).status).toBe(401)
  const login = await request('users/login', { json: { email: pat.email, password: PASSWORD } })
  expect(login.status).toBe(401)
  expect(await ctx.db.$count(users)).toBe(1)
  clock.advance(10 * MINUTE)
  await Promise.all([carryOutDeletions(ctx), carryOutDeletions(ctx)])
  await carryOutDeletions(ctx)
  expect(await ctx.db.$count(users)).toBe(0)
  expect(
    (await mail(pat.email)).filter(({ subject }) => subject === 'Your Currawong account is deleted'),
  ).toHaveLength(1)
  const records = await ctx.db.select().from(accountDeletions)
  expect(records).toEqual([
    {
      id: expect.any(String),
      requestedAt: new Date('2030-01-01T12:00:00Z'),
      finishedAt: ctx.now(),
    },
  ])
})

test('rejects keeping an account once its deletion has started', async () => {
  const { ctx, signUp, clock } = await testApp()
  const pat = await signUp()
  await pat.call('users/requestDeletion', { json: CONFIRMED })
  await ctx.db.update(users).set({ deletionStartedAt: ctx.now() })
  expect((await pat.call('users/cancelDeletion', { json: {} })).status).toBe(409)
  clock.advance(1)
})

test('lets the same e-mail sign up again afterwards', async () => {
  const { ctx, signUp, clock } = await testApp()
  const pat = await signUp()
  await pat.call('users/requestDeletion', { json: CONFIRMED })
  clock.advance(7 * DAY)
  await carryOutDeletions(ctx)
  clock.advance(10 * MINUTE)
  await carryOutDeletions(ctx)
  const again = await signUp({ email: pat.email })
  expect(again.userId).not.toBe(pat.userId)
})
