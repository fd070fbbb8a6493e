import { expect, test } from 'bun:test'

import type { ReviewedContent } from '#shared/posts/approvals.ts'
import { differences as compare } from '../ui/Changes.tsx'

const differences = (before: ReviewedContent[], after: ReviewedContent[]) =>
  compare(before, after, at => at.toISOString())

const facebook: ReviewedContent = {
  network: 'facebook',
  account: '1',
  message: 'Open until six on Friday',
  firstComment: '',
  media: [
    { hash: 'a', altText: 'The shop' },
    { hash: 'b', altText: '' },
  ],
  publishAt: 1_900_000_000_000,
}
const instagram: ReviewedContent = { ...facebook, network: 'instagram', account: '2' }

test('marks changed words, once for all networks with the same change', () => {
  const changed = (content: ReviewedContent) => ({ ...content, message: 'Open until nine on Friday' })
  expect(differences([facebook, instagram], [changed(facebook), changed(instagram)])).toEqual([
    {
      label: 'Text',
      networks: ['facebook', 'instagram'],
      parts: [
        { text: 'Open until ', is: 'same' },
        { text: 'six', is: 'removed' },
        { text: 'nine', is: 'added' },
        { text: ' on Friday', is: 'same' },
      ],
    },
  ])
  expect(differences([facebook], [facebook])).toEqual([])
})

const media = (...hashes: string[]) => ({ ...facebook, media: hashes.map(hash => ({ hash, altText: '' })) })

test('says in a sentence how pictures, networks and accounts changed', () => {
  const notes = (before: ReviewedContent[], after: ReviewedContent[]) =>
    differences(before, after).map(({ note }) => note)
  expect(notes([media('a', 'b')], [media('b', 'a')])).toEqual(['Their order has changed.'])
  expect(notes([media('a', 'b')], [media('a')])).toEqual(['1 removed.'])
  expect(notes([media('a')], [media('c')])).toEqual(['1 new, 1 removed or cropped differently.'])
  expect(notes([facebook], [facebook, instagram])).toEqual(['Instagram was added.'])
  expect(notes([facebook, instagram], [facebook])).toEqual(['It no longer goes out on Instagram.'])
  expect(notes([facebook], [{ ...facebook, account: '3' }])).toEqual(['It goes out on another account.'])
  expect(notes([facebook], [{ ...facebook, publishAt: 1_900_000_600_000 }])).toEqual([
    'Moved from 2030-03-17T17:46:40.000Z to 2030-03-17T17:56:40.000Z.',
  ])
})

test('shows a text with too many changes for a comparison as replaced', () => {
  const words = (start: number) => Array.from({ length: 900 }, (_, n) => `word${start + n}`).join(' ')
  const [before, after] = [words(0), words(1000)]
  expect(differences([{ ...facebook, message: before }], [{ ...facebook, message: after }])).toMatchObject([
    {
      parts: [
        { text: before, is: 'removed' },
        { text: after, is: 'added' },
      ],
    },
  ])
})
