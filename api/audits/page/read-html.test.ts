import { expect, test } from 'bun:test'

import { readHtml } from './read-html.ts'

const URL = 'https://bakehouse.example/'
const read = (html: string) => readHtml(html, URL)
const jsonLd = (data: unknown) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`

test('reads what a page says about a business in structured data', () => {
  const facts = read(
    jsonLd({
      '@graph': [
        { '@type': 'WebSite', name: 'Harbour Bakehouse' },
        {
          '@type': 'Bakery',
          telephone: '+61 3 5200 0000',
          address: { streetAddress: '1 Pier Street', addressLocality: 'Geelong', postalCode: '3220' },
          openingHoursSpecification: [
            { dayOfWeek: ['https://schema.org/Monday', 'Tuesday'], opens: '07:00', closes: '15:00:00' },
          ],
        },
      ],
    }),
  )
  expect(facts.hours).toEqual({ text: 'Mon Tue 07:00–15:00', isMarked: true })
  expect(facts.phone).toEqual({ text: '+61 3 5200 0000', isMarked: true, isPressable: false })
  expect(facts.place).toEqual({ text: '1 Pier Street, Geelong, 3220', isMarked: true })
  expect(read(jsonLd({ openingHours: ['Mo-Fr 07:00-15:00', 'Sa 08:00-12:00'] })).hours?.text).toBe(
    'Mo-Fr 07:00-15:00, Sa 08:00-12:00',
  )
})

test('reads the areas that a business serves where it marks no address', () => {
  const areaServed = [{ '@type': 'Place', name: 'Melbourne' }, 'Geelong', 7]
  expect(read(jsonLd({ areaServed })).place).toEqual({ text: 'Melbourne, Geelong', isMarked: true })
  expect(read(jsonLd({ areaServed, address: '1 Pier Street' })).place?.text).toBe('1 Pier Street')
})

test.each([
  ['<p>We’re open Monday to Friday 7am–3pm, and Saturdays.', 'Monday to Friday 7am–3pm, and Saturdays'],
  ['<p>Tue–Sun 8 - 4', 'Tue–Sun 8 - 4'],
  ['<h2>Opening hours</h2><p>whenever the flag is up', 'Opening hours whenever the flag is up'],
  ['<table><tr><td>Monday</td><td>9am–5pm</td></tr><tr><td>12', 'Monday 9am–5pm'],
  ['<li>Tue–Sun 8am – 4pm<li>12 Main St', 'Tue–Sun 8am – 4pm'],
  ['<p>Opening hours: by appointment<p>12 Main St', 'Opening hours: by appointment'],
  ['<footer>Mon-Fri 9:00 AM-6:00 PM EST', 'Mon-Fri 9:00 AM-6:00 PM EST'],
  ['<p>Come by, 9 am to 5 pm', '9 am to 5 pm'],
  ['<p>9:00–17:00', '9:00–17:00'],
  ['<p>Open 9–5', 'Open 9–5'],
  ['<p>We’re open daily from 7 am', 'open daily from 7 am'],
  ['<p>Open 24/7', 'Open 24/7'],
  ['<p>Sunday roast is our thing', undefined],
  ['<li>Thu</li><li>6:30 am</li><li>Tue</li><li>4:00 pm</li><li>Mon 8:15 am', undefined],
  ['<p>Posts on Tuesday at 6:30 am', undefined],
  ['<p>Sunflowers from 9–10 growers, and 1-3 pages for $9-15', undefined],
  ['<p>Market on Saturday 12–14 December', undefined],
  ['<p>Your pages, photos and opening hours; shared words where they fit', undefined],
  ['<p>We answer within 24 hours at 7 am', undefined],
  ['<script>"Monday 9am"</script><style>.monday9am{}</style>', undefined],
])('finds opening hours in %s', (html, text) => {
  expect(read(html).hours?.text).toBe(text)
})

test.each([
  ['<a href="tel:+61352000000">Ring us</a>', '+61352000000', true],
  ['<p>Ring (03) 5200 0000', '(03) 5200 0000', false],
  ['<p>Call 0400 000 000 or 1300 000 000', '0400 000 000', false],
  ['<p>Call 0412 345 678<p>12 Main St', '0412 345 678', false],
  ['<p>Call 0412 345 678<br>12 Main St', '0412 345 678', false],
  ['<span>+61 (0)3 5200 0000</span> <span>12 Main St</span>', '+61 (0)3 5200 0000', false],
  ['<td>13 12 34</td><td>56 Main St', '13 12 34', false],
  ['<p>ABN 12 345 678 901, since 2004', undefined, undefined],
])('finds the phone number in %s', (html, text, isPressable) => {
  const { phone } = read(html)
  expect([phone?.text, phone?.isPressable]).toEqual([text, isPressable])
})

test.each([
  ['<p>Find us at 12 Little Malop Street, Geelong', '12 Little Malop Street, Geelong'],
  ['<p>12 Main St<br>Geelong VIC 3220<p>Closed on Mondays', '12 Main St Geelong VIC 3220'],
  ['<div>12 Main St</div><div>0412 345 678</div>', '12 Main St'],
  ['<p>Serving Geelong VIC 3220 and around', 'Serving Geelong VIC 3220'],
  ['<address>The old <b>mill</b>, by the river</address>', 'The old mill , by the river'],
  [
    '<footer>Pty Ltd, Australia. At work in Melbourne and regional Victoria, with Maggie',
    'At work in Melbourne and regional Victoria',
  ],
  ['<p>A florist based in Fitzroy', 'based in Fitzroy'],
  [
    '<p>Serving Ballarat, Bendigo and the Goldfields since 1990',
    'Serving Ballarat, Bendigo and the Goldfields',
  ],
  ['<p>The best bread in inner Melbourne', 'in inner Melbourne'],
  ['<title>Bakery, Geelong | Harbour Bakehouse</title><p>Bread', 'Geelong'],
  ['<p>We close in December, write in English, and post in Instagram Stories', undefined],
  ['<p>We do 12 loaves a day', undefined],
])('finds the place in %s', (html, text) => {
  expect(read(html).place?.text).toBe(text)
})

test('reads the preview for shared links, and falls back to the page’s title and description', () => {
  const plain = read('<title>Bakehouse</title><meta name=description content="Bread">')
  expect(plain.share).toEqual({ title: 'Bakehouse', description: 'Bread', picture: null })
  const own = read(
    `<title>Bakehouse</title><meta property="og:title" content="Bread &amp; cake"><meta property="og:image" content="/a.png">`,
  )
  expect(own.share).toEqual({
    title: 'Bread & cake',
    description: '',
    picture: { url: 'https://bakehouse.example/a.png', loads: false },
  })
  expect(read('<meta property="og:image" content="javascript:alert(1)">').share.picture).toBeNull()
})

test('knows a page for phones, and the title of the page from that of a drawing', () => {
  expect(read('<meta name="viewport" content="width=device-width, initial-scale=1">').fitsPhones).toBe(true)
  expect(read('<meta name="viewport" content="initial-scale=1">').fitsPhones).toBe(false)
  expect(read('<svg><title>Logo</title></svg><title>Bakehouse</title>').title).toBe('Bakehouse')
})

const LENGTH = 1_000_000
const MAX_BUSY_MS = 2000

test.each([
  '<div>',
  '</p>',
  'monday ',
  'Monday to ',
  '0400 ',
  '12 Some ',
  'Aa ',
  'open on ',
  '9 am - ',
  'Mon 9',
  'in Aaa ',
  'based in Aaa and ',
  'Opening hours\n',
  '<svg><title>',
  '<address>',
  '<meta name=a content=b>',
  '<script type="application/ld+json">[[[[',
  '&amp;',
  '\u0301',
])('reads a megabyte of %s without delay, and keeps little of it', piece => {
  const startedAt = performance.now()
  const facts = read(piece.repeat(LENGTH / piece.length))
  expect(performance.now() - startedAt).toBeLessThan(MAX_BUSY_MS)
  expect(JSON.stringify(facts).length).toBeLessThan(4000)
})

test.each([
  ['<html lang="en-AU">', true],
  ['<html>', true],
  ['<html lang="de">', false],
])('tells the language of %s', (html, isEnglish) => {
  expect(read(html).isEnglish).toBe(isEnglish)
})

test('ignores structured data that is broken, endless or of another shape', () => {
  const nested = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
  const html = `<script type="application/ld+json">${nested}</script><script type="application/ld+json">{no</script>${jsonLd({ openingHours: 7, address: [null], telephone: {} })}`
  expect(read(html)).toMatchObject({ hours: null, place: null, phone: null })
})
