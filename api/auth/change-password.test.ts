import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { passwordResets, sessions, users } from '#api/db/schema/people/auth.ts'
import { PASSWORD, testApp } from '#api/test/app.ts'
import { login } from './auth.ts'

const NEW = 'Fresh#Tap9'
type Body = { message: string; fields: Record<string, string> }

const change = { method: 'PUT', json: { oldPassword: PASSWORD, newPassword: NEW } }

test('changes the password, ends all other sessions and mails the owner', async () => {
  const { ctx, request, signUp, mail } = await testApp()
  const pat = await signUp()
  const other = (await (
    await request('users/login', { json: { email: pat.email, password: PASSWORD } })
  ).json()) as { token: string }
  await request('users/reset-password', { json: { email: pat.email } })
  const response = await pat.call('users/updatePassword', change)
  expect(await response.json()).toMatchObject({ success: true, message: 'Password updated successfully!' })
  expect((await pat.call('users/getUserInfo', { json: {} })).status).toBe(200)
  expect((await request('users/getUserInfo', { json: {}, token: other.token })).status).toBe(401)
  expect(await ctx.db.$count(passwordResets)).toBe(0)
  const logIn = async (password: string) =>
    (await request('users/login', { json: { email: pat.email, password } })).status
  expect([await logIn(PASSWORD), await logIn(NEW)]).toEqual([401, 200])
  const [notice] = await mail(pat.email)
  expect(notice?.subject).toBe('Your Currawong password was changed')
  expect(notice?.text).toContain('every other browser')
})

test.each([
  [{ oldPassword: 'wrong', newPassword: NEW }, { oldPassword: 'Your old password is incorrect.' }],
  [{ newPassword: NEW }, { oldPassword: 'Please enter your old password.' }],
  [
    { oldPassword: PASSWORD, newPassword: 'Tap#9' },
    { newPassword: 'Password must be at least 8 characters long' },
  ],
  [
    { oldPassword: PASSWORD, newPassword: 'fresh#tap9' },
    { newPassword: 'Password must contain at least one uppercase letter' },
  ],
  [
    { oldPassword: PASSWORD, newPassword: 'FRESH#TAP9' },
    { newPassword: 'Password must contain at least one lowercase letter' },
  ],
  [
    { oldPassword: PASSWORD, newPassword: 'Fresh#Tap' },
    { newPassword: 'Password must contain at least one number' },
  ],
  [
    { oldPassword: PASSWORD, newPassword: 'FreshTap9' },
    { newPassword: 'Password must contain at least one special character' },
  ],
])('rejects %p with a message, and changes nothing', async (json, fields) => {
  const { request, signUp } = await testApp()
  const pat = await signUp()
  const response = await pat.call('users/updatePassword', { method: 'PUT', json })
  expect(response.status).toBe(400)
  expect(((await response.json()) as Body).fields).toEqual(fields)
  expect((await request('users/login', { json: { email: pat.email, password: PASSWORD } })).status).toBe(200)
})

test('rejects changing the password of a user who signs in with Google', async () => {
  const { ctx, signUp } = await testApp()
  const pat = await signUp()
  await ctx.db.update(users).set({ passwordHash: null })
  const response = await pat.call('users/updatePassword', change)
  expect(response.status).toBe(403)
  expect(((await response.json()) as Body).message).toContain('Google')
})

test('limits guesses of the old password to ten, without counting correct ones', async () => {
  const { signUp } = await testApp()
  const pat = await signUp()
  const attempt = async (oldPassword: string, newPassword: string) =>
    (await pat.call('users/updatePassword', { method: 'PUT', json: { oldPassword, newPassword } })).status
  let password = PASSWORD
  for (let turn = 10; turn < 22; turn++) {
    expect(await attempt(password, `Fresh#Tap${turn}`)).toBe(200)
    password = `Fresh#Tap${turn}`
  }
  for (let turn = 0; turn < 10; turn++) expect(await attempt('wrong', NEW)).toBe(400)
  expect(await attempt(password, NEW)).toBe(429)
})

test('applies one of two concurrent changes and reports a conflict for the other', async () => {
  const { request, signUp } = await testApp()
  const pat = await signUp()
  const passwords = ['Fresh#Tap1', 'Fresh#Tap2']
  const statuses = await Promise.all(
    passwords.map(
      async newPassword =>
        (
          await pat.call('users/updatePassword', {
            method: 'PUT',
            json: { oldPassword: PASSWORD, newPassword },
          })
        ).status,
    ),
  )
  // The second request arrives during the first, or after it with a password that is no longer valid.
  expect(['200,400', '200,409']).toContain(statuses.toSorted().join())
  const winner = passwords[statuses.indexOf(200)]!
  expect((await request('users/login', { json: { email: pat.email, password: winner } })).status).toBe(200)
})

test('rejects a login that verified the old password during the change', async () => {
  const { ctx, signUp } = await testApp()
  const pat = await signUp()
  const base = { ...ctx, address: '198.51.100.7', userAgent: 'Late/1.0' }
  const reached = Promise.withResolvers<void>()
  const resume = Promise.withResolvers<void>()
  // Pauses between checking the password and creating the session.
  const db = new Proxy(ctx.db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (name !== 'update' || typeof value !== 'function')
        return typeof value === 'function' ? value.bind(target) : value
      return (table: unknown) => {
        const builder = target.update(table as typeof users)
        return {
          set: (values: object) => ({
            where: async (condition: Parameters<ReturnType<typeof builder.set>['where']>[0]) => {
              reached.resolve()
              await resume.promise
              return await builder.set(values).where(condition)
            },
          }),
        }
      }
    },
  })
  const late = login({ ...base, db }, { email: pat.email, password: PASSWORD })
  await reached.promise
  expect((await pat.call('users/updatePassword', change)).status).toBe(200)
  resume.resolve()
  expect(
    await late.then(
      () => 'in',
      error => (error as Error).message,
    ),
  ).toBe('Invalid email or password.')
  const left = await ctx.db.select().from(sessions).where(eq(sessions.userAgent, 'Late/1.0'))
  expect(left).toEqual([])
})
