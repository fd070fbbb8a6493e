import { expect, test } from 'bun:test'

import type { NetworkId } from '#shared/networks.ts'
import { APPROVAL_MISSED, type DeliveryState, NEVER_CONFIRMED } from './posts.ts'
import { missedOf, reasonsByNetwork } from './state-labels.ts'

const NOW = new Date('2026-11-28T12:00:00Z')
const HOUR_MS = 60 * 60_000
const on = (
  network: NetworkId,
  state: DeliveryState,
  reasonCode = '',
  hours = -1,
): Parameters<typeof missedOf>[0][number] => ({
  network,
  state,
  reasonCode,
  publishAt: new Date(+NOW + hours * HOUR_MS).toISOString(),
})
const why = (...deliveries: Parameters<typeof missedOf>[0]) => missedOf(deliveries, NOW)?.why

test('says why a post isn’t out once its time has passed, each cause once', () => {
  expect(why(on('facebook', 'held', APPROVAL_MISSED), on('instagram', 'held', APPROVAL_MISSED, -2))).toBe(
    'not published because nobody approved it in time',
  )
  expect(why(on('facebook', 'failed', 'facebook/100'), on('instagram', 'held', 'needs_reconnect'))).toBe(
    'not published because Facebook didn’t take it, and we lost access to Instagram',
  )
  expect(
    why(
      on('facebook', 'failed', 'facebook/100'),
      on('instagram', 'failed', 'instagram/100'),
      on('google', 'failed', 'google/400'),
    ),
  ).toBe('not published because Facebook, Instagram and Google Business Profile didn’t take it')
  expect(missedOf([on('facebook', 'held', 'late'), on('instagram', 'held', 'late', -3)], NOW)?.at).toBe(
    '2026-11-28T09:00:00.000Z',
  )
})

test('names networks only where their reasons differ', () => {
  const facebook = { network: 'facebook', reason: 'It is too small.' } as const
  const instagram = { network: 'instagram', reason: 'It is too small.' } as const
  expect(reasonsByNetwork([facebook, instagram])).toEqual(['It is too small.'])
  expect(reasonsByNetwork([facebook, { ...instagram, reason: 'It is too wide.' }])).toEqual([
    'Facebook: It is too small.',
    'Instagram: It is too wide.',
  ])
  const refused = (network: NetworkId, name: string) => ({ network, reason: `${name} refused this` })
  expect(reasonsByNetwork([refused('facebook', 'Facebook'), refused('instagram', 'Instagram')])).toEqual([
    'Facebook and Instagram refused this.',
  ])
})

test('doesn’t say that a post isn’t published if it may be', () => {
  expect(why(on('facebook', 'failed', NEVER_CONFIRMED), on('instagram', 'held', 'late'))).toBe(
    'and may be on Facebook',
  )
})

test('gives no cause for a post that is planned, being published or published', () => {
  expect([
    why(on('facebook', 'held', 'needs_reconnect', 1)),
    why(on('facebook', 'held', 'late'), on('instagram', 'scheduled', '', 1)),
    why(on('facebook', 'scheduled')),
    why(on('facebook', 'published')),
  ]).toEqual([undefined, undefined, undefined, undefined])
})
