import { expect, test } from 'bun:test'

import { publishingApp } from '#api/test/publishing.ts'
import { holdAfterRestore } from './restored.ts'

test('what may have gone out since a backup is held and its author told once; what is still to come goes out', async () => {
  const { ctx, accept, delivery, run, clock, published, mails } = await publishingApp({
    networks: ['facebook'],
  })
  const due = await accept({ message: 'Due since the backup', inSeconds: 60 })
  const later = await accept({ message: 'Still to come', inSeconds: 3600 })
  clock.advance(120_000)

  expect(await holdAfterRestore(ctx)).toBe(1)
  expect(await holdAfterRestore(ctx)).toBe(0)
  await run()
  expect(await published()).toEqual([])
  expect(await delivery(due, 'facebook')).toMatchObject({ state: 'held', reasonCode: 'restored' })
  expect(await mails()).toHaveLength(1)

  clock.advance(3600_000)
  await run()
  expect(await delivery(later, 'facebook')).toMatchObject({ state: 'published' })
})
