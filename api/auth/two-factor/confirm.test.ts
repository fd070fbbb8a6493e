import { expect, test } from 'bun:test'

import { asUser } from '#api/context.ts'
import { PASSWORD, testApp } from '#api/test/app.ts'
import { beforeNextWrite } from '#api/test/db/before-write.ts'
import { responseOf, authenticatorOf, logIn, start, ticketFor, verify, WRONG } from '#api/test/two-factor.ts'
import { confirmSetUp } from './set-up.ts'

/** Returns a user who has started two-factor set-up, and a function for the current code of their app. */
async function startSetUp() {
  const api = await testApp()
  const person = await api.signUp()
  const { body } = await responseOf(start(person))
  const confirm = (code: string) => responseOf(person.call('users/two-factor/confirm', { json: { code } }))
  return { api, person, code: authenticatorOf(api, body.data.secret), confirm }
}

test('the code that turns two-factor on cannot also sign in', async () => {
  const { api, person, code, confirm } = await startSetUp()
  expect((await confirm(code())).status).toBe(200)
  expect(await verify(api, await ticketFor(api, person), code())).toMatchObject(WRONG)
})

test('limits wrong codes during set-up', async () => {
  const { api, person, code, confirm } = await startSetUp()
  for (let tries = 0; tries < 10; tries++) expect(await confirm(code(5))).toMatchObject(WRONG)
  expect((await confirm(code())).status).toBe(429)
  expect((await logIn(api, person)).body.token).toBeString()
})

test('a correct password does not count against the attempts of the set-up', async () => {
  const { person, confirm, code } = await startSetUp()
  for (let again = 0; again < 11; again++)
    expect((await start(person, { password: PASSWORD })).status).toBe(200)
  expect((await confirm(code())).status).toBe(400)
})

test('rejects a code of a secret that is replaced at the same moment', async () => {
  const { api, person, code } = await startSetUp()
  const ctx = beforeNextWrite(api.ctx, () => start(person))
  await expect(confirmSetUp(asUser(ctx, person.userId), { code: code() })).rejects.toMatchObject({
    code: 'conflict',
  })
  expect((await logIn(api, person)).body.token).toBeString()
})
