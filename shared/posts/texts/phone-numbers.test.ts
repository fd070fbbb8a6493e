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
  'Phone: 51824753',
  '+1 (212) 555-0142',
  '212-555-0142',
  'Freecall 1800 123 456',
  'Order 12345678 or 0412 345 678',
])('finds a phone number in “%s”', text => {
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
  'The code on the box is 9312345678907',
  '12345678901',
  'ABN 51 824 753 556',
  '51 824 753 556',
  'ISBN 978-0-14-300723-4',
  'ISBN 0-14-300723-4',
  'Order no. 0012345678',
  'Pi is 3 14159265358979',
])('finds none in “%s”', text => {
  expect(hasPhoneNumber(text)).toBe(false)
})

test.each(['a', '1', '1 ', '@', '(', '+1 (', 'http', 'https://', '1.'])(
  'reads a hundred thousand repetitions of “%s” in linear time',
  piece => {
    const text = piece.repeat(100_000 / piece.length)
    expect(hasPhoneNumber(`${text} call 0412 345 678`)).toBe(true)
  },
)
