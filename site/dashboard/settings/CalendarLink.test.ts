import { expect, test } from 'bun:test'
import { keepMount } from 'nanostores'

import { $feed, $url, resetFeed, revokeFeed } from '#site/dashboard/settings/CalendarLink.tsx'
import { settled } from '#site/lib/remote.ts'
import { openPosts, postsApp } from '#site/test/posts.ts'

test('shows a new link once, replaces it and turns it off', async () => {
  const app = await postsApp()
  const site = await openPosts(app)
  keepMount($feed)
  const read = async () => (await app.request(new URL($url.get()!).pathname)).status
  await $feed.reload()
  expect(await settled($feed)).toMatchObject({ data: { isOn: false } })
  await resetFeed()
  expect(await settled($feed)).toMatchObject({ data: { isOn: true } })
  expect(await read()).toBe(200)
  const first = new URL($url.get()!).pathname
  await resetFeed()
  expect([await read(), (await app.request(first)).status]).toEqual([200, 404])
  const second = new URL($url.get()!).pathname
  await revokeFeed()
  expect($url.get()).toBeUndefined()
  expect((await app.request(second)).status).toBe(404)
  expect(await settled($feed)).toMatchObject({ data: { isOn: false } })
  site.close()
})
