import { afterAll, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { $domains, $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { $can } from '#site/dashboard/shared/permissions.tsx'
import { $router } from '#site/dashboard/shared/router.ts'
import { closeDialog, openedDialog } from '#site/test/dialog.ts'
import { openPosts, postsApp } from '#site/test/posts.ts'
import { connectFromLink } from './SocialHub.tsx'

const site = await openPosts(await postsApp())
for (const $store of [$selectedDomain, $can]) keepMount($store)
await $domains.reload()
afterAll(() => {
  cleanStores($selectedDomain, $can)
  closeDialog()
  site.close()
})

test('opens the sign-in of the network that a pressed link names, once', async () => {
  $router.open('/dashboard/social-hub?connect=bluesky')
  await connectFromLink(true)
  expect(openedDialog()).toEqual({ name: 'ServerSignInDialog', network: 'bluesky' })
  expect($router.get()).toMatchObject({ route: 'socialHub', search: {} })
  closeDialog()
  await connectFromLink(true)
  expect(openedDialog()).toBeUndefined()
})

test('opens nothing for a link that nobody pressed here, or for no network', async () => {
  for (const [search, isAfterPress] of [
    ['connect=bluesky', false],
    ['connect=elsewhere', true],
  ] as const) {
    $router.open(`/dashboard/social-hub?${search}`)
    await connectFromLink(isAfterPress)
    expect(openedDialog()).toBeUndefined()
  }
})
