import { afterEach, beforeEach, expect, test } from 'bun:test'
import { keepMount } from 'nanostores'

import { picture } from '#api/test/publishing.ts'
import type { PostTab } from '#shared/posts/posts.ts'
import { selectDomain } from '#site/dashboard/shared/domains/store.ts'
import {
  cancelPost,
  editPost,
  publishNow,
  reschedulePost,
} from '#site/dashboard/shared/post-dialogs/change-posts.ts'
import { $details } from '#site/dashboard/shared/post-dialogs/details/details.ts'
import { checkEdit, newTime, startEdit } from '#site/dashboard/shared/post-dialogs/edit/edit.ts'
import { $announcement, refreshPost } from '#site/dashboard/shared/post-dialogs/live-posts.ts'
import { dueAt } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { $openPostId, closePost } from '#site/dashboard/shared/post-dialogs/url.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { openPosts, postsApp, shownToasts } from '#site/test/posts.ts'
import { $counts, findPost, lists, turnPage } from './lists.ts'
import { $tab, openTab, TABS } from './url.ts'

const HOUR = 3600

let app: Awaited<ReturnType<typeof postsApp>>
let site: Awaited<ReturnType<typeof openPosts>>

beforeEach(async () => {
  app = await postsApp()
  site = await openPosts(app)
  for (const $store of [...TABS.map(tab => lists[tab]), $counts]) keepMount($store)
})
afterEach(() => {
  for (const $store of [...TABS.map(tab => lists[tab]), $counts]) $store.reset()
  site.close()
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

test('lists and counts scheduled posts, soonest first, page by page', async () => {
  const red = await picture('red')
  for (let hour = 12; hour >= 1; hour--)
    await app.accept({ message: `At ${hour}`, media: [red], inSeconds: hour * HOUR })
  await load()
  expect(shown('scheduled')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(hour => `At ${hour}`))
  await turnPage('scheduled', 1)
  expect(shown('scheduled')).toEqual(['At 11', 'At 12'])
  expect(await turnPage('scheduled', 1)).toBe(false)
  expect(shown('published')).toEqual([])
  expect(counts()).toEqual({ scheduled: 12, progress: 0, attention: 0, published: 0 })
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
  await app.fault({
    provider: 'facebook',
    operation: 'feed',
    kind: 'error',
    code: 368,
    status: 400,
    times: 1,
  })
  const id = await app.accept({ message: 'Half' })
  await app.run()
  await load()
  expect([shown('attention'), shown('published')]).toEqual([['Half'], ['Half']])
  const post = findPost(id)!
  await publishNow({ post, deliveryId: post.deliveries.find(({ state }) => state === 'failed')?._id })
  expect(shown('attention')).toEqual([])
  expect(shownToasts()).toMatchObject([{ type: 'success', message: 'On its way.' }])
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
  await reschedulePost({ post: findPost(await idOf('First'))! }, new Date('2030-01-01T16:00:00Z'))
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

test('edits text and alt texts for each network, and names the one with an empty message', async () => {
  const id = await app.accept({ message: 'Before', altTexts: ['Red', 'Blue'], inSeconds: HOUR })
  await load()
  const post = findPost(id)!
  const edit = startEdit(post)
  expect(edit.altTexts).toEqual(['Red', 'Blue'])
  expect(newTime(post, edit)).toBeUndefined()
  const [facebook, instagram] = edit.platforms
  expect(checkEdit({ ...edit, platforms: [{ ...facebook!, message: ' ' }, instagram!] })).toEqual({
    facebook: 'Please enter a message for Facebook.',
  })
  await editPost(post, {
    platforms: [{ ...facebook!, message: 'After' }, instagram!],
    altTexts: ['Red door', 'Blue'],
  })
  const after = await app.read(id)
  expect(after.deliveries.map(({ message }) => message)).toEqual(['After', 'Before'])
  expect(after.media.map(({ altText }) => altText)).toEqual(['Red door', 'Blue'])
  expect(findPost(id)?.deliveries[0]?.message).toBe('After')
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
  closePost()
  expect([$tab.get(), $openPostId.get()]).toEqual(['published', undefined])
  openTab('attention')
  expect($tab.get()).toBe('attention')
})
