import { expect, test } from 'bun:test'

import type { View } from '#site/dashboard/calendar/days.ts'
import { dayKey } from '#site/ui/date-time-picker/days.ts'
import { dayFrom, postFrom } from './use-day-grid.ts'

/** Returns the days to which keys move from Wednesday 14 October 2026. The prefix S: means Shift. */
const from = (view: View, ...keys: string[]) =>
  keys.map(key => {
    const [, shift, name = ''] = /^(S:)?(.+)$/.exec(key) ?? []
    const day = dayFrom(view, new Date(2026, 9, 14), { key: name, shiftKey: shift !== undefined })
    return day && dayKey(day).slice(2)
  })

test('moves by day, week, month and year in a month', () => {
  const arrows = from('month', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown')
  expect(arrows).toEqual(['26-10-13', '26-10-15', '26-10-07', '26-10-21'])
  const far = from('month', 'Home', 'End', 'PageUp', 'PageDown', 'S:PageUp', 'S:PageDown')
  expect(far).toEqual(['26-10-12', '26-10-18', '26-09-14', '26-11-14', '25-10-14', '27-10-14'])
})

test('pages a week by a week or a month, and uses up and down for its posts', () => {
  const far = from('week', 'PageUp', 'PageDown', 'S:PageUp', 'S:PageDown', 'End')
  expect(far).toEqual(['26-10-07', '26-10-21', '26-09-14', '26-11-14', '26-10-18'])
  expect(from('week', 'ArrowUp', 'ArrowDown')).toEqual([undefined, undefined])
})

test('ignores Shift with an arrow, which moves posts', () => {
  expect(from('month', 'S:ArrowLeft', 'S:ArrowDown')).toEqual([undefined, undefined])
  expect(postFrom(3, 1, { key: 'ArrowDown', shiftKey: true })).toBeUndefined()
})

test('moves through a day’s posts with up and down, back with Escape, and both ways with F2', () => {
  const led = (at: number, ...keys: string[]) => keys.map(key => postFrom(3, at, { key, shiftKey: false }))
  expect(led(0, 'ArrowDown', 'ArrowUp', 'Escape', 'F2')).toEqual([1, undefined, undefined, 1])
  expect(led(2, 'ArrowDown', 'ArrowUp', 'Escape', 'F2')).toEqual([undefined, 1, 0, 0])
})
