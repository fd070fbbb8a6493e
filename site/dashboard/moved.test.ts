import { expect, test } from 'bun:test'

import { movedTo } from './moved.ts'

const hub = { route: 'socialHub', path: '/dashboard/social-hub' } as const

test('the address for linking accounts leads to Social Hub', () => {
  expect(movedTo({ route: 'linkAccounts', path: '/dashboard/link-accounts', search: {} })).toBe(hub.path)
})

test.each([
  [{ status: 'success', code1: '4', code2: '0Ab c' }, '/dashboard/social-hub/success/4/0Ab%20c'],
  [{ status: 'declined' }, '/dashboard/social-hub/declined/-/-'],
  [{ status: 'success', code1: '4' }, '/dashboard/social-hub/failed/-/-'],
])('a return from Google with %p in the question leads on to %s', (search, address) => {
  expect(movedTo({ ...hub, search })).toBe(address)
})

test('other addresses stay as they are', () => {
  expect(movedTo({ ...hub, search: {} })).toBeUndefined()
  expect(movedTo({ ...hub, search: { tab: 'tips' } })).toBeUndefined()
  expect(
    movedTo({ route: 'viewPosts', path: '/dashboard/view-post', search: { status: 'failed' } }),
  ).toBeUndefined()
})
