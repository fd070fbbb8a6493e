import { expect, test } from 'bun:test'

import { facetsOf } from './facets.ts'

const DIDS: Record<string, string> = { 'pat.bsky.social': 'did:plc:pat', 'my-shop.example': 'did:plc:shop' }

/** Returns what each facet marks: the part of the text by its bytes, and the value. */
async function marked(text: string) {
  const bytes = Buffer.from(text)
  const facets = await facetsOf(text, async handle => DIDS[handle])
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
