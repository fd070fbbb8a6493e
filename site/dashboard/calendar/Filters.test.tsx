import '#site/test/browser.ts'
import { afterEach, expect, test } from 'bun:test'

import type { CalendarEntry } from '#shared/calendar/calendar.ts'
import { Legend } from '#site/dashboard/calendar/Filters.tsx'
import { $entries } from '#site/dashboard/calendar/store.ts'
import { $domains } from '#site/dashboard/shared/domains/store.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { rendered } from '#site/test/rendered.ts'

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

afterEach(() => {
  $domains.reset()
  $entries.reset()
})

test('names the businesses with posts, and those chosen', () => {
  $domains.set({ state: 'ready', data: ['North', 'South', 'East'].map(domain) })
  $entries.set({ state: 'ready', data: ['North'].map(entry) })
  $router.open('/dashboard/calendar?on=2030-01-10&businesses=South')
  const { text } = rendered(<Legend />)
  expect(text).toContain('North')
  expect(text).toContain('South')
  expect(text).not.toContain('East')
})
