import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'

import { emailAddress } from './email.ts'
import { Message, optionalText, required, requiredLine } from './text.ts'

const read = (schema: v.GenericSchema, input: unknown) => {
  const result = v.safeParse(schema, input)
  return result.success ? result.output : v.flatten(result.issues).root
}
const name = requiredLine('Full Name is required', 100)
const email = emailAddress('Email is required', 'Email format is invalid')

describe('a single-line text', () => {
  test.each([
    ['a tab and line breaks', 'Pat\t\r\n\u2028Lee', 'Pat Lee'],
    ['marks that turn the reading around', '\u202Eeel\u202C \u2066taP\u2069', 'eel taP'],
    ['marks without width', '\uFEFFP\u200Bat\u2060 L\u00ADee', 'Pat Lee'],
    ['half of a character', 'Pat\uD83D Lee', 'Pat Lee'],
    ['controls', 'P\u0000at\u009B Lee\u007F', 'Pat Lee'],
    [
      'tags, but with the flags made of them',
      '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}\u{E0041} Pat',
      '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} Pat',
    ],
    ['letters made of two', 'Zoe\u0308', 'Zoë'],
  ])('is kept without %s', (_, typed, kept) => expect(read(name, typed)).toBe(kept))

  test.each(['Zoë O’Neil-Ng', 'می‌خواهم', '李小龍', '👩‍🔧 & Söhne'])('keeps %s as it is', typed =>
    expect(read(name, typed)).toBe(typed),
  )

  test.each(['', ' \t', '\u200B\u200D', '\u3164', '\u2800', '\u0301', '\u{E0041}'])(
    'is missing if nothing in it is visible: %j',
    typed => expect(read(name, typed)).toEqual(['Full Name is required']),
  )
})

test('treats a message without visible characters as missing', () => {
  const message = required('Please enter your message.', 5000)
  expect(read(message, '\u200B\n\u3164')).toEqual(['Please enter your message.'])
  expect(read(message, ' Two\n\tlines ')).toBe('Two\n\tlines')
})

test('breaks lines where other programs do', () => {
  expect(read(Message, 'a\vb\fc\u0085d\u2028e\u2029f\r\ng\rh')).toBe('a\nb\nc\nd\ne\nf\ng\nh')
  expect(read(optionalText(20), 'a\vb')).toBe('a\nb')
})

test.each([
  [' PAT@Example.COM\u200B', 'pat@example.com'],
  ["pat.o'brien+shop@mail.example.com.au", "pat.o'brien+shop@mail.example.com.au"],
  ['pat@xn--bcher-kva.example', 'pat@xn--bcher-kva.example'],
  ['pat@xn--fiqs8s.xn--fiqs8s', 'pat@xn--fiqs8s.xn--fiqs8s'],
  ['Pat@BÜCHER.example', 'pat@xn--bcher-kva.example'],
  ['pat@bu\u0308cher.example', 'pat@xn--bcher-kva.example'],
  ['pat@中国.中国', 'pat@xn--fiqs8s.xn--fiqs8s'],
  ['pat@straße.example', 'pat@xn--strae-oqa.example'],
])('accepts the e-mail %s', (typed, kept) => expect(read(email, typed)).toBe(kept))

test.each([
  'pat',
  'pat@',
  'pat@localhost',
  'pat@example..com',
  'pat..lee@example.com',
  '.pat@example.com',
  'pat lee@example.com',
  'pat,ann@example.com',
  '"pat lee"@example.com',
  'Pat <pat@example.com>',
  'pat@example.com\nBcc: ann@example.com',
  'pat@-example.com',
  `${'p'.repeat(65)}@example.com`,
  'pat@[127.0.0.1]',
  // Mail servers may read the long s as an s.
  'pat@exampleſ.com',
  'ſam@example.com',
  // Full-width letters, and a label that no registry has.
  'pat@ｅxample.com',
  'pat@bü_cher.example',
  'pät@example.com',
  `pat@${'ü'.repeat(64)}.example`,
])('rejects the e-mail %j', typed => expect(read(email, typed)).toEqual(['Email format is invalid']))
