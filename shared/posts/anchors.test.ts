import { expect, test } from 'bun:test'
import * as v from 'valibot'

import { findQuote } from './anchors.ts'
import { NewComment } from './approvals.ts'

test('finds a quote at its old position, or else the nearest one with the same words', () => {
  const find = (text: string, from: number) => findQuote(text, { quote: 'tart', from })
  expect(find('A tart and a tart', 2)).toBe(2)
  expect(find('A tart and a tart', 13)).toBe(13)
  expect(find('New: a tart and a tart', 13)).toBe(18)
  expect(find('A tart', 40)).toBe(2)
  expect(find('A pie', 2)).toBeUndefined()
})

test('accepts as an anchor only a point in a picture or a quote of a network’s text', () => {
  const accepts = (anchor: object) => v.safeParse(NewComment, { message: 'Here', anchor }).success
  expect(accepts({ mediaId: 'm', x: 0, y: 1 })).toBe(true)
  expect(accepts({ network: 'instagram', quote: 'tart', from: 2 })).toBe(true)
  for (const wrong of [
    {},
    { mediaId: 'm', x: 0.5 },
    { mediaId: 'm', x: -0.1, y: 0.5 },
    { mediaId: 'm', x: 0.5, y: 1.1 },
    { mediaId: 'm', x: Number.NaN, y: 0 },
    { mediaId: 'm', x: 0, y: 0, quote: 'tart' },
    { network: 'myspace', quote: 'tart', from: 2 },
    { network: 'facebook', quote: '', from: 2 },
    { network: 'facebook', quote: 'x'.repeat(1001), from: 2 },
    { network: 'facebook', quote: 'tart', from: -1 },
    { network: 'facebook', quote: 'tart', from: 1.5 },
  ])
    expect(accepts(wrong)).toBe(false)
})
