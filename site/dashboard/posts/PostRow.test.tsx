import { expect, test } from 'bun:test'

import { NO_EXTRAS, type PostExtras } from '#shared/posts/extras.ts'
import type { Delivery, Post } from '#shared/posts/posts.ts'
import { rendered } from '#site/test/rendered.ts'
import { PostRow } from './PostRow.tsx'

const publishAt = '2030-01-01T13:00:00.000Z'
const delivery = (network: Delivery['network'], message: string, comment?: string): Delivery => ({
  _id: network,
  network,
  account: null,
  message,
  state: 'in_review',
  reason: '',
  reasonCode: '',
  publishAt,
  ...(comment && { firstComment: { message: comment, state: 'waiting', reason: '' } }),
})

const post = {
  _id: 'post',
  domainId: 'business',
  publishAt,
  timeZone: 'Australia/Melbourne',
  version: 1,
  createdAt: publishAt,
  author: 'Pat',
  isOwn: true,
  media: [],
} satisfies Partial<Post>

test('says on the row who sent a post back, and what to do', () => {
  const deliveries: Delivery[] = [{ ...delivery('facebook', 'Tarts today.'), state: 'changes_requested' }]
  const approval = {
    state: 'changes_requested',
    by: 'Aroha',
    at: publishAt,
    via: 'link',
    contentHash: '',
    whenApproved: false,
  } as const
  const { text } = rendered(<PostRow post={{ ...post, deliveries, approval }} tab="attention" />)
  expect(text).toContain('Aroha asked for changes. Edit the post, then send it for approval again.')
})

test('shows each text of a post that waits for approval once, first comments included', () => {
  const waiting: Post = {
    ...post,
    deliveries: [
      delivery('facebook', 'Tarts today.', 'Order online.'),
      delivery('instagram', 'Tarts today. #tarts', 'Order online.'),
      delivery('google', 'Tarts today.'),
    ],
  }
  const { text } = rendered(<PostRow post={waiting} tab="review" />)
  const shown = (part: string) => text.split(part).length - 1
  expect(
    ['Details of Tarts today.', 'Tarts today. #tarts', 'First comment: Order online.'].map(shown),
  ).toEqual([1, 1, 1])
  expect(shown('Tarts today.')).toBe(2)
})

test('counts a video’s cover as no file', () => {
  const file = { width: 1080, height: 1920, bytes: 1000, altText: '' }
  const film = { ...file, _id: 'film', kind: 'video', name: 'film.mp4', url: '/film.mp4' } as const
  const red = { ...file, _id: 'red', kind: 'image', name: 'red.jpg', url: '/red.jpg' } as const
  const markup = (extras?: PostExtras) => {
    const reel = { ...delivery('instagram', 'Tarts today.'), ...(extras && { extras }) }
    return rendered(<PostRow post={{ ...post, media: [film, red], deliveries: [reel] }} tab="scheduled" />)
      .markup
  }
  expect(markup()).toContain('+1')
  expect(markup({ ...NO_EXTRAS, coverId: 'red' })).not.toContain('+1')
})
