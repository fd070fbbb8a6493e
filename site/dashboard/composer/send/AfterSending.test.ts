import { expect, test } from 'bun:test'

import type { NetworkId } from '#shared/networks.ts'
import { type Delivery, type DeliveryState, NEVER_CONFIRMED } from '#shared/posts/posts.ts'
import { outcomeOf } from './AfterSending.tsx'

const on = (network: NetworkId, state: DeliveryState) => ({ network, state }) as Delivery
const lineOf = (...deliveries: Delivery[]) => outcomeOf({ deliveries }).line

test('says that a post is published once all its networks have it, or which one doesn’t take it', () => {
  expect(lineOf(on('facebook', 'published'), on('instagram', 'publishing'))).toBe(
    'On its way to Facebook and Instagram',
  )
  expect(lineOf(on('facebook', 'published'), on('instagram', 'published'))).toBe(
    'Published on Facebook and Instagram',
  )
  expect(outcomeOf({ deliveries: [on('facebook', 'published'), on('instagram', 'failed')] })).toEqual({
    tab: 'attention',
    line: 'Published on Facebook, but not on Instagram. Choose View to see why.',
    message: undefined,
  })
  expect(lineOf(on('facebook', 'published'), on('instagram', 'scheduled'), on('google', 'failed'))).toBe(
    'Published on Facebook, but not on Google Business Profile. On its way to Instagram. Choose View to see why.',
  )
  const unconfirmed = { ...on('facebook', 'failed'), reasonCode: NEVER_CONFIRMED } as const
  expect(lineOf(unconfirmed)).toBe('Possibly not published on Facebook. Choose View to check.')
})
