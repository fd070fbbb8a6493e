import { expect, test } from 'bun:test'

import { openPosts, postsApp } from '#site/test/posts.ts'
import { selectDomain } from '../domains/store.ts'
import { $draft, $enabled } from './draft.ts'
import { keyOf } from './idempotency-key.ts'
import { $positions } from './network-media.ts'

test('sending a draft for another business creates another post', async () => {
  const app = await postsApp()
  const site = await openPosts(app)
  const outgoing = {
    draft: $draft.get(),
    enabled: $enabled.get(),
    media: [],
    positions: $positions.get(),
    timeZone: 'UTC',
  }
  const here = keyOf(outgoing)
  expect(keyOf(outgoing)).toBe(here)
  await selectDomain(await app.author.addDomain('Another business'))
  expect(keyOf(outgoing)).not.toBe(here)
  site.close()
})
