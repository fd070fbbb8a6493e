import { expect, test } from 'bun:test'
import encodeQr from 'qr'

import { qrPath } from '#site/ui/QrCode.tsx'
import { mailFor } from './AskForReviews.tsx'
import { cardPdf } from './card-pdf.ts'
import { fitName } from './draw-card.ts'

const LINK = 'https://search.google.com/local/writereview?placeid=ChIJ1'

test('draws each dark square of the code once', () => {
  const rows = encodeQr(LINK, 'raw', { ecc: 'medium', border: 2 })
  expect(qrPath(rows).split('M').length - 1).toBe(rows.flat().filter(Boolean).length)
})

test('writes the card as an A6 PDF with its title and picture', async () => {
  const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xd9])
  const pdf = await cardPdf({
    title: 'Café ☕',
    width: 105,
    height: 148,
    picture: { width: 2, height: 1, jpeg },
  })
  const text = Buffer.from(pdf).toString('latin1')
  expect(text).toStartWith('%PDF-1.7\n')
  expect(text).toContain('/MediaBox [0 0 297.638 419.528]')
  expect(text).toContain('/Title <FEFF00430061006600e900202615>')

  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1])
  expect(text.slice(table)).toStartWith('xref\n0 7\n')
  const begins = [...text.slice(table).matchAll(/(\d{10}) 00000 n/g)].map(([, begin]) => Number(begin))
  expect(begins.map(begin => text.slice(begin, begin + 7))).toEqual(
    [1, 2, 3, 4, 5, 6].map(id => `${id} 0 obj`),
  )

  const streams = begins.slice(3, 5).map(begin => {
    const length = Number(/\/Length (\d+)/.exec(text.slice(begin))![1])
    const from = text.indexOf('stream\n', begin) + 'stream\n'.length
    expect(text.slice(from + length)).toStartWith('\nendstream')
    return pdf.slice(from, from + length)
  })
  expect(Buffer.from(streams[0]!).toString()).toBe('q 297.638 0 0 419.528 0 0 cm /Card Do Q')
  expect(streams[1]).toEqual(jpeg)
})

test('sets a name on two lines at most, and smaller if it is long', () => {
  const widthOf = (text: string, size: number) => text.length * size
  const short = fitName('Pat’s Plumbing', 100, widthOf)
  expect(short.lines).toEqual(['Pat’s Plumbing'])
  const long = fitName('Harbour Bakehouse and Coffee Roasters', 110, widthOf)
  expect(long.lines).toEqual(['Harbour Bakehouse', 'and Coffee Roasters'])
  expect(long.size).toBeLessThan(short.size)
  const [first, second] = fitName('A very long name '.repeat(20), 20, widthOf).lines
  expect(`${first} ${second}`.length).toBeLessThanOrEqual(80)
})

test('puts the link into the email, and asks unhappy customers too', () => {
  expect(mailFor('Pat’s Plumbing', LINK)).toContain(LINK)
  expect(mailFor('Pat’s Plumbing', LINK)).not.toMatch(/happy|five stars|satisfied/i)
})
