import { expect, test } from 'bun:test'

import { parseUrl, completeUrl } from './urls.ts'

test.each([
  ['https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
  [`https://a.example/${'ä'.repeat(1000)}`, `https://a.example/${'%C3%A4'.repeat(1000)}`],
  [
    `https://${'a'.repeat(60)}.example?${'x'.repeat(2000)}`,
    `https://${'a'.repeat(60)}.example/?${'x'.repeat(2000)}`,
  ],
  ['no url', undefined],
])('parses %s', (text, href) => expect(parseUrl(text)?.href).toBe(href))

test('parses a URL relative to another', () => {
  expect(parseUrl('/a?b', new URL('https://a.example/c'))?.href).toBe('https://a.example/a?b')
})

test.each(['https://', 'https:\\\\\\', 'https:', 'https://user@', ' ht\ntps:/\t/', '//'])(
  'rejects a host of many combining marks after %j without delay',
  start => {
    const marks = '\u0301\u0316'.repeat(50_000)
    for (const host of [marks, `a${marks}.example`, encodeURIComponent(marks)])
      expect(parseUrl(start + host, new URL('https://a.example'))).toBeNull()
  },
)

test.each([
  ['quillplumbing.example/open', 'https://quillplumbing.example/open'],
  [' example.com.au:8080 ', 'https://example.com.au:8080'],
  ['bücher.example?a=b', 'https://bücher.example?a=b'],
  ['http://example.com', 'http://example.com'],
  ['mailto:pat@example.com', 'mailto:pat@example.com'],
  ['pat@example.com', 'pat@example.com'],
  ['tomorrow', 'tomorrow'],
  ['call us. now', 'call us. now'],
  ['', ''],
])('completes the URL %j to %j', (text, whole) => expect(completeUrl(text)).toBe(whole))
