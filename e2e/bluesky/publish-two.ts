import { expect } from 'bun:test'

import { picture, type PublishingApp } from '#api/test/publishing.ts'
import type { BlueskyAccount } from './start-server.ts'

/** Publishes a post with everything that a record can have and a first comment, and one with only a text. */
export async function publishTwo(app: PublishingApp, { handle }: BlueskyAccount) {
  const message = `Open until 5 pm #bread https://bakery.example @${handle} 👩‍🔧`
  const [firstComment, onlyText] = ['Book on our site', 'Only text']
  const full = await app.accept({
    platforms: [{ platform: 'bluesky', message, firstComment }],
    media: [await picture('red')],
  })
  const short = await app.accept({
    platforms: [{ platform: 'bluesky', message: onlyText }],
    textOnly: true,
  })
  await app.run()
  app.clock.advance(10_000)
  await app.run()
  const delivery = await app.delivery(full, 'bluesky')
  expect(delivery).toMatchObject({ state: 'published', firstComment: { state: 'added' } })
  expect(await app.delivery(short, 'bluesky')).toMatchObject({ state: 'published' })
  return { texts: [message, firstComment, onlyText], permalink: delivery.permalink }
}
