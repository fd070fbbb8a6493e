import '#site/test/browser.ts'
import { afterEach, expect, test } from 'bun:test'

import type { CalendarEntry } from '#shared/calendar/calendar.ts'
import { Legend } from '#site/dashboard/calendar/Filters.tsx'
import { $entries } from '#site/dashboard/calendar/store.ts'
import { $domains } from '#site/dashboard/shared/domains/store.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { rendered } from '#site/test/rendered.ts'

const CLIENTS = Array.from({ length: 40 }, (_, index) => `Client ${index + 1}`)

const domain = (businessName: string) => ({ _id: businessName, businessName, isSelected: false }) as never
const entry = (domainId: string, index: number): CalendarEntry => ({
  postId: `post ${index}`,
  domainId,
  deliveryId: `delivery ${index}`,
  network: 'facebook',
  state: 'scheduled',
  publishAt: '2030-01-10T00:00:00.000Z',
  excerpt: '',
  networks: 1,
})

function openWith(clients: string[], businesses: string) {
  $router.open(`/dashboard/calendar?on=2030-01-10&businesses=${encodeURIComponent(businesses)}`)
  $domains.set({ state: 'ready', data: clients.map(domain) })
  $entries.set({ state: 'ready', data: clients.map(entry) })
  return rendered(<Legend />).text
}

afterEach(() => {
  $domains.reset()
  $entries.reset()
})

test('names every business with posts if there are few', () => {
  const text = openWith(CLIENTS.slice(0, 16), 'all')
  expect(text).toContain('Client 16')
  expect(text).not.toContain('Show all')
})

test('names the first of many businesses, and those chosen', () => {
  const text = openWith(CLIENTS, 'Client 39')
  expect(text).toContain('Client 16')
  expect(text).not.toContain('Client 17')
  expect(text).toContain('Client 39')
  expect(text).toContain('Show all 40')
})
