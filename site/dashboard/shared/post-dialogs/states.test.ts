import { expect, test } from 'bun:test'

import { APPROVAL_MISSED, type Delivery, NEVER_CONFIRMED, NOT_APPROVED } from '#shared/posts/posts.ts'
import { badgeOf } from './states.ts'

const delivery: Delivery = {
  _id: 'd1',
  network: 'facebook',
  account: null,
  message: 'Hello',
  state: 'failed',
  publishAt: '2030-01-01T12:00:00.000Z',
  reason: 'Facebook refused it.',
  reasonCode: '368',
}

test('never describes an unconfirmed post as unpublished', () => {
  expect(badgeOf(delivery).label).toBe('Not published')
  expect(badgeOf({ ...delivery, reasonCode: NEVER_CONFIRMED }).label).toBe('Possibly published')
  const removed = { ...delivery, state: 'published', removedAt: '2030-01-02T12:00:00.000Z' } as const
  expect(badgeOf(removed).label).toBe('Deleted on Facebook')
})

test('says that a scheduled post was approved, where that is needed', () => {
  const scheduled = { ...delivery, state: 'scheduled', reasonCode: '' } as const
  expect(badgeOf(scheduled).label).toBe('Scheduled')
  expect(badgeOf({ ...scheduled, approved: true }).label).toBe('Approved')
  expect(badgeOf({ ...scheduled, state: 'published', approved: true }).label).toBe('Published')
})

test('says that a held post lacks its approval', () => {
  const held = { ...delivery, state: 'held', reasonCode: '' } as const
  expect(badgeOf(held).label).toBe('Waiting for you')
  expect(badgeOf({ ...held, reasonCode: NOT_APPROVED }).label).toBe('Held for approval')
  expect(badgeOf({ ...held, reasonCode: APPROVAL_MISSED }).label).toBe('Not approved in time')
})
