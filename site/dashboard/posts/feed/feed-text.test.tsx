import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { $feed } from '#site/dashboard/posts/feed/feed.ts'
import { Feed } from '#site/dashboard/posts/feed/Feed.tsx'
import { ApiError } from '#site/lib/api/error.ts'
import { cutNetwork } from '#site/test/browser.ts'
import { rendered } from '#site/test/rendered.ts'

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

test('announces that a network’s posts are loading', () => {
  $feed.set({ state: 'loading' })
  expect(rendered(<Feed />).text).toBe('Loading posts...')
})

test('suggests a first post for an account without any', () => {
  $feed.set({ state: 'ready', data: { posts: [], nextCursor: null } })
  expect(rendered(<Feed />).text).toBe('No posts found for the selected page. Create post')
})

test('explains how to get started before an account is connected', () => {
  const error = new ApiError('not_found', 'Not connected')
  $feed.set({ state: 'failed', message: error.message, error })
  expect(rendered(<Feed />).text).toBe(
    'Get Started Select a social platform to view your social media posts. Connect Facebook',
  )
})

test('offers a retry when posts can’t be loaded', () => {
  $feed.set({ state: 'failed', message: 'We can’t reach the server.', error: undefined })
  expect(rendered(<Feed />).text).toContain('We can’t reach the server.')
})
