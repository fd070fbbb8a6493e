import { expect, test } from 'bun:test'

import { picture, publishingApp } from '#api/test/publishing.ts'

const message = 'Our sale: https://pat.example/sale and https://pat.example/more'

test('shows the card of a text’s first link on Facebook, unless the post has pictures', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.accept({ message, textOnly: true })
  await app.run()
  expect(await app.published()).toMatchObject([{ message, link: 'https://pat.example/sale' }])
  await app.accept({ message: `${message}!`, media: [await picture('red')] })
  await app.run()
  const withPicture = (await app.published()).find(post => post.message.endsWith('!'))
  expect(withPicture).toBeDefined()
  expect(withPicture).not.toHaveProperty('link')
})

test('publishes the text without a card if Facebook can’t read the page', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.fault({ provider: 'facebook', operation: 'feed', kind: 'error', code: 1609005 })
  const post = await app.accept({ message, textOnly: true })
  await app.run()
  expect((await app.delivery(post, 'facebook')).state).toBe('published')
  const published = await app.published()
  expect(published).toMatchObject([{ message }])
  expect(published[0]).not.toHaveProperty('link')
})

test('finds a link post whose response was lost, and sends it once', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.fault({ provider: 'facebook', operation: 'feed', kind: 'drop-after' })
  const post = await app.accept({ message, textOnly: true })
  await app.run()
  app.clock.advance(10_000)
  await app.run()
  expect((await app.delivery(post, 'facebook')).state).toBe('published')
  expect(await app.published()).toHaveLength(1)
})
