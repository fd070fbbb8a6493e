import { expect, test } from 'bun:test'

import { decodeHtml } from './decode-html.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')

test.each([
  ['the header', latin1('<title>Müller'), 'text/html; charset=ISO-8859-1', '<title>Müller'],
  [
    'the header before the page',
    Buffer.from('<meta charset=latin1>ü'),
    'text/html;charset="utf-8"',
    '<meta charset=latin1>ü',
  ],
  [
    'the page',
    latin1('<meta charset="windows-1252"><title>Müller'),
    'text/html',
    '<meta charset="windows-1252"><title>Müller',
  ],
  [
    'an old declaration of the page',
    latin1('<META http-equiv=Content-Type content="text/html; charset=iso-8859-1">ü \x96'),
    '',
    '<META http-equiv=Content-Type content="text/html; charset=iso-8859-1">ü –',
  ],
  ['a byte order mark before all', Buffer.from('\uFEFF<p>ü'), 'text/html; charset=latin1', '<p>ü'],
  ['a byte order mark of UTF-16', Buffer.from('\uFEFF<p>ü', 'utf16le'), '', '<p>ü'],
  ['nothing, as UTF-8', Buffer.from('<p>ü'), '', '<p>ü'],
  ['nothing, as UTF-8 that ends within a character', Buffer.from('<p>ü€').subarray(0, -1), '', '<p>ü'],
  ['nothing, as Windows-1252', latin1('<p>Müller'), '', '<p>Müller'],
  ['an encoding that doesn’t exist', latin1('<meta charset=none>ü'), '', '<meta charset=none>ü'],
])('reads the encoding of a page from %s', (_, bytes, contentType, html) => {
  expect(decodeHtml(bytes, contentType)).toBe(html)
})
