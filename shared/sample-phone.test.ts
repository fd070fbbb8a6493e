import { expect, test } from 'bun:test'
import * as v from 'valibot'

import { isSamplePhone } from './sample-phone.ts'
import { phoneNumber } from './text/phone.ts'

test.each(['03 7010 4010', '(02) 5550 1234', '+61 3 7010 4010', '1800 160 401', '0491 570 156'])(
  'treats %s as a number reserved for fiction, which forms accept',
  number => {
    expect(isSamplePhone(number)).toBe(true)
    expect(v.is(phoneNumber(''), number)).toBe(true)
  },
)

test.each(['', '03 9000 0000', '1300 FLOWERS', '0400 000 000', '+44 20 7946 0018', '03 7011 4010'])(
  'treats %s as a real number',
  number => expect(isSamplePhone(number)).toBe(false),
)
