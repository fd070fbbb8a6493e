import { expect, test } from 'bun:test'

import { rate } from './match.ts'

test('rates beginnings before later words, and whole words before parts of words', () => {
  expect(rate('Café Zoë', 'cafe')).toBeGreaterThan(rate('My café', 'cafe'))
  expect(rate('A lemon tart', 'lemon')).toBeGreaterThan(rate('Two lemonades', 'lemon'))
  expect(rate('Watermelons, a lemonade', 'lemon')).toBeGreaterThan(rate('Watermelons', 'melon'))
  expect(rate('Social Hub', 'hub')).toBeGreaterThan(rate('GitHub', 'hub'))
})

test('finds texts whatever their case, accents, composition and width', () => {
  for (const typed of ['ÄPFEL', 'apfel', 'a\u0308pfel', 'Ａｐｆｅｌ', 'pfel '])
    expect([typed, rate('Unsere Äpfel', typed) > 0]).toEqual([typed, true])
  expect(rate('Straße', 'STRASSE')).toBeGreaterThan(0)
  expect(rate('Istanbul', 'ıstanbul')).toBeGreaterThan(0)
})

test('finds letters in their order only in names, and from their beginning', () => {
  expect(rate('Calendar', 'cld', true)).toBe(1)
  expect(rate('Calendar', 'dca', true)).toBe(0)
  expect(rate('Fremantle', 'lemon', true)).toBe(0)
  expect(rate('Lemongrass, or else mint and onion', 'lmn')).toBe(0)
})
