import { afterAll, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import type { Post } from '#shared/posts/posts.ts'
import { $domains } from '#site/dashboard/shared/domains/store.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { openPosts, postsApp } from '#site/test/posts.ts'
import { $repairOn } from './repairs.ts'

const app = await postsApp()
const site = await openPosts(app)
keepMount($repairOn)
afterAll(() => {
  cleanStores($repairOn)
  site.close()
})

test('opens the sign-in of the network that holds a post', async () => {
  await $domains.reload()
  const post = {
    domainId: app.author.domainId,
    deliveries: [
      { network: 'facebook', state: 'published' },
      { network: 'instagram', state: 'held', reasonCode: 'needs_reconnect' },
    ],
  } as Post
  const repair = $repairOn.get()(post)
  expect(repair?.label).toBe('Reconnect')
  await repair?.run?.(post)
  expect($router.get()).toMatchObject({ route: 'socialHub', search: { connect: 'instagram' } })
})
