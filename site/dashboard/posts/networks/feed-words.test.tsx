import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { ApiError } from '#site/lib/api-error.ts'
import { cutNetwork } from '#site/test/browser.ts'
import { drawn } from '#site/test/drawn.ts'
import { $feed } from './feed.ts'
import { Feed } from './Feed.tsx'

const restore = cutNetwork()
beforeAll(async () => {
  keepMount($feed)
  await $feed.reload()
})
afterAll(() => {
  cleanStores($feed)
  $feed.reset()
  restore()
})

test('while a network’s posts are read it says so', () => {
  $feed.set({ state: 'loading' })
  expect(drawn(<Feed />).words).toBe('Loading posts...')
})

test('an account without posts says so, and where to begin', () => {
  $feed.set({ state: 'ready', data: { posts: [], nextCursor: null } })
  expect(drawn(<Feed />).words).toBe('No posts found for the selected page. Create post')
})

test('before an account is connected it says how to get started', () => {
  const error = new ApiError('not_found', 'Not connected')
  $feed.set({ state: 'failed', message: error.message, error })
  expect(drawn(<Feed />).words).toBe(
    'Get Started Select a social platform to view your social media posts. Connect Facebook',
  )
})

test('posts that could not be read can be asked for again', () => {
  $feed.set({ state: 'failed', message: 'We can’t reach the server.', error: undefined })
  expect(drawn(<Feed />).words).toContain('We can’t reach the server.')
})
