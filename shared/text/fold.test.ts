import { expect, test } from 'bun:test'

import { contains, fold } from './fold.ts'

for (const [what, ...texts] of [
  ['umlauts', 'ÄPFEL', 'äpfel', 'a\u0308pfel', 'Apfel'],
  ['accents', 'CAFÉ', 'Café', 'cafe\u0301', 'cafe'],
  ['sharp s', 'Straße', 'STRASSE', 'STRAẞE', 'straſse'],
  ['Turkish letters', 'İstanbul', 'ISTANBUL', 'ıstanbul', 'istanbul'],
  ['full width', 'Ｓａｌｅ ５０％', 'Sale 50%', 'SALE\u300050%'],
  ['half width', 'ｶﾞﾗｽ', 'ガラス', 'カ\u3099ラス'],
  ['stylised letters', '𝐒𝐚𝐥𝐞', '𝓢𝓪𝓵𝓮', 'ⓈⒶⓁⒺ', 'sale'],
  ['ligatures', 'ﬁne', 'FINE'],
  ['Nordic and Polish letters', 'Øre Æ Łódź Þór Đ', 'ore ae lodz thor d'],
  ['Greek', 'ΟΔΌΣ', 'οδός', 'οδοσ'],
  ['Cyrillic', 'ЁЛКА', 'елка'],
  ['Hebrew points', 'שָׁלוֹם', 'שלום'],
  ['Arabic vowels', 'مَرْحَبًا', 'مرحبا'],
  ['Korean', '한국', '한국'.normalize('NFD')],
  ['quotes', 'Pat’s “big” day', `pat's "big" day`],
  ['dashes and spaces', 'A–B\u00A0\u2009c\n\nd', 'a\u2011b c d'],
  ['invisible marks', 'S\u200Ba\u00ADle\uFE0F\u202E', 'sale'],
] as const)
  test(`finds no difference in ${what}`, () => {
    expect([...new Set(texts.map(fold))]).toHaveLength(1)
  })

test.each([
  ['がく', 'かく'],
  ['कि', 'का'],
  ['sale', 'sail'],
])('keeps %s and %s apart', (one, other) => expect(fold(one)).not.toBe(fold(other)))

test('changes nothing when it folds a text again', () => {
  const text = 'Ｓale: Ünïcödé, ẞ İ ΟΔΌΣ ﬁ ½ … ガ 한 🏴󠁧󠁢󠁥󠁮󠁧󠁿 “x”–y'
  expect(fold(fold(text))).toBe(fold(text))
})

test('finds a typed text within another, without the spaces around it', () => {
  expect(contains('Unsere ÄPFEL sind reif', ' äpfel ')).toBe(true)
  expect(contains('Unsere Birnen', 'äpfel')).toBe(false)
  expect(contains('Anything', ' ')).toBe(true)
})
