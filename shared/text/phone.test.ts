import { expect, test } from 'bun:test'
import * as v from 'valibot'

import { RequestFromAudit } from '#shared/audits/audit.ts'
import { BookCall } from '#shared/bookings.ts'
import { ContactRequest, WebsiteQuestionnaire } from '#shared/requests/requests.ts'
import { SupportCall } from '#shared/requests/support.ts'
import { optionalPhoneNumber, optionalPhoneOrEmail, PHONE_MESSAGES, phoneNumber } from './phone.ts'

test.each([
  '131 008',
  '0400 000 000',
  '(03) 9000-0000',
  '+61 (0)400 000 000',
  '(+61) 400.000.000',
  '03/9000–0000',
  '\u202D+61 400 000 000\u202C',
  '０４００ ０００ ０００',
  '+12 345 678 901 234 5',
  '+1 555 123 4567 ext. 89',
  '+1 555 123 4567 x89',
  '(555) 123-4567 #12',
  '0412 345 678 (mobile)',
  '0412 345 678, 0413 345 678',
  '1300 FLOWERS',
  '1300 flowers',
  '＋６１（４）００ ０００ ０００',
  'tel:+61400000000',
  '0412·345·678',
])('accepts the phone number %s', text => {
  expect(v.is(phoneNumber(''), text)).toBe(true)
  expect(v.is(optionalPhoneNumber, text)).toBe(true)
  expect(v.is(optionalPhoneOrEmail, text)).toBe(true)
})

test.each(['abc', '12345', 'pat@example.com', '1300', '------'])('rejects the phone number %s', text => {
  expect(v.is(phoneNumber(''), text)).toBe(false)
  expect(v.is(optionalPhoneNumber, text)).toBe(false)
})

test('accepts a phone number, an e-mail or nothing as an optional contact', () => {
  for (const text of ['', '0400 000 000', 'Pat@Example.com'])
    expect(v.is(optionalPhoneOrEmail, text)).toBe(true)
  for (const text of ['abc', 'pat@', 'pat123456@gmail', '12345'])
    expect(v.is(optionalPhoneOrEmail, text)).toBe(false)
})

test.each([
  ['a call', BookCall, 'contact', PHONE_MESSAGES.invalid],
  ['support', SupportCall, 'phone', PHONE_MESSAGES.invalid],
  ['the contact forms', ContactRequest, 'contact', PHONE_MESSAGES.optional],
  ['a website check', RequestFromAudit, 'contact', PHONE_MESSAGES.optional],
  ['the questionnaire', WebsiteQuestionnaire, 'contact', PHONE_MESSAGES.orEmail],
] as [string, v.GenericSchema, string, string][])(
  'asks %s for a number that can be called',
  (_, schema, field, message) => {
    const { issues = [] } = v.safeParse(schema, { kind: 'call', [field]: 'abc' })
    expect(issues.filter(({ path }) => path?.at(-1)?.key === field).map(issue => issue.message)).toEqual([
      message,
    ])
  },
)
