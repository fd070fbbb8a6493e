import { expect, test } from 'bun:test'

import { maySend, type Repair, repairOf } from './needs.ts'
import {
  ANOTHER_ACCOUNT,
  APPROVAL_MISSED,
  type DeliveryState,
  NEVER_CONFIRMED,
  NOT_APPROVED,
} from './posts.ts'

const on = (state: DeliveryState, reasonCode: string, more: object = {}) => ({ state, reasonCode, ...more })

test('returns one repair for each reason, and whether the post may be sent unchanged', () => {
  const cases: [ReturnType<typeof on>, Repair | undefined, boolean][] = [
    [on('failed', NEVER_CONFIRMED), 'check', true],
    [on('held', ANOTHER_ACCOUNT), 'decide', true],
    [on('held', 'restored', { writtenFor: 'Pat’s page' }), 'decide', true],
    [on('held', NOT_APPROVED), 'review', false],
    [on('held', APPROVAL_MISSED), 'reschedule', false],
    [on('held', 'late'), 'reschedule', true],
    [on('failed', 'instagram/36003', { needsEdit: true }), 'edit', true],
    [on('failed', '368', { needsCheck: true }), 'decide', true],
    [on('failed', 'facebook/1'), 'retry', true],
    [on('held', 'needs_reconnect'), 'reconnect', false],
    [on('held', 'disconnected'), 'reconnect', false],
    [on('held', 'leaving'), undefined, true],
    [on('scheduled', ''), undefined, false],
  ]
  expect(cases.map(([delivery]) => [delivery, repairOf([delivery]), maySend(delivery)])).toEqual(cases)
})

test('returns the most careful repair if deliveries need different ones', () => {
  const reasons = [on('held', 'needs_reconnect'), on('failed', 'facebook/1'), on('held', 'late')]
  expect(repairOf(reasons)).toBe('decide')
  expect(repairOf(reasons.slice(0, 2))).toBe('retry')
  expect(repairOf([...reasons, on('failed', NEVER_CONFIRMED)])).toBe('check')
})
