import { expect, test } from 'bun:test'

import { connectingApp } from '#api/test/connecting.ts'
import { CONNECT_LIMIT } from './sign-in.ts'

test('limits how many sign-ins one user may start per hour', async () => {
  const app = await connectingApp()
  const { call } = await app.owner()
  const start = async () => (await call('auth/facebook/start', { method: 'POST' })).status
  for (let count = 0; count < CONNECT_LIMIT.max; count++) expect(await start()).toBe(200)
  expect(await start()).toBe(429)
})
