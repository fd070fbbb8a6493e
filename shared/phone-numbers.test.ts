import { expect, test } from 'bun:test'

import { hasPhoneNumber } from './phone-numbers.ts'

test.each([
  'Call 0412 345 678',
  '(03) 9123 4567 now',
  '+61 3 9123 4567',
  'Ring 1300 123 456!',
  '9123 4567',
  '03-9123-4567',
  'tel:0412345678.',
  'Call (+61) 412 345 678',
  'From 2026-11-21, call 0412 345 678',
])('“%s” holds a phone number', text => {
  expect(hasPhoneNumber(text)).toBe(true)
})

test.each([
  'On 2026-11-21 we open',
  '2019-2026',
  'Save $1,000,000',
  '21/11/2026 and 24.12.2026',
  'Open 10:30-17:00, 7 days',
  'https://example.com/p/12345678',
  'pat12345678@example.com',
  '#12345678',
  'Lot 12, 3000 VIC',
  '100.000.000 stars',
  '20 30 40',
])('“%s” holds none', text => {
  expect(hasPhoneNumber(text)).toBe(false)
})

test.each(['a', '1', '1 ', '@', '(', '+1 (', 'http', 'https://', '1.'])(
  'a hundred thousand letters of “%s” are read in one go',
  piece => {
    const text = piece.repeat(100_000 / piece.length)
    expect(hasPhoneNumber(`${text} call 0412 345 678`)).toBe(true)
  },
)
