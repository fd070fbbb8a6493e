import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { keepMount } from 'nanostores'

import { picture } from '#api/test/publishing.ts'
import { pageNumbers } from '#site/dashboard/posts/Pages.tsx'
import { openTab } from '#site/dashboard/posts/url.ts'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { recordCalls } from '#site/test/browser.ts'
import { openPosts, postsApp, shownToasts } from '#site/test/posts.ts'
import { deletePost, saveText, $feed, $view, turnTo } from './feed.ts'

let app: Awaited<ReturnType<typeof postsApp>>
let site: Awaited<ReturnType<typeof openPosts>>

beforeAll(async () => {
  app = await postsApp()
  const red = await picture('red')
  for (let number = 1; number <= 7; number++) {
    await app.accept({ message: `Number ${number}`, media: [red] })
    await app.run()
    app.clock.advance(60_000)
  }
  site = await openPosts(app)
  for (const $store of [$feed, $view]) keepMount($store)
})
afterAll(() => site.close())
beforeEach(async () => {
  openTab('facebook')
  await $feed.reload()
})

const shown = () => $view.get().posts.map(({ message }) => message)

test('shows the Page’s posts five per page, newest first, with the number of pages', async () => {
  expect(shown()).toEqual(['Number 7', 'Number 6', 'Number 5', 'Number 4', 'Number 3'])
  expect($view.get()).toMatchObject({ page: 0, pages: 2, hasMore: false })
  await turnTo(1)
  expect(shown()).toEqual(['Number 2', 'Number 1'])
  await turnTo(2)
  expect($view.get().page).toBe(1)
})

test('opens the page that a link names, and shows nothing of another network’s tab', async () => {
  $router.open('/dashboard/view-post?tab=facebook&page=2', true)
  await $feed.reload()
  expect(shown()).toEqual(['Number 2', 'Number 1'])
  $router.open('/dashboard/view-post?tab=facebook&page=40', true)
  await $feed.reload()
  expect($view.get().page).toBe(1)
  openTab('instagram')
  expect([$feed.get().state, shown()]).toEqual(['loading', []])
  await $feed.reload()
  expect($view.get().posts.map(({ network, canEdit }) => [network, canEdit])[0]).toEqual(['instagram', false])
})

test('shows a new text only once Facebook has accepted it', async () => {
  const [post] = $view.get().posts
  await app.fault({
    provider: 'facebook',
    operation: 'post',
    kind: 'error',
    code: 368,
    status: 400,
    times: 1,
  })
  expect(await saveText(post!, 'Number seven')).toStartWith('Failed to update the post on Facebook.')
  expect(shown()[0]).toBe('Number 7')
  expect(await saveText(post!, 'Number seven')).toBeUndefined()
  expect(shown()[0]).toBe('Number seven')
  expect(shownToasts().at(-1)).toMatchObject({ type: 'success', message: 'Post updated on Facebook.' })
})

test('removes a post once Facebook confirms its deletion, and falls back from an emptied page', async () => {
  await turnTo(1)
  const [two, one] = $view.get().posts
  await app.fault({ provider: 'facebook', operation: 'post', kind: 'error', code: 1, status: 500, times: 1 })
  await expect(deletePost(two!)).rejects.toMatchObject({ code: 'upstream' })
  expect(shown()).toEqual(['Number 2', 'Number 1'])
  await deletePost(two!)
  await deletePost(one!)
  expect($view.get()).toMatchObject({ page: 0, pages: 1 })
})

test('shows the first, last and surrounding page numbers of many', () => {
  const labels = (page: number, pages: number) =>
    pageNumbers(page, pages)
      .map(number => (number === null ? '…' : number + 1))
      .join(' ')
  expect(labels(0, 1)).toBe('1')
  expect(labels(3, 7)).toBe('1 2 3 4 5 6 7')
  expect(labels(0, 10)).toBe('1 2 3 4 5 … 10')
  expect(labels(5, 10)).toBe('1 … 5 6 7 … 10')
  expect(labels(9, 10)).toBe('1 … 6 7 8 9 10')
})

test('makes no call for a network without an account until it is connected', async () => {
  await app.call('auth/disconnectSocialAccount', { method: 'DELETE', json: { provider: 'instagram' } })
  await $accounts.instagram.reload()
  const { paths: requested, stop } = recordCalls()
  openTab('instagram')
  await $feed.reload()
  expect($feed.get()).toMatchObject({ state: 'failed', error: { code: 'not_found' } })
  expect(requested.filter(url => url.includes('/posts'))).toEqual([])
  $accounts.instagram.set($accounts.facebook.get())
  expect($feed.get().state).toBe('loading')
  stop()
  openTab('facebook')
})
