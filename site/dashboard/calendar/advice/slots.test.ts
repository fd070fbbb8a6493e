import { expect, test } from 'bun:test'
import { keepMount } from 'nanostores'

import { showAll } from '#site/dashboard/calendar/filters/filters.ts'
import { $entries } from '#site/dashboard/calendar/store.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { recordCalls } from '#site/test/browser.ts'
import { openPostsEach } from '#site/test/posts.ts'
import { $bestHours } from './best-times.ts'
import { $freeSlots } from './slots.ts'

const { app } = openPostsEach({ close: () => $entries.reset() })

test('loads posting times for one business, and none for all businesses', async () => {
  const json = { slots: [{ weekday: 1, time: '09:00' }], timeZone: 'UTC' }
  expect((await app.call('slots', { method: 'PUT', json })).status).toBe(200)
  $router.open('/dashboard/calendar?view=week&on=2030-01-10&businesses=all')
  const { paths, stop } = recordCalls()
  keepMount($freeSlots)
  keepMount($bestHours)
  await $entries.reload()
  expect($freeSlots.get().size).toBe(0)
  expect(paths.filter(path => /slots|rate/.test(path))).toEqual([])
  showAll(false)
  await new Promise<void>(resolve => $freeSlots.listen(({ size }) => size > 0 && resolve()))
  expect(paths.filter(path => /slots|rate/.test(path))).toHaveLength(2)
  stop()
})
