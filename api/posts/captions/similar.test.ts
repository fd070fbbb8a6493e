import { expect, test } from 'bun:test'

import { publishingApp } from '#api/test/publishing.ts'
import type { SimilarPost } from '#shared/posts/captions.ts'

const app = await publishingApp()
const WORDS = 'Our spring sale starts on Saturday: everything in the garden shed is off until noon.'

async function similar(message: string, more: object = {}, call = app.call): Promise<SimilarPost[]> {
  const platforms = [
    { platform: 'facebook', message },
    { platform: 'instagram', message },
  ]
  const response = await call('captions/similar', { json: { platforms, ...more } })
  return ((await response.json()) as { data: SimilarPost[] }).data
}

test('compares a text with published and scheduled posts of the account', async () => {
  expect(await similar(WORDS)).toEqual([])
  const postId = await app.accept({
    platforms: [{ platform: 'facebook', message: WORDS }],
    inSeconds: 3600,
  })
  const nearly = WORDS.replace('noon', 'one')
  expect(await similar(nearly)).toMatchObject([
    { network: 'facebook', postId, state: 'scheduled', inARow: false },
  ])
  expect(await similar('We are hiring an apprentice. Write to us by Friday.')).toEqual([])
})

test('reports the same text twice in a row, in either order', async () => {
  expect(await similar(` ${WORDS}`)).toMatchObject([{ network: 'facebook', inARow: true }])
  const publishAt = new Date(+app.clock.now() + 2 * 3_600_000).toISOString()
  expect(await similar(WORDS, { publishAt })).toMatchObject([{ inARow: true }])
  await app.accept({ platforms: [{ platform: 'facebook', message: 'Between' }], inSeconds: 5400 })
  expect(await similar(WORDS, { publishAt })).toMatchObject([{ inARow: false }])
})

test('ignores cancelled posts', async () => {
  const message = 'A lantern walk along the river on Sunday night, bring your own lantern.'
  const postId = await app.accept({ message, inSeconds: 7200 })
  expect(await similar(message)).toHaveLength(2)
  await app.call(`posts/${postId}/cancel`, { json: {} })
  expect(await similar(message)).toEqual([])
})

test('ignores other users’ posts', async () => {
  const other = await app.owner('Elsewhere')
  expect(await similar(WORDS, {}, other.call)).toEqual([])
  const nowhere = await app.signUp()
  expect(await similar(WORDS, {}, nowhere.call)).toEqual([])
})
