import { expect, test } from 'bun:test'

import { testApp } from '#api/test/app.ts'
import { savePerson, setSystemRole } from './people.ts'

const demo = { email: 'Demo@Currawong.example', fullname: 'Demo', password: 'first password' }

test('signs in a user created by the operator, and replaces their password', async () => {
  const { ctx, request } = await testApp()
  await savePerson(ctx, demo)
  const signIn = (password: string) => request('users/login', { json: { email: demo.email, password } })
  const { token } = (await (await signIn(demo.password)).json()) as { token: string }
  expect((await request('users/getUserInfo', { json: {}, token })).status).toBe(200)

  await savePerson(ctx, { ...demo, password: 'second password' })
  expect((await signIn(demo.password)).status).toBe(401)
  expect((await signIn('second password')).status).toBe(200)
  expect((await request('users/getUserInfo', { json: {}, token })).status).toBe(401)
})

test('grants and revokes a role by e-mail', async () => {
  const { ctx, signUp } = await testApp()
  const { email, call } = await signUp()
  const role = async () =>
    ((await (await call('users/getUserInfo', { json: {} })).json()) as { userDetails: { role: string } })
      .userDetails.role
  expect(await setSystemRole(ctx, email.toUpperCase(), 'admin')).toBe(true)
  expect(await role()).toBe('admin')
  expect(await setSystemRole(ctx, email, 'user')).toBe(true)
  expect(await role()).toBe('user')
  expect(await setSystemRole(ctx, 'nobody@example.com', 'admin')).toBe(false)
})
