import { expect, test } from 'bun:test'
import { keepMount } from 'nanostores'

import { $slots, suggestedTime } from '#site/dashboard/calendar/slots.ts'
import { $entries } from '#site/dashboard/calendar/store.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { openPostsEach } from '#site/test/posts.ts'
import { readDay } from '#site/ui/date-time-picker/days.ts'
import { $drag, $target, $targetTime } from './drag.ts'

const { app } = openPostsEach({
  open: () => $router.open('/dashboard/calendar?view=month&on=2030-01-10'),
  close() {
    $drag.set(undefined)
    for (const $store of [$entries, $slots]) $store.reset()
  },
})

const day = (key: string) => readDay(key)!

test('gives a draft the next free slot of the day on which it is dropped, and lets a post keep its time', async () => {
  const slots = ['17:30', '12:15'].map(time => ({ weekday: 1, time }))
  expect((await app.call('slots', { method: 'PUT', json: { slots, timeZone: 'UTC' } })).status).toBe(200)
  keepMount($targetTime)
  await Promise.all([$entries.reload(), $slots.reload()])
  const target = (key: string, at?: Date, time?: Date) => {
    const dragged = { label: 'Pies', at, drop: () => undefined }
    $drag.set({ dragged, x: 0, y: 0, over: { cell: key, day: key, time } })
    return $target.get()?.toISOString()
  }
  const eight = new Date('2030-01-02T08:00:00Z')
  const slot = new Date('2030-01-07T17:30:00Z')
  expect(target('2030-01-07')).toBe('2030-01-07T12:15:00.000Z')
  expect(target('2030-01-08')).toBe('2030-01-08T09:00:00.000Z')
  expect(target('2030-01-07', eight)).toBe('2030-01-07T08:00:00.000Z')
  expect(target('2030-01-07', eight, slot)).toBe(slot.toISOString())
})

test('suggests no time that has passed', () => {
  const [noon, evening] = [new Date('2030-01-07T12:15:00Z'), new Date('2030-01-07T17:30:00Z')]
  const free = new Map([['2030-01-07', [noon, evening]]])
  const suggested = (now: string) =>
    suggestedTime(free, 'UTC', day('2030-01-07'), new Date(now))?.toISOString()
  expect(suggested('2030-01-07T12:15:00Z')).toBe(evening.toISOString())
  expect(suggested('2030-01-07T18:07:00Z')).toBe('2030-01-07T19:00:00.000Z')
  expect(suggested('2030-01-08T09:00:00Z')).toBeUndefined()
})
