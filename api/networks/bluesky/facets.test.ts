import { expect, test } from 'bun:test'

import { detectFacets } from './facets.ts'

const DIDS: Record<string, string> = { 'pat.bsky.social': 'did:plc:pat', 'my-shop.example': 'did:plc:shop' }

/** Returns what each facet marks: the part of the text by its bytes, and the value. */
async function marked(text: string) {
  const bytes = Buffer.from(text)
  const facets = await detectFacets(text, async handle => DIDS[handle])
  return facets.map(({ index, features: [feature] }) => [
    bytes.subarray(index.byteStart, index.byteEnd).toString(),
    'uri' in feature ? feature.uri : 'tag' in feature ? feature.tag : feature.did,
  ])
}

test('marks links, hashtags and mentions by the bytes of the text', async () => {
  expect(await marked('👩‍🔧 Café: https://café.example/a_(b)?c#d, #Bröt and @Pat.bsky.social.')).toEqual([
    ['https://café.example/a_(b)?c#d', 'https://xn--caf-dma.example/a_(b)?c#d'],
    ['#Bröt', 'Bröt'],
    ['@Pat.bsky.social', 'did:plc:pat'],
  ])
  expect(await marked('@my-shop.example ＃パン')).toEqual([
    ['@my-shop.example', 'did:plc:shop'],
    ['＃パン', 'パン'],
  ])
})

test('leaves handles that nobody has, e-mail addresses, numbers and parts of links', async () => {
  expect(await marked('@nobody.example pat@my-shop.example #1 a#b https://a.example/#c')).toEqual([
    ['https://a.example/#c', 'https://a.example/#c'],
  ])
})

test('marks hashtags as Bluesky’s apps do', async () => {
  expect(await marked('#well-being, #C++ (#tag) #1a #🎉party #Aussie’s! #one!#two 📍#Perth #❤️love')).toEqual(
    [
      ['#well-being', 'well-being'],
      ['#C++', 'C++'],
      ['#tag', 'tag'],
      ['#1a', '1a'],
      ['#🎉party', '🎉party'],
      ['#Aussie’s', 'Aussie’s'],
      ['#one', 'one'],
      ['#two', 'two'],
      ['#Perth', 'Perth'],
      ['#❤️love', '❤️love'],
    ],
  )
  expect(await marked(`#️⃣ 1️⃣ #1-2 #!! # ${'#'.padEnd(66, 'a')}`)).toEqual([])
})

test('marks web addresses without a scheme, as Bluesky’s apps do', async () => {
  expect(await marked('Café ☕ (www.shop.com.au/menu?x=1#top), shop.com.au. Or shop.de:')).toEqual([
    ['www.shop.com.au/menu?x=1#top', 'https://www.shop.com.au/menu?x=1#top'],
    ['shop.com.au', 'https://shop.com.au/'],
    ['shop.de', 'https://shop.de/'],
  ])
  expect(
    await marked('e.g. node.js at 5.30pm, U.S.A, pat@shop.com, Great.But 3.50 a.b 1.2.3.4 @shop.com'),
  ).toEqual([])
})

test('marks no part of a text twice', async () => {
  expect(await marked('é#menu:https://a.example/#b #by:@my-shop.example @my-shop.example')).toEqual([
    ['https://a.example/#b', 'https://a.example/#b'],
    ['#by:@my-shop.example', 'by:@my-shop.example'],
    ['@my-shop.example', 'did:plc:shop'],
  ])
  expect(await marked('#menu:https://a.example/')).toEqual([
    ['#menu', 'menu'],
    ['https://a.example/', 'https://a.example/'],
  ])
})
