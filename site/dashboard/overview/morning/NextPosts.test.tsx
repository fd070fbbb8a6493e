import { expect, test } from 'bun:test'

import type { Delivery, Post } from '#shared/posts/posts.ts'
import { rendered } from '#site/test/rendered.ts'
import { NextPost } from './NextPosts.tsx'

const delivery = (network: Delivery['network'], state: Delivery['state']): Delivery => ({
  _id: network,
  network,
  state,
  account: null,
  message: 'Open late',
  reason: '',
  reasonCode: '',
  publishAt: '2099-12-01T09:00:00.000Z',
})

const post = (deliveries: Delivery[]): Post => ({
  _id: 'p',
  domainId: 'd',
  publishAt: '2099-12-01T09:00:00.000Z',
  timeZone: 'Australia/Brisbane',
  version: 1,
  createdAt: '2029-12-01T09:00:00.000Z',
  author: 'Pat',
  media: [],
  deliveries,
})

test('says which networks a planned post is on hold for', () => {
  const held = post([delivery('facebook', 'held'), delivery('google', 'scheduled')])
  expect(rendered(<NextPost post={held} />).text).toContain('On hold for Facebook')
  expect(rendered(<NextPost post={post([delivery('google', 'scheduled')])} />).text).not.toContain('hold')
})
