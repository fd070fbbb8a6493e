import { expect, test } from 'bun:test'

import type { CalendarEntry } from '#shared/calendar/calendar.ts'
import type { DeliveryState } from '#shared/posts/posts.ts'
import { divide, toItems } from './items.ts'

const at = (hour: number, state: DeliveryState): CalendarEntry => ({
  postId: `${hour}`,
  domainId: 'a',
  deliveryId: `${hour}`,
  network: 'facebook',
  state,
  publishAt: new Date(Date.UTC(2030, 0, 1, hour)).toISOString(),
  excerpt: '',
  networks: 1,
})
const DAY = toItems([
  at(9, 'scheduled'),
  at(11, 'failed'),
  at(13, 'scheduled'),
  at(15, 'failed'),
  at(17, 'scheduled'),
])

const hours = (count: number) => {
  const { shown, hidden } = divide(DAY, count)
  return [shown, hidden].map(items => items.map(({ at }) => at.getUTCHours()))
}

test('shows posts by time, and hides those that need no attention first', () => {
  expect([hours(5), hours(3), hours(1)]).toEqual([
    [[9, 11, 13, 15, 17], []],
    [
      [9, 11, 15],
      [13, 17],
    ],
    [[11], [9, 13, 15, 17]],
  ])
})

test('shows networks that published a post within a minute of each other together, and other times apart', () => {
  const published = (deliveryId: string, seconds: number): CalendarEntry => ({
    ...at(9, 'published'),
    deliveryId,
    publishAt: new Date(Date.UTC(2030, 0, 1, 9, 0, seconds)).toISOString(),
  })
  const items = toItems([published('c', 200), published('b', 61), published('a', 50)])
  expect(items.map(({ entries }) => entries.map(({ deliveryId }) => deliveryId))).toEqual([['a', 'b'], ['c']])
})

test('doesn’t call a post unpublished that is public on a network', () => {
  const on = (network: CalendarEntry['network'], state: DeliveryState): CalendarEntry => ({
    ...at(9, state),
    deliveryId: network,
    network,
  })
  const [item] = toItems([on('facebook', 'published'), on('instagram', 'scheduled'), on('google', 'failed')])
  expect(item).toMatchObject({ state: 'failed', badge: { label: 'Partly published' }, isProblem: true })
})
