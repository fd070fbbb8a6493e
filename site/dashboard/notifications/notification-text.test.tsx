import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { cutNetwork } from '#site/test/browser.ts'
import { rendered } from '#site/test/rendered.ts'
import { NotificationList } from './Notifications.tsx'
import { $list } from './store.ts'

const restore = cutNetwork()
beforeAll(async () => {
  keepMount($list)
  await $list.reload()
  $list.set({ state: 'ready', data: { items: [], nextCursor: null } })
})
afterAll(() => {
  cleanStores($list)
  $list.reset()
  restore()
})

test('congratulates on an empty inbox', () => {
  expect(rendered(<NotificationList filter="all" />).text).toEndWith(
    "No notifications found You're all caught up! No notifications to show. Choose what you hear about",
  )
})

test.each(['unread', 'general', 'social', 'system'] as const)(
  'says that no %s notifications were found',
  filter => {
    expect(rendered(<NotificationList filter={filter} />).text).toBe(
      'Your notifications No notifications found Show all',
    )
  },
)
