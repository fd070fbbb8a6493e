import { afterEach, beforeEach, expect, setSystemTime, test } from 'bun:test'
import { keepMount } from 'nanostores'

import { nameOfDay } from '#site/dashboard/shared/DayList.tsx'
import { $router } from '#site/dashboard/shared/router.ts'
import { setLanguage } from '#site/lib/format.ts'
import { openPosts, type PostsApp, postsApp } from '#site/test/posts.ts'
import { lists } from './lists.ts'
import { $freeSlots, queueDays } from './Queue.tsx'

const HOUR = 3600
const ZONE = 'Australia/Melbourne'

let app: PostsApp
let site: Awaited<ReturnType<typeof openPosts>>
beforeEach(async () => {
  app = await postsApp()
  setSystemTime(app.clock.now())
  site = await openPosts(app)
  $router.open('/dashboard/view-post?tab=scheduled')
  for (const $store of [lists.scheduled, $freeSlots]) keepMount($store)
})
afterEach(() => {
  for (const $store of [lists.scheduled, $freeSlots]) $store.reset()
  site.close()
  setSystemTime()
})

const everyDayAt = (time: string) => ({
  slots: [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, time })),
  timeZone: ZONE,
})

/** Loads the page, and returns for each day the texts of posts, and 'free' for slots. */
async function shown() {
  await lists.scheduled.reload()
  await $freeSlots.reload()
  const [list, free] = [lists.scheduled.get(), $freeSlots.get()]
  if (list.state !== 'ready' || free.state !== 'ready') throw new Error('The queue did not load.')
  return queueDays(list.data.posts, free.data, ZONE).map(items =>
    items.map(({ post }) => post?.deliveries[0]?.message ?? 'free'),
  )
}

const freeOf = (days: Awaited<ReturnType<typeof shown>>) => days.flat().filter(item => item === 'free').length

test('shows free slots of two weeks between the posts of their days, up to three in a row', async () => {
  await app.call('slots', { method: 'PUT', json: everyDayAt('00:01') })
  await app.accept({ message: 'In two days, more or less', inSeconds: 48 * HOUR })
  const days = await shown()
  expect($freeSlots.get().data).toHaveLength(14)
  expect(days.slice(0, 3)).toEqual([['free'], ['free', 'In two days, more or less'], ['free']])
  expect(freeOf(days)).toBe(5)
  $router.open('/dashboard/view-post?tab=scheduled&q=more')
  await $freeSlots.reload()
  expect($freeSlots.get()).toEqual({ state: 'ready', data: [] })
})

test('shows each free slot on one page', async () => {
  await app.call('slots', { method: 'PUT', json: everyDayAt('00:01') })
  for (let number = 1; number <= 26; number++)
    await app.accept({ message: `Number ${number}`, inSeconds: number * 10 * HOUR })
  const first = freeOf(await shown())
  $router.open('/dashboard/view-post?tab=scheduled&page=2')
  const second = freeOf(await shown())
  expect([first + second, first > 0, second > 0]).toEqual([14, true, true])
})

test('names the year of a day in another year, once in every language', () => {
  const at = new Date('2030-12-31T21:00:00Z')
  const named = () => nameOfDay(at, new Date('2030-12-01T00:00:00Z'), ZONE)
  expect(named()).toBe('Wednesday 1 January 2031')
  setLanguage('de')
  expect(named()).toBe('Wednesday 1.1.2031')
  setLanguage('en')
})
