import { expect, test } from 'bun:test'

import { $draft, $enabled, renewIdentity, setExtras } from '#site/dashboard/composer/draft/draft.ts'
import { $positions } from '#site/dashboard/composer/media/media.ts'
import { savePostButton } from '#site/dashboard/google-business/PostButtonDialog.tsx'
import { selectDomain } from '#site/dashboard/shared/domains/store.ts'
import { openPosts, postsApp } from '#site/test/posts.ts'
import { idempotencyKey } from './post-form.ts'

test('creates another post when a draft is sent for another business, or the same text is sent again', async () => {
  const app = await postsApp()
  const site = await openPosts(app)
  const outgoing = {
    draft: $draft.get(),
    enabled: $enabled.get(),
    media: [],
    covers: [],
    positions: $positions.get(),
    timeZone: 'UTC',
  }
  const here = idempotencyKey(outgoing)
  expect(idempotencyKey(outgoing)).toBe(here)
  await selectDomain(await app.author.addDomain('Another business'))
  const there = idempotencyKey(outgoing)
  expect(there).not.toBe(here)
  renewIdentity()
  expect(idempotencyKey(outgoing)).not.toBe(there)
  site.close()
})

test('is the same post after the business has chosen another button', async () => {
  const app = await postsApp({ networks: ['google'] })
  const site = await openPosts(app)
  $draft.setKey('message', 'Hello')
  const outgoing = () => ({
    draft: $draft.get(),
    enabled: ['google'] as const,
    media: [],
    covers: [],
    positions: $positions.get(),
    timeZone: 'UTC',
  })
  const before = idempotencyKey(outgoing())
  await savePostButton({ button: 'BOOK', url: 'https://a.example/book' })
  expect(idempotencyKey(outgoing())).toBe(before)
  setExtras('google', null)
  expect(idempotencyKey(outgoing())).not.toBe(before)
  site.close()
})
