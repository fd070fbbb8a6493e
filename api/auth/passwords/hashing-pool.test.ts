import { expect, test } from 'bun:test'

import { newEmail, PASSWORD, testApp } from '#api/test/app.ts'
import { hashingPool, openHashingPool } from './passwords.ts'

test('limits concurrent hashes to the pool size, in order of arrival', async () => {
  const pool = openHashingPool(2)
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const begun: number[] = []
  const all = gates.map(({ promise }, n) =>
    pool.run(async () => {
      begun.push(n)
      await promise
    }),
  )
  expect(begun).toEqual([0, 1])
  for (const { resolve } of gates) resolve()
  await Promise.all(all)
  expect(begun).toEqual([0, 1, 2, 3, 4])
})

test('a hash that fails frees its slot', async () => {
  const pool = openHashingPool(1)
  const failing = () => pool.run(() => Promise.reject(new Error('no memory')))
  await expect(failing()).rejects.toThrow('no memory')
  await expect(failing()).rejects.toThrow('no memory')
  expect(await pool.run(() => Promise.resolve('hashed'))).toBe('hashed')
})

test('rejects requests and hashes at once when the queue is full, and admits them again when others finish', async () => {
  const pool = openHashingPool(1, 2)
  const gate = Promise.withResolvers<void>()
  const busy = { code: 'busy', status: 503, retryAfterSeconds: 3 }
  const inside = [1, 2].map(() => pool.admit(() => gate.promise))
  await expect(pool.admit(() => Promise.resolve())).rejects.toMatchObject(busy)
  const hashes = [1, 2, 3].map(() => pool.run(() => gate.promise))
  await expect(pool.run(() => Promise.resolve())).rejects.toMatchObject(busy)
  gate.resolve()
  await Promise.all([...inside, ...hashes])
  expect(await pool.admit(() => pool.run(() => Promise.resolve('hashed')))).toBe('hashed')
})

test('responds to each of 200 concurrent logins, or returns a message and a Retry-After', async () => {
  const { request, signUp } = await testApp()
  const { email } = await signUp()
  const logIn = async (n: number) => {
    const json = { email: n === 0 ? email : newEmail(), password: PASSWORD }
    return request('users/login', { json, address: `198.51.100.${n}` })
  }
  const responses = await Promise.all(Array.from({ length: 200 }, (_, n) => logIn(n)))
  expect(responses[0]!.status).toBe(200)
  const refused = responses.filter(({ status }) => status === 503)
  expect(responses.filter(({ status }) => status === 401).length).toBe(199 - refused.length)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]!.headers.get('Retry-After')).toBe('3')
  expect(await refused[0]!.json()).toEqual({
    success: false,
    code: 'busy',
    message: 'Many people are signing in right now. Please try again in a few seconds.',
  })
  expect((await logIn(0)).status).toBe(200)
})

test('a login that is rejected as busy does not count as an attempt', async () => {
  const { request, signUp } = await testApp()
  const { email } = await signUp()
  const logIn = async () => (await request('users/login', { json: { email, password: PASSWORD } })).status
  const gate = Promise.withResolvers<void>()
  const crowd = Array.from({ length: 1000 }, () => hashingPool.admit(() => gate.promise))
  const crowdEnded = Promise.allSettled(crowd)
  for (let n = 0; n < 40; n++) expect(await logIn()).toBe(503)
  gate.resolve()
  await crowdEnded
  expect(await logIn()).toBe(200)
})
