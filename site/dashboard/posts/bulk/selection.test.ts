import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { keepMount } from 'nanostores'

import { picture } from '#api/test/publishing.ts'
import { openPosts, postsApp } from '#site/test/posts.ts'
import { followFilters, lists } from '../lists.ts'
import { openTab, setFilters } from '../url.ts'
import { changeAll } from './bulk.ts'
import {
  $hiddenCount,
  $selected,
  $selectedPosts,
  selectMatching,
  selectPage,
  toggleAll,
} from './selection.ts'

const HOUR = 3600
const EVERY = 27
const PAGE = 25

let app: Awaited<ReturnType<typeof postsApp>>
let site: Awaited<ReturnType<typeof openPosts>>
let stopFollowing: () => void

beforeAll(async () => {
  app = await postsApp()
  site = await openPosts(app)
  const media = [await picture('red')]
  for (let hour = 1; hour <= EVERY; hour++)
    await app.accept({
      message: hour % 9 === 0 ? `Sale ${hour}` : `At ${hour}`,
      media,
      inSeconds: hour * HOUR,
    })
  for (const $store of [lists.scheduled, $selectedPosts, $hiddenCount]) keepMount($store)
  stopFollowing = followFilters()
})
beforeEach(async () => {
  openTab('facebook')
  openTab('scheduled')
  await lists.scheduled.reload()
})
afterAll(() => {
  stopFollowing()
  openTab('facebook')
  lists.scheduled.reset()
  site.close()
})

const selectedTexts = () => $selectedPosts.get().map(({ deliveries }) => deliveries[0]?.message)

test('selects the posts of all pages, and changes each of them', async () => {
  toggleAll('scheduled')
  expect([$selected.get().size, $hiddenCount.get()]).toEqual([PAGE, 0])
  await selectMatching('scheduled')
  expect([$selectedPosts.get().length, $hiddenCount.get()]).toEqual([EVERY, EVERY - PAGE])
  await changeAll($selectedPosts.get(), { action: 'move', days: 1 })
  const { data } = (await (await app.author.call('posts?tab=scheduled&limit=100')).json()) as {
    data: { publishAt: string }[]
  }
  expect(data.map(({ publishAt }) => publishAt).filter(at => at < '2030-01-02T13')).toEqual([])
  expect($selected.get().size).toBe(0)
})

test('selects only the posts that match the filters', async () => {
  setFilters({ search: 'sale' })
  await lists.scheduled.reload()
  await selectMatching('scheduled')
  expect(selectedTexts()).toEqual(['Sale 9', 'Sale 18', 'Sale 27'])
  setFilters({ search: 'at' })
  expect(selectedTexts()).toEqual([])
})

test('keeps the selection across pages, sorted by time', async () => {
  setFilters({ page: 2 })
  await lists.scheduled.reload()
  toggleAll('scheduled')
  setFilters({ page: 1 })
  await lists.scheduled.reload()
  expect([selectedTexts(), $hiddenCount.get()]).toEqual([['At 26', 'Sale 27'], 2])
  toggleAll('scheduled')
  expect([selectedTexts().length, selectedTexts()[0], $hiddenCount.get()]).toEqual([EVERY, 'At 1', 2])
  selectPage('scheduled')
  expect([selectedTexts().length, $hiddenCount.get()]).toEqual([PAGE, 0])
})

test('selects nothing if the filters change before the other pages have loaded', async () => {
  const selecting = selectMatching('scheduled')
  setFilters({ search: 'sale' })
  await selecting
  expect($selected.get().size).toBe(0)
})
