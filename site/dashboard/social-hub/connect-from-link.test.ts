import { afterAll, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { $form, closeForm } from '#site/dashboard/shared/accounts/server-sign-in.ts'
import { $domains, $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { $can } from '#site/dashboard/shared/permissions.tsx'
import { $router } from '#site/dashboard/shared/router.ts'
import { openPosts, postsApp } from '#site/test/posts.ts'
import { connectFromLink } from './SocialHub.tsx'

const site = await openPosts(await postsApp())
for (const $store of [$selectedDomain, $can]) keepMount($store)
await $domains.reload()
afterAll(() => {
  cleanStores($selectedDomain, $can)
  closeForm()
  site.close()
})

test('opens the sign-in of the network that a pressed link names, once', () => {
  $router.open('/dashboard/social-hub?connect=bluesky')
  connectFromLink(true)
  expect($form.get()).toBe('bluesky')
  expect($router.get()).toMatchObject({ route: 'socialHub', search: {} })
  closeForm()
  connectFromLink(true)
  expect($form.get()).toBeUndefined()
})

test('opens nothing for a link that nobody pressed here, or for no network', () => {
  for (const [search, isAfterPress] of [
    ['connect=bluesky', false],
    ['connect=elsewhere', true],
  ] as const) {
    $router.open(`/dashboard/social-hub?${search}`)
    connectFromLink(isAfterPress)
    expect($form.get()).toBeUndefined()
  }
})
