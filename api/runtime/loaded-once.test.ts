import { expect, test } from 'bun:test'

import { loadedOnce } from './loaded-once.ts'

test('loads once for all calls, and again after a failure', async () => {
  let calls = 0
  const read = loadedOnce(async () => {
    await Promise.resolve()
    if (++calls === 1) throw new Error('no memory')
    return calls
  })
  const failed = await Promise.allSettled([read(), read()])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await Promise.all([read(), read()])).toEqual([2, 2])
  expect(await read()).toBe(2)
})
