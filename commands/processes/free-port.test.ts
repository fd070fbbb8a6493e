import { expect, test } from 'bun:test'

import { nextFreePort } from './free-port.ts'

test('skips ports that are taken, and those that browsers refuse to open', async () => {
  const first = await nextFreePort(10_080)
  expect(first).toBeGreaterThan(10_080)
  expect(await nextFreePort(10_080, [first])).toBeGreaterThan(first)
})
