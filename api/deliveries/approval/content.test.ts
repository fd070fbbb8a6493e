import { expect, test } from 'bun:test'

import type { ReviewedContent } from '#shared/posts/approvals.ts'
import { contentHash, signedHashes } from './content.ts'

const picture = (hash: string, altText = '') => ({ hash, altText })
const facebook: ReviewedContent = {
  network: 'facebook',
  account: '100',
  message: 'Open late',
  firstComment: 'Until nine',
  media: [picture('a', 'The shop'), picture('b')],
  publishAt: 1_900_000_000_000,
}
const google: ReviewedContent = { ...facebook, network: 'google', account: 'locations/1', firstComment: '' }
const hash = (...contents: ReviewedContent[]) => contentHash(contents)
const [one, two] = facebook.media as [ReviewedContent['media'][0], ReviewedContent['media'][0]]

const CHANGES: Record<string, Partial<ReviewedContent>> = {
  'the network': { network: 'instagram' },
  'the account': { account: '101' },
  'the text': { message: 'Open late ' },
  'the first comment': { firstComment: 'Until ten' },
  'a picture or its crop': { media: [picture('c', 'The shop'), two] },
  'the order of pictures': { media: [two, one] },
  'a picture fewer': { media: [one] },
  'an alt text': { media: [picture('a', 'Our shop'), two] },
  'an alt text of another picture': { media: [picture('a'), picture('b', 'The shop')] },
}

test.each(Object.entries(CHANGES))('changes with %s', (_, change) => {
  expect(hash({ ...facebook, ...change }, google)).not.toBe(hash(facebook, google))
})

test('changes when a network is added or removed', () => {
  expect(hash(facebook)).not.toBe(hash(facebook, google))
})

test('stays the same when the content doesn’t change', () => {
  const reordered = Object.fromEntries(Object.entries(facebook).toReversed()) as ReviewedContent
  const described = { ...facebook, media: [{ altText: 'The shop', hash: 'a', name: 'x.jpg' }, two] }
  expect(hash(google, facebook)).toBe(hash(facebook, google))
  expect(hash(reordered)).toBe(hash(facebook))
  expect(hash(described)).toBe(hash(facebook))
})

test('stays the same at another time', () => {
  expect(hash({ ...facebook, publishAt: 1_900_000_060_000 })).toBe(hash(facebook))
})

test('distinguishes the same text in different fields', () => {
  expect(hash({ ...facebook, message: 'a', firstComment: 'b' })).not.toBe(
    hash({ ...facebook, message: 'a","b', firstComment: '' }),
  )
})

test('keeps its canonical form, because approvals of earlier releases must stay valid', () => {
  expect(hash(facebook)).toBe('8de412d94291eecd0da491a6b8b008b087c4ffada52399de0089988ce270e32e')
})

test('asks again about marks that earlier releases showed as written, and only about these', () => {
  const article = (message: string) => hash({ ...facebook, network: 'wordpress', message })
  const earlier = '7d8ef288e8ee5a62ac3bd737f95a452cf6d47ee53ee241d28bda3d646e7573b6'
  expect(article('Open **late**')).not.toBe(earlier)
  expect(article('Open late * 2 < 5 https://a.example')).toBe(
    '8a17fcd8127f755e3d810948f66e139ed575d0a7ff9e511e62acedc7c1ee1730',
  )
})

test('signs the content for each network', () => {
  expect(signedHashes([facebook, google])).toEqual([hash(facebook), hash(google)])
})
