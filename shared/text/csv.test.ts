import { expect, test } from 'bun:test'

import { csvOf, escapeFormula, unescapeFormula } from './csv.ts'

const cellOf = (text: string) => csvOf([[text]]).slice(1, -2)

test('exports a table that a spreadsheet opens unchanged: umlauts, quotes, commas and line breaks', () => {
  expect(
    csvOf([
      ['Name', 'Message'],
      ['Zoë “Zo” O’Neil, Pty', 'One\n"two"'],
    ]),
  ).toBe('\uFEFF"Name","Message"\r\n"Zoë “Zo” O’Neil, Pty","One\n""two"""\r\n')
})

test.each([
  '=HYPERLINK("http://evil.example","Click")',
  '+61400000000*1',
  '-2+3',
  '@SUM(A1)',
  '\t=1+1',
  ' =1+1',
  '\r=1+1',
  '＝1+1',
])('exports %p as text, not as a formula', text => {
  expect(cellOf(text)).toStartWith(`"'`)
})

test.each(['+61400000000', '+61 400000000', '+61-400-000-000', '+61 400 000 000'])(
  'exports the phone number %p as readable text',
  text => {
    expect(cellOf(text)).toMatch(/^"\+61 400 ?000 ?000"$/)
  },
)

test.each(['Pat Lee', 'pat@example.com', '$500 - $1,000', '', '99'])('keeps the harmless text %p', text => {
  expect(cellOf(text)).toBe(`"${text}"`)
})

test.each(['=1+1', "'=1+1", "''=1+1", "'tis the season", "'", '', "' =1", '+61 400 000 000', '-', '\t=1'])(
  'restores the text %p from its escaped form',
  text => expect(unescapeFormula(escapeFormula(text))).toBe(text),
)
