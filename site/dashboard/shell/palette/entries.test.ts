import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { cancelPost } from '#site/dashboard/shared/post-dialogs/change-posts.ts'
import { openPosts, type PostsApp, postsApp } from '#site/test/posts.ts'
import { $entries, findEntries } from './entries.ts'

const HOUR = 3600

let app: PostsApp
let site: Awaited<ReturnType<typeof openPosts>>
beforeAll(async () => {
  app = await postsApp()
  await app.accept({ message: 'Lentils, eggs, mint and onions', inSeconds: HOUR })
  await app.accept({ message: 'A lemon tart', inSeconds: HOUR })
  site = await openPosts(app)
  const canceled = await app.accept({ message: 'Lentils for the last time', inSeconds: 2 * HOUR })
  await cancelPost({ post: await app.read(canceled) })
  keepMount($entries)
})
afterAll(() => {
  cleanStores($entries)
  site.close()
})

async function loaded() {
  const isLoaded = Promise.withResolvers<void>()
  const stop = $entries.subscribe(
    entries => entries.some(({ kind }) => kind === 'Post') && isLoaded.resolve(),
  )
  await isLoaded.promise
  stop()
}

test('finds posts by their words, and says their state and time', async () => {
  await loaded()
  const [found, ...others] = findEntries($entries.get(), 'lemon')
  expect(others).toEqual([])
  expect(found).toMatchObject({ kind: 'Post', label: 'A lemon tart' })
  expect(found?.detail).toMatch(/^Scheduled · \w{3} \d+ \w{3}, \d+:\d\d [ap]m/)
})

test('finds canceled posts after the others', async () => {
  await loaded()
  expect(findEntries($entries.get(), 'lentils').map(({ label }) => label)).toEqual([
    'Lentils, eggs, mint and onions',
    'Lentils for the last time',
  ])
})
