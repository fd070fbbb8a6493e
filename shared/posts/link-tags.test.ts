import { expect, test } from 'bun:test'
import fc from 'fast-check'

import { findLinks } from '#shared/text/links.ts'
import { DEFAULT_LINK_TAGS, tagLinks } from './link-tags.ts'

const tags = { ...DEFAULT_LINK_TAGS, on: true }
const TAGS = 'utm_source=facebook&utm_medium=social'

for (const [what, text, expected] of [
  ['a path', 'See https://a.example/menu today', `See https://a.example/menu?${TAGS} today`],
  ['a host alone', 'https://a.example', `https://a.example/?${TAGS}`],
  ['a query', 'https://a.example/?a=%20B', `https://a.example/?a=%20B&${TAGS}`],
  ['a query without a path', 'https://a.example?a=1', `https://a.example?a=1&${TAGS}`],
  ['a fragment', 'https://a.example/menu#cakes', `https://a.example/menu?${TAGS}#cakes`],
  ['the end of a sentence', 'Book at https://a.example/book!', `Book at https://a.example/book?${TAGS}!`],
  ['brackets', '(https://a.example/a).', `(https://a.example/a?${TAGS}).`],
  ['brackets of its own', 'https://a.example/a_(b)', `https://a.example/a_(b)?${TAGS}`],
  [
    'two links',
    'http://a.example/1 https://b.example/2',
    `http://a.example/1?${TAGS} https://b.example/2?${TAGS}`,
  ],
  ['a link with tags', 'https://a.example/?UTM_source=mail', 'https://a.example/?UTM_source=mail'],
  ['no link', 'Open until 5, a.example', 'Open until 5, a.example'],
] as const)
  test(`adds campaign tags to links: ${what}`, () => {
    expect(tagLinks(text, 'facebook', tags)).toBe(expected)
    expect(tagLinks(expected, 'facebook', tags)).toBe(expected)
  })

test('escapes the chosen tags', () => {
  const chosen = { on: true, source: 'Our Page', medium: '', campaign: 'spring & summer' }
  expect(tagLinks('https://a.example/', 'facebook', chosen)).toBe(
    'https://a.example/?utm_source=Our%20Page&utm_campaign=spring%20%26%20summer',
  )
})

test('changes nothing while tags are off, or on a network where links don’t work', () => {
  const text = 'https://a.example/'
  expect(tagLinks(text, 'facebook', { ...tags, on: false })).toBe(text)
  expect(tagLinks(text, 'facebook', null)).toBe(text)
  expect(tagLinks(text, 'instagram', tags)).toBe(text)
  expect(tagLinks(text, 'google', tags)).toBe(text)
})

const ADDRESS = 'https://pat.example/sale'

test.each(
  '👉 🔥 👩‍🔧 🇦🇺 ℹ️ 1️⃣ #️⃣ © ” “ „ ’ ‹ › « » 。 、 ， ： ！ ？ ） 】 」 ؟ ، । ။ … – — · | ` < > " ^ \\ \u00A0 \u2028 \u200B \u200C \u200D \u200E \u200F \u202E \u2060 \u2066 \uFEFF \uFE0F \u00AD \u{E0041} \u3164 \uD83D . ! ?! ). ]: }; * _ ~'.split(
    / /,
  ),
)('ends a link before %j', end => {
  const text = `${end}${ADDRESS}${end} ${end}${ADDRESS}/?a=1${end}`
  expect(tagLinks(text, 'facebook', tags)).toBe(
    `${end}${ADDRESS}?${TAGS}${end} ${end}${ADDRESS}/?a=1&${TAGS}${end}`,
  )
})

test.each([
  ['joined by a bar', 'http://a.example/1|http://b.example/2'],
  ['joined by a comma', 'http://a.example/1,http://b.example/2'],
  ['in Markdown', '[http://a.example/1](http://b.example/2)'],
  ['in angle brackets', '<http://a.example/1><http://b.example/2>'],
])('adds campaign tags to two links %s', (_, text) => {
  expect(tagLinks(text, 'facebook', tags)).toBe(text.replaceAll(/\d/g, path => `${path}?${TAGS}`))
})

test.each([
  'https://en.wikipedia.org/wiki/Currawong_(bird)',
  'https://en.wikipedia.org/wiki/A_(b_(c))_d',
  'https://shop.example/list?colour[]=red&size={xl}',
  'https://bücher.example/straße',
  'https://例え.テスト/パス',
  'https://tokyo東京.example/',
  'https://ja.wikipedia.org/wiki/日本',
  'https://fa.wikipedia.org/wiki/می‌خواهم',
  "https://pat.example:8443/a,b;c=1/d.e/~pat/!$&'()*+,;=:@-._~%20x",
  'https://[2001:db8::1]:8080/x',
  'https://web.archive.org/web/2026/https://pat.example/',
  'https://user@pat.example/x',
])('keeps the whole link %s, in brackets and before a full stop', link => {
  const joint = link.includes('?') ? '&' : '?'
  expect(tagLinks(`(${link}).`, 'facebook', tags)).toBe(`(${link}${joint}${TAGS}).`)
})

test.each([
  ['Japanese after a path', 'をご覧ください'],
  ['Korean after a path', '에서'],
  ['Thai after a path', 'วันนี้'],
])('reads letters of %s as text', (_, after) => {
  expect(tagLinks(ADDRESS + after, 'facebook', tags)).toBe(`${ADDRESS}?${TAGS}${after}`)
})

/** Returns the parts of a text between its links. */
function outsideLinks(text: string): string[] {
  let rest = 0
  const before = findLinks(text).map(({ start, end }) => {
    const part = text.slice(rest, start)
    rest = end
    return part
  })
  return [...before, text.slice(rest)]
}

test('changes only the queries of links, whatever surrounds them', () => {
  const anything = fc.string({
    unit: fc.oneof(
      fc.string({ unit: 'binary', maxLength: 1 }),
      fc.constantFrom(...' .,()[]|👉🏽\u200D\uFE0F“日a1/?#&='),
      fc.nat(0xffff).map(code => String.fromCharCode(code)),
    ),
    maxLength: 20,
  })
  fc.assert(
    fc.property(
      anything,
      fc.constantFrom(ADDRESS, `${ADDRESS}?a=1`, `${ADDRESS}#b`, 'https://bücher.example/'),
      anything,
      (before, link, after) => {
        const text = before + link + after
        const tagged = tagLinks(text, 'facebook', tags)
        expect(outsideLinks(tagged)).toEqual(outsideLinks(text))
        for (const [at, { url }] of findLinks(text).entries()) {
          const [written = ''] = url.split('#', 1)
          const sent = findLinks(tagged)[at]?.url ?? ''
          expect(sent.startsWith(written) && sent.endsWith(url.slice(written.length))).toBe(true)
        }
        expect(tagged).toContain(TAGS)
        expect(tagLinks(tagged, 'facebook', tags)).toBe(tagged)
      },
    ),
    { numRuns: 2000 },
  )
})
