import { afterEach, beforeEach, expect, setSystemTime, test } from 'bun:test'
import { keepMount } from 'nanostores'

import { $router } from '#site/dashboard/shared/router.ts'
import { setLanguage } from '#site/lib/format.ts'
import { openPosts, type PostsApp, postsApp } from '#site/test/posts.ts'
import { lists } from './lists.ts'
import { $freeSlots, nameOfDay, nameOfFolded, queueDays } from './Queue.tsx'

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

/** Loads the page, and returns its days with the texts of posts and 'free' for slots. */
async function shown() {
  await lists.scheduled.reload()
  await $freeSlots.reload()
  const [list, free] = [lists.scheduled.get(), $freeSlots.get()]
  if (list.state !== 'ready' || free.state !== 'ready') throw new Error('The queue did not load.')
  return queueDays(list.data.posts, free.data, ZONE).map(day => ({
    name: nameOfDay(day, ZONE, new Date()),
    items: day.items.map(({ post }) => post?.deliveries[0]?.message ?? 'free'),
  }))
}

test('shows two weeks of free slots between the posts of their days', async () => {
  await app.call('slots', { method: 'PUT', json: everyDayAt('00:01') })
  await app.accept({ message: 'Tomorrow, more or less', inSeconds: 24 * HOUR })
  const days = await shown()
  expect(days.flatMap(({ items }) => items).filter(item => item === 'free')).toHaveLength(14)
  expect(days.find(({ name }) => name === 'Tomorrow')?.items).toEqual(['free', 'Tomorrow, more or less'])
  $router.open('/dashboard/view-post?tab=scheduled&q=more')
  await $freeSlots.reload()
  expect($freeSlots.get()).toEqual({ state: 'ready', data: [] })
})

test('shows each free slot on one page', async () => {
  await app.call('slots', { method: 'PUT', json: everyDayAt('00:01') })
  for (let number = 1; number <= 26; number++)
    await app.accept({ message: `Number ${number}`, inSeconds: number * 10 * HOUR })
  const freeOf = (days: Awaited<ReturnType<typeof shown>>) =>
    days.flatMap(({ items }) => items).filter(item => item === 'free').length
  const first = freeOf(await shown())
  $router.open('/dashboard/view-post?tab=scheduled&page=2')
  const second = freeOf(await shown())
  expect([first + second, first > 0, second > 0]).toEqual([14, true, true])
})

test('folds free slots in a row into one line until they are shown, but not a few of them', async () => {
  const now = new Date('2030-01-01T00:00:00+11:00')
  const at = (day: number, hour: number) => new Date(+now + ((day - 1) * 24 + hour) * HOUR * 1000)
  const postId = await app.accept({ message: 'On Thursday', inSeconds: HOUR })
  const post = { ...(await app.read(postId)), publishAt: at(3, 12).toISOString() }
  const posts = [
    { ...post, deliveries: post.deliveries.map(each => ({ ...each, publishAt: post.publishAt })) },
  ]
  const slots = [at(1, 9), at(1, 18), at(2, 9), at(3, 9), at(3, 18), at(10, 9), at(10, 18), at(10, 20)]
  const lines = (shown: readonly Date[], min = 2) =>
    queueDays(posts, slots, ZONE, { min, shown: new Set(shown.map(Number)) }).map(({ key, items }) => [
      key.slice(-2),
      ...items.map(({ post, folded }) =>
        folded ? nameOfFolded(folded, { zone: ZONE, now, isHeaded: false }) : post ? 'post' : 'free',
      ),
    ])
  expect(lines([])).toEqual([
    ['01', '4 free times until Thursday'],
    ['03', 'post', '4 free times until Thursday 10 January'],
  ])
  expect(lines([at(2, 9)])).toEqual([
    ['01', 'free', 'free'],
    ['02', 'free'],
    ['03', 'free', 'post', '4 free times until Thursday 10 January'],
  ])
  expect(lines([], 5).flat()).not.toContain('4 free times until Thursday')
  const named = (times: Date[], isHeaded = false) => nameOfFolded(times, { zone: ZONE, now, isHeaded })
  expect(named([at(1, 9), at(1, 18)])).toBe('2 free times today')
  expect(named([at(1, 9), at(2, 18)])).toBe('2 free times until tomorrow')
  expect(named([at(5, 9), at(5, 18)])).toBe('2 free times on Saturday')
  expect(named([at(5, 9), at(5, 18)], true)).toBe('2 free times')
})

test('names the year of a day in another year, once in every language', () => {
  const at = new Date('2030-12-31T21:00:00Z')
  const named = () =>
    nameOfDay({ key: '2031-01-01', items: [{ at }] }, ZONE, new Date('2030-12-01T00:00:00Z'))
  expect(named()).toBe('Wednesday 1 January 2031')
  setLanguage('de')
  expect(named()).toBe('Wednesday 1.1.2031')
  setLanguage('en')
})
