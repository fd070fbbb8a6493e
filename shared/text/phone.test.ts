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
])('accepts the phone number %s', text => {
  expect(v.is(phoneNumber(''), text)).toBe(true)
  expect(v.is(optionalPhoneNumber, text)).toBe(true)
  expect(v.is(optionalPhoneOrEmail, text)).toBe(true)
})

test.each([
  'abc',
  '12345',
  '1234567890123456',
  'call 0400 000 000',
  '0400+000000',
  'pat@example.com',
  '------',
])('rejects the phone number %s', text => {
  expect(v.is(phoneNumber(''), text)).toBe(false)
  expect(v.is(optionalPhoneNumber, text)).toBe(false)
})

test('takes a phone number, an email or nothing where either will do', () => {
  for (const text of ['', '0400 000 000', 'Pat@Example.com'])
    expect(v.is(optionalPhoneOrEmail, text)).toBe(true)
  for (const text of ['abc', 'pat@', '12345']) expect(v.is(optionalPhoneOrEmail, text)).toBe(false)
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
