import { expect, test } from 'bun:test'

import { phoneNumberIn } from './phone-numbers.ts'

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
  expect(phoneNumberIn(text)).toBeString()
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
])('finds no phone number in “%s”', text => {
  expect(phoneNumberIn(text)).toBeUndefined()
})

test.each([
  ['no-break spaces', '0412\u00A0345\u00A0678'],
  ['narrow no-break spaces', '0412\u202F345\u202F678'],
  ['figure spaces', '0412\u2007345\u2007678'],
  ['ideographic spaces', '0412\u3000345\u3000678'],
  ['tabs', '0412\t345\t678'],
  ['several spaces', '0412   345   678'],
  ['spaces without width', '0412\u200B345\u200B678'],
  ['word joiners and bidi marks', '\u202A0412\u2060345\u2060678\u202C'],
  ['no-break hyphens', '0412\u2011345\u2011678'],
  ['en dashes', '0412 – 345 – 678'],
  ['minus signs', '0412\u2212345\u2212678'],
  ['middle dots', '0412·345·678'],
  ['full-width digits', '０４１２\u3000３４５\u3000６７８'],
  ['a full-width plus', '＋６１（４１２）３４５−６７８'],
  ['Arabic digits', '٠٤١٢ ٣٤٥ ٦٧٨'],
  ['Persian digits', '۰۴۱۲ ۳۴۵ ۶۷۸'],
  ['Devanagari digits', '०४१२ ३४५ ६७८'],
  ['bold digits', '𝟎𝟒𝟏𝟐 𝟑𝟒𝟓 𝟔𝟕𝟖'],
  ['emoji of digits', '0️⃣4️⃣1️⃣2️⃣ 3️⃣4️⃣5️⃣ 6️⃣7️⃣8️⃣'],
  ['an emoji before it', '📞0412 345 678'],
  ['a link before it', 'https://pat.example/👉0412 345 678'],
])('finds a phone number with %s', (_, text) => {
  expect(phoneNumberIn(`Call us: ${text} today`)?.replaceAll(/\D/g, '')).toMatch(/^(0|61)412345678$/)
})

test('returns the number as its author wrote it, in ASCII', () => {
  expect(phoneNumberIn('Ring ٠٤١٢\u00A0٣٤٥\u00A0٦٧٨ or 9123 4567')).toBe('0412 345 678')
})
