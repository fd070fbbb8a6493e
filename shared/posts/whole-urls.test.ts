import { expect, test } from 'bun:test'
import * as v from 'valibot'

import { extrasProblem, normalizeExtras } from './extras-rules.ts'
import { NO_EXTRAS } from './extras.ts'
import { PostButton } from './post-button.ts'

const DATED = { title: 'Open day', start: '2030-01-03T18:00', end: '2030-01-03T19:00' }

test('completes the URLs of a button and an offer, and refuses an invalid one', () => {
  const button = normalizeExtras({ ...NO_EXTRAS, button: 'BOOK', url: 'pats.example/book' })
  expect(button?.url).toBe('https://pats.example/book')
  expect(extrasProblem('google', button)).toBeUndefined()
  const offer = normalizeExtras({ ...NO_EXTRAS, ...DATED, kind: 'offer', redeemUrl: 'pats.example' })
  expect(offer?.redeemUrl).toBe('https://pats.example')
  const wrong = normalizeExtras({ ...NO_EXTRAS, button: 'BOOK', url: 'call us' })
  expect(extrasProblem('google', wrong)).toEqual({
    part: 'url',
    message: 'Please enter where “Book” leads as a whole address, such as https://example.com/page.',
  })
  expect(v.parse(PostButton, { button: 'BOOK', url: 'pats.example' }).url).toBe('https://pats.example')
  expect(v.is(PostButton, { button: 'BOOK', url: 'call us' })).toBe(false)
})
