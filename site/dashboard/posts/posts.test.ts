import { expect, test } from 'bun:test'
import { keepMount } from 'nanostores'

import { readDueInsights } from '#api/insights/read-account.ts'
import { picture } from '#api/test/publishing.ts'
import type { PostTab } from '#shared/posts/posts.ts'
import { selectDomain } from '#site/dashboard/shared/domains/store.ts'
import {
  cancelPost,
  movedOf,
  publishNow,
  reschedulePost,
} from '#site/dashboard/shared/post-dialogs/change-posts.ts'
import { $details } from '#site/dashboard/shared/post-dialogs/details.ts'
import { $announcement, refreshPost } from '#site/dashboard/shared/post-dialogs/live-posts.ts'
import { dueAt } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { $openPostId, closePanel } from '#site/dashboard/shared/post-dialogs/url.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { settled } from '#site/lib/remote.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { openPostsEach, shownToasts } from '#site/test/posts.ts'
import { changeAll } from './bulk/bulk.ts'
import { $bulkRun, dismissFailures, $selected, $selectedPosts, toggle } from './bulk/selection.ts'
import { $counts, findPost, lists, placePost } from './lists.ts'
import { $tab, openTab, setFilters, TABS } from './url.ts'

const HOUR = 3600

const stores = [...TABS.map(tab => lists[tab]), $counts]
const { app, site } = openPostsEach({
  open() {
    for (const $store of stores) keepMount($store)
  },
  close() {
    for (const $store of stores) $store.reset()
  },
})

async function load() {
  await Promise.all([...TABS.map(tab => lists[tab].reload()), $counts.reload()])
}

const shown = (tab: PostTab) => {
  const list = lists[tab].get()
  return list.state === 'ready' ? list.data.posts.map(({ deliveries }) => deliveries[0]?.message) : list.state
}
const counts = () => {
  const all = $counts.get()
  return all.state === 'ready' ? all.data : all.state
}
const idOf = async (message: string) => (await app.postsSaying(message))[0]!._id

test('opens on planned posts without a tab in the URL', () => {
  $router.open('/dashboard/view-post')
  expect($tab.get()).toBe('scheduled')
})

test('lists and counts scheduled posts, soonest first, page by page', async () => {
  const mediaIds = [await picture('red')]
  for (let hour = 27; hour >= 1; hour--)
    await app.accept({ message: `At ${hour}`, media: mediaIds, inSeconds: hour * HOUR })
  await load()
  expect(shown('scheduled')).toHaveLength(25)
  expect(shown('scheduled').slice(0, 3)).toEqual(['At 1', 'At 2', 'At 3'])
  $router.open('/dashboard/view-post?tab=scheduled&page=2')
  await lists.scheduled.reload()
  expect(shown('scheduled')).toEqual(['At 26', 'At 27'])
  expect(shown('published')).toEqual([])
  expect(counts()).toEqual({ scheduled: 27, progress: 0, attention: 0, published: 0 })
})

test('finds posts by the text and network in the URL, and updates the list with it', async () => {
  for (const message of ['Spring sale', 'Winter']) await app.accept({ message, inSeconds: HOUR })
  openTab('scheduled')
  setFilters({ search: 'spring', network: 'facebook' })
  await load()
  expect(shown('scheduled')).toEqual(['Spring sale'])
  await refreshPost(await idOf('Winter'))
  expect(shown('scheduled')).toEqual(['Spring sale'])
  openTab('facebook')
})

test('cancels several posts into drafts, and undoes it', async () => {
  for (const hour of [1, 2, 3]) await app.accept({ message: `At ${hour}`, inSeconds: hour * HOUR })
  openTab('scheduled')
  await load()
  const ids = (await Promise.all(['At 1', 'At 3'].map(idOf))) as [string, string]
  toggle('scheduled', ids[0], false)
  toggle('scheduled', ids[1], true)
  keepMount($selectedPosts)
  expect($selectedPosts.get()).toHaveLength(3)
  await changeAll($selectedPosts.get(), { action: 'cancel' })
  expect([shown('scheduled'), [...$selected.get()]]).toEqual([[], []])
  const [toast] = $toasts.get()
  expect(toast?.message).toBe('3 posts cancelled. You’ll find the text in your drafts.')
  toast?.action?.run()
  const back = new Promise<void>(done => {
    const stop = $toasts.listen(all => {
      if (!all.some(({ message }) => message === '3 posts restored.')) return
      done()
      queueMicrotask(stop)
    })
  })
  await back
  expect(shown('scheduled')).toEqual(['At 1', 'At 2', 'At 3'])
  openTab('facebook')
})

test('keeps published posts in the order of their reactions while one of them changes', async () => {
  for (const [message, likes] of [
    ['Loud', 5],
    ['Quiet', 1],
  ] as const) {
    await app.accept({ message })
    await app.run()
    const at = app.clock.now().toISOString()
    for (const { id } of (await app.published()).filter(post => post.message === message))
      await app.world('engage', { id, likes, comments: 0, at })
  }
  await readDueInsights(app.ctx)
  await load()
  expect(shown('published')).toEqual(['Quiet', 'Loud'])
  $router.open('/dashboard/view-post?tab=published&sort=reactions')
  await lists.published.reload()
  expect(shown('published')).toEqual(['Loud', 'Quiet'])
  await refreshPost(await idOf('Quiet'))
  expect(shown('published')).toEqual(['Loud', 'Quiet'])
})

test('loads another page of ranked posts once the shown one is empty', async () => {
  const id = await app.accept({ message: 'Alone on the last page' })
  await app.run()
  $router.open('/dashboard/view-post?tab=published&sort=reactions')
  await lists.published.reload()
  const list = lists.published.get()
  if (list.state !== 'ready') throw new Error('no list')
  lists.published.set({ ...list, data: { ...list.data, pages: 2 } })
  const post = findPost(id)!
  placePost({ ...post, deliveries: post.deliveries.map(delivery => ({ ...delivery, state: 'failed' })) })
  expect(shown('published')).toBe('loading')
  await settled(lists.published)
})

test('lists the posts of a bulk change that failed, with the reason', async () => {
  for (const message of ['Out', 'Waits'])
    await app.accept({ message, inSeconds: HOUR * (message === 'Out' ? 1 : 2) })
  openTab('scheduled')
  await load()
  const posts = await Promise.all(['Out', 'Waits'].map(async text => findPost(await idOf(text))!))
  app.clock.advance(HOUR * 1000)
  await app.run()
  await changeAll(posts, { action: 'cancel' })
  expect($bulkRun.get()).toMatchObject({
    state: 'failed',
    total: 2,
    failures: [{ name: 'Out', message: 'This post is already on Facebook, so it can’t become a draft.' }],
  })
  dismissFailures()
  openTab('facebook')
})

test('moves a published post to its tab, and announces it to screen readers', async () => {
  const id = await app.accept({ message: 'Here it comes', inSeconds: HOUR })
  await load()
  app.clock.advance(HOUR * 1000)
  await app.run()
  await refreshPost(id)
  await $counts.reload()
  expect(shown('scheduled')).toEqual([])
  expect(shown('published')).toEqual(['Here it comes'])
  expect(counts()).toMatchObject({ scheduled: 0, published: 1 })
  expect($announcement.get()).toBe('Facebook: Published. Here it comes Instagram: Published. Here it comes')
})

test('lists a partly failed post in both tabs, and publishes it on retry', async () => {
  await app.rejectPosts('facebook')
  const id = await app.accept({ message: 'Half' })
  await app.run()
  await load()
  expect([shown('attention'), shown('published')]).toEqual([['Half'], ['Half']])
  const post = findPost(id)!
  await publishNow({ post, deliveryId: post.deliveries.find(({ state }) => state === 'failed')?._id })
  expect(shown('attention')).toEqual([])
  expect(shownToasts()).toMatchObject([{ type: 'success', message: 'On its way to Facebook.' }])
  await app.run()
  expect((await app.read(id)).deliveries.map(({ state }) => state)).toEqual(['published', 'published'])
})

test('publishes one network of a scheduled post now, and shows when the other is due', async () => {
  const id = await app.accept({ message: 'Apart', inSeconds: HOUR })
  await load()
  const post = findPost(id)!
  await publishNow({ post, deliveryId: post.deliveries[0]?._id })
  await app.run()
  await refreshPost(id)
  expect(dueAt(findPost(id)!)).toBe('2030-01-01T13:00:00.000Z')
})

test('moves a rescheduled post to its place, and removes a cancelled one', async () => {
  await app.accept({ message: 'First', inSeconds: HOUR })
  await app.accept({ message: 'Second', inSeconds: 2 * HOUR })
  await load()
  await reschedulePost(movedOf({ post: findPost(await idOf('First'))! }), new Date('2030-01-01T16:00:00Z'))
  expect(shown('scheduled')).toEqual(['Second', 'First'])
  await cancelPost({ post: findPost(await idOf('Second'))! })
  expect(shown('scheduled')).toEqual(['First'])
})

test('reports a change that comes too late, and shows the current post', async () => {
  const id = await app.accept({ message: 'Too late', inSeconds: HOUR })
  await load()
  const post = findPost(id)!
  app.clock.advance(HOUR * 1000)
  await app.run()
  await expect(cancelPost({ post })).rejects.toMatchObject({ code: 'conflict' })
  expect(shownToasts()[0]).toMatchObject({ type: 'error' })
  await refreshPost(id)
  expect(shown('published')).toEqual(['Too late'])
})

test('shows the posts of the selected business', async () => {
  await app.accept({ message: 'Of the first', inSeconds: HOUR })
  const second = await app.author.addDomain('Second Street Cafe')
  await site.reloadDomains()
  await selectDomain(second)
  await load()
  expect(shown('scheduled')).toEqual([])
  expect(counts()).toMatchObject({ scheduled: 0 })
  await refreshPost(await idOf('Of the first'))
  expect(shown('scheduled')).toEqual([])
})

test('opens a tab and any post by URL, and keeps the tab when the post closes', async () => {
  const id = await app.accept({ message: 'Linked', inSeconds: HOUR })
  const opened = new Promise<void>(resolve => {
    const stop = $details.subscribe(details => {
      if (details?.state !== 'ready') return
      queueMicrotask(() => stop())
      resolve()
    })
  })
  $router.open(`/dashboard/view-post?tab=published&post=${id}`)
  await opened
  expect([$tab.get(), $openPostId.get()]).toEqual(['published', id])
  expect($details.get()).toMatchObject({ data: { deliveries: [{ message: 'Linked' }, {}] } })
  closePanel()
  expect([$tab.get(), $openPostId.get()]).toEqual(['published', undefined])
  openTab('attention')
  expect($tab.get()).toBe('attention')
})
