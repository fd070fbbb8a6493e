import { expect, test } from 'bun:test'

import { DEFAULT_LINK_TAGS, linksIn, tagLinks } from './link-tags.ts'

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
  test(`tags links: ${what}`, () => {
    expect(tagLinks(text, 'facebook', tags)).toBe(expected)
    expect(tagLinks(expected, 'facebook', tags)).toBe(expected)
  })

test('escapes the chosen tags', () => {
  const chosen = { on: true, source: 'Our Page', medium: '', campaign: 'spring & summer' }
  expect(tagLinks('https://a.example/', 'facebook', chosen)).toBe(
    'https://a.example/?utm_source=Our%20Page&utm_campaign=spring%20%26%20summer',
  )
})

test('changes nothing while tags are off, or where links don’t work', () => {
  const text = 'https://a.example/'
  expect(tagLinks(text, 'facebook', { ...tags, on: false })).toBe(text)
  expect(tagLinks(text, 'facebook', null)).toBe(text)
  expect(tagLinks(text, 'instagram', tags)).toBe(text)
  expect(tagLinks(text, 'google', tags)).toBe(text)
})

test('finds links without the punctuation after them', () => {
  expect(linksIn('(https://a.example/a_(b)), http://b.example.')).toEqual([
    'https://a.example/a_(b)',
    'http://b.example',
  ])
})
