import { expect, test } from 'bun:test'
import { keepMount } from 'nanostores'

import { $now } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { recordCalls } from '#site/test/browser.ts'
import { openPostsEach } from '#site/test/posts.ts'
import { showAll } from './filters.ts'
import { moveTo } from './move.ts'
import { $freeSlots, $slots } from './slots.ts'
import { $entries, $items } from './store.ts'
import '#site/test/browser.ts'

const { app } = openPostsEach({
  close() {
    for (const $store of [$entries, $slots]) $store.reset()
  },
})

test('loads posting times for one business, and none for all businesses', async () => {
  const json = { slots: [{ weekday: 1, time: '09:00' }], timeZone: 'UTC' }
  expect((await app.call('slots', { method: 'PUT', json })).status).toBe(200)
  $router.open('/dashboard/calendar?view=week&on=2030-01-10&businesses=all')
  const { paths, stop } = recordCalls()
  keepMount($freeSlots)
  await $entries.reload()
  expect($freeSlots.get().size).toBe(0)
  expect(paths.filter(path => /slots/.test(path))).toEqual([])
  showAll(false)
  await new Promise<void>(resolve => $freeSlots.listen(({ size }) => size > 0 && resolve()))
  expect(paths.filter(path => /slots/.test(path))).toHaveLength(1)
  stop()
})

test('shows free posting times until a post fills them or they have passed', async () => {
  const slots = [1, 2].map(weekday => ({ weekday, time: '09:00' }))
  const saved = await app.call('slots', { method: 'PUT', json: { slots, timeZone: 'UTC' } })
  expect(saved.status).toBe(200)
  await app.accept({ message: 'Moves', inSeconds: 3600 })
  $router.open('/dashboard/calendar?view=week&on=2030-01-10')
  keepMount($freeSlots)
  await $slots.reload()
  await $entries.reload()
  expect([...$freeSlots.get().keys()]).toEqual(['2030-01-07 9', '2030-01-08 9'])
  $router.open('/dashboard/calendar?view=month&on=2030-01-10')
  await $entries.reload()
  moveTo($items.get()[0]!, new Date('2030-01-08T09:00:00Z'))
  await $slots.reload()
  expect([...$freeSlots.get().keys()].filter(key => key.startsWith('2030-01-08'))).toEqual([])
  expect($freeSlots.get().has('2030-01-07 9')).toBe(true)
  $now.set(new Date('2030-01-07T09:00:00Z'))
  expect($freeSlots.get().has('2030-01-07 9')).toBe(false)
  $now.set(new Date())
})
