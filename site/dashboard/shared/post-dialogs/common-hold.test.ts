import { expect, test } from 'bun:test'

import { reasons } from '#api/deliveries/reasons.ts'
import type { NetworkId } from '#shared/networks.ts'
import type { Delivery, Post } from '#shared/posts/posts.ts'
import { commonHold } from './common-hold.ts'

const AT = '2030-01-01T12:00:00.000Z'
const held = (
  network: NetworkId,
  why: Pick<Delivery, 'reason' | 'reasonCode'>,
  more: Partial<Delivery> = {},
) => ({ _id: network, network, state: 'held', publishAt: AT, ...why, ...more }) as Delivery
const late = (network: NetworkId, more?: Partial<Delivery>) => held(network, reasons.late(network), more)
const reasonOf = (...deliveries: Delivery[]) => commonHold({ deliveries } as Post)?.reason

test('says once why several networks hold a post', () => {
  expect(reasonOf(late('facebook'), late('instagram'))).toBe(
    'We missed this post’s time, so it hasn’t gone to Facebook or Instagram. Choose Publish now, Reschedule or Discard.',
  )
  expect(reasonOf(late('facebook'), late('instagram'), late('google', { state: 'published' }))).toStartWith(
    'We missed this post’s time, so it hasn’t gone to Facebook or Instagram.',
  )
})

test('separates networks that need different actions', () => {
  expect(reasonOf(late('facebook'))).toBeUndefined()
  expect(reasonOf(late('facebook'), late('instagram', { writtenFor: 'Pat' }))).toBeUndefined()
  expect(
    reasonOf(late('facebook'), late('instagram', { publishAt: '2030-01-02T12:00:00.000Z' })),
  ).toBeUndefined()
  expect(reasonOf(late('facebook'), held('google', reasons.foundAbsentLate('google')))).toBeUndefined()
  expect(
    reasonOf(late('facebook'), late('instagram'), late('google', { state: 'scheduled' })),
  ).toBeUndefined()
  const gone = (network: NetworkId) => held(network, reasons.disconnected(network))
  expect(reasonOf(gone('facebook'), gone('instagram'))).toBeUndefined()
})
