import { expect, test } from 'bun:test'

import { publishingApp } from '#api/test/publishing.ts'
import { claimDueDeliveries } from './claim.ts'
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

test('what a backup was made in the midst of is not sent again: neither what was tried before nor what was at work', async () => {
  const { ctx, accept, delivery, run, clock, published, fault } = await publishingApp({
    networks: ['facebook'],
  })
  await fault({ provider: 'facebook', operation: 'photos', kind: 'error', code: 2 })
  const tried = await accept({ message: 'To be tried again in some seconds' })
  await run()
  expect((await delivery(tried, 'facebook')).state).toBe('scheduled')
  const begun = await accept({ message: 'At work' })
  await claimDueDeliveries(ctx, { free: 1, freeOf: () => 1, full: [] })

  expect(await holdAfterRestore(ctx)).toBe(2)
  clock.advance(60_000)
  await run()
  expect(await published()).toEqual([])
  for (const postId of [tried, begun])
    expect(await delivery(postId, 'facebook')).toMatchObject({ state: 'held', reasonCode: 'restored' })
})
