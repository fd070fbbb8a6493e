import { expect, test } from 'bun:test'

import { APPROVAL_MISSED, type Delivery, NEVER_CONFIRMED, NOT_APPROVED } from '#shared/posts/posts.ts'
import { lookOf } from './states.ts'

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
  expect(lookOf(delivery).word).toBe('Not published')
  expect(lookOf({ ...delivery, reasonCode: NEVER_CONFIRMED }).word).toBe('Perhaps published')
  const removed = { ...delivery, state: 'published', removedAt: '2030-01-02T12:00:00.000Z' } as const
  expect(lookOf(removed).word).toBe('Deleted on Facebook')
})

test('says that a scheduled post was approved, where that is needed', () => {
  const scheduled = { ...delivery, state: 'scheduled', reasonCode: '' } as const
  expect(lookOf(scheduled).word).toBe('Scheduled')
  expect(lookOf({ ...scheduled, approved: true }).word).toBe('Approved')
  expect(lookOf({ ...scheduled, state: 'published', approved: true }).word).toBe('Published')
})

test('says that a held post lacks its approval', () => {
  const held = { ...delivery, state: 'held', reasonCode: '' } as const
  expect(lookOf(held).word).toBe('Waiting for you')
  expect(lookOf({ ...held, reasonCode: NOT_APPROVED }).word).toBe('Held for approval')
  expect(lookOf({ ...held, reasonCode: APPROVAL_MISSED }).word).toBe('Not approved in time')
})
