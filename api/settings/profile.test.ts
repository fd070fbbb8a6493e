import { expect, test } from 'bun:test'

import { testApp } from '#api/test/app.ts'

test('returns the signed-in user’s details, whatever the JSON body', async () => {
  const { signUp, request } = await testApp()
  const pat = await signUp({ fullname: 'Pat Lee' })
  for (const body of ['{}', '', '{"anything":1}']) {
    const response = await pat.call('users/getUserInfo', {
      body,
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
    })
    expect(await response.json()).toMatchObject({
      success: true,
      userDetails: { fullname: 'Pat Lee', email: pat.email, role: 'user' },
    })
  }
  expect((await request('users/getUserInfo', { json: {} })).status).toBe(401)
})

test('rejects a body that is not JSON', async () => {
  const { signUp } = await testApp()
  const pat = await signUp()
  const response = await pat.call('users/getUserInfo', { body: '{', method: 'POST' })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    success: false,
    code: 'invalid',
    fields: { body: expect.any(String) },
  })
})
