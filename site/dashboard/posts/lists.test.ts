import { expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'
import { createElement } from 'react'

import { insertPost } from '#api/test/clients.ts'
import type { Post } from '#shared/posts/posts.ts'
import { $isWithoutClient } from '#site/dashboard/shared/domains/NoBusiness.tsx'
import { $domains } from '#site/dashboard/shared/domains/store.ts'
import { cancelPost } from '#site/dashboard/shared/post-dialogs/change-posts.ts'
import { refreshPost, showPost } from '#site/dashboard/shared/post-dialogs/live-posts.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { settled } from '#site/lib/remote.ts'
import { cutNetwork, holdResponses, recordCalls } from '#site/test/browser.ts'
import { openPostsEach } from '#site/test/posts.ts'
import { rendered } from '#site/test/rendered.ts'
import { followFilters, $searchCounts, lists } from './lists.ts'
import { PostList } from './PostList.tsx'
import { $filters, openTab, setFilters, TABS } from './url.ts'

const HOUR = 3600

const { app } = openPostsEach({
  open: () => cleanStores(...TABS.map(tab => lists[tab])),
  close() {
    openTab('facebook')
    lists.scheduled.reset()
  },
})

test('shows the previous page when the last post of a page is removed', async () => {
  for (const [message, hours] of Object.entries({ First: 1, Last: 2 }))
    await app.accept({ message, inSeconds: hours * HOUR })
  openTab('scheduled')
  keepMount(lists.scheduled)
  await lists.scheduled.reload()
  const list = lists.scheduled.get()
  if (list.state !== 'ready') throw new Error('not loaded')
  const [first, last] = list.data.posts as [Post, Post]
  lists.scheduled.set({ state: 'ready', data: { ...list.data, posts: [last], page: 2, pages: 2 } })
  await cancelPost({ post: last })
  expect(await settled(lists.scheduled)).toMatchObject({ data: { posts: [{ _id: first._id }], page: 1 } })
})

test('lists the posts with a label', async () => {
  const labelled = await app.accept({ message: 'Tarts', inSeconds: HOUR })
  await app.accept({ message: 'Hours', inSeconds: 2 * HOUR })
  await app.call('posts/bulk', { json: { action: 'label', postIds: [labelled], add: ['Offers'] } })
  openTab('scheduled')
  setFilters({ label: 'Offers' })
  keepMount(lists.scheduled)
  await lists.scheduled.reload()
  expect(await settled(lists.scheduled)).toMatchObject({
    data: { posts: [{ _id: labelled, labels: ['Offers'] }], total: 1, filtered: true },
  })
})

test('lists the posts in one state, and drops one that leaves it', async () => {
  const scope = { domainId: app.author.domainId, userId: app.author.userId }
  await app.accept({ message: 'Goes out', inSeconds: HOUR })
  const at = new Date(+app.clock.now() + HOUR * 1000)
  await insertPost(app.ctx, scope, { state: 'in_review', at })
  $router.open('/dashboard/view-post?tab=scheduled&state=in_review')
  keepMount(lists.scheduled)
  await lists.scheduled.reload()
  const shown = () => lists.scheduled.get().data?.posts.map(({ deliveries }) => deliveries[0]?.message)
  expect(shown()).toEqual(['Fresh bread'])
  const [post] = lists.scheduled.get().data!.posts as [Post]
  showPost({ ...post, deliveries: post.deliveries.map(each => ({ ...each, state: 'scheduled' })) })
  expect(shown()).toEqual([])
  $router.open('/dashboard/view-post?tab=attention&state=in_review')
  expect($filters.get().state).toBe('')
})

test('counts the posts that contain the searched text in every tab', async () => {
  const scope = { domainId: app.author.domainId, userId: app.author.userId }
  await insertPost(app.ctx, scope, { state: 'published', at: new Date(+app.clock.now() - HOUR) })
  await app.accept({ message: 'Fresh bread today', inSeconds: HOUR })
  await app.accept({ message: 'Sourdough', inSeconds: HOUR })
  openTab('scheduled')
  setFilters({ search: 'fresh bread' })
  keepMount($searchCounts)
  await $searchCounts.reload()
  expect($searchCounts.get().data).toEqual({
    search: 'fresh bread',
    found: [
      { tab: 'scheduled', total: 1 },
      { tab: 'published', total: 1 },
    ],
  })
  setFilters({ search: 'sourdough' })
  await $searchCounts.reload()
  expect($searchCounts.get().data?.found).toEqual([{ tab: 'scheduled', total: 1 }])
  cleanStores($searchCounts)
})

test('lists a post that was sent back under Needs attention, and no longer as planned', async () => {
  const id = await app.accept({ message: 'Closed early', inSeconds: HOUR })
  const { domainId } = await app.read(id)
  const rule = { required: true, approvers: [] }
  await app.call(`businesses/${domainId}/approval-rule`, { method: 'PUT', json: rule })
  const listed = async (tab: 'scheduled' | 'attention') => {
    openTab(tab)
    await lists[tab].reload()
    return lists[tab].get().data?.posts.length
  }
  const sent = await app.accept({ message: 'Open late', inSeconds: HOUR })
  const before = [await listed('scheduled'), await listed('attention')]
  await app.call(`posts/${sent}/request-changes`, { json: { comment: 'Say when.', alike: [] } })
  expect([before, [await listed('scheduled'), await listed('attention')]]).toEqual([
    [2, 0],
    [1, 1],
  ])
})

test('lists the posts of all businesses together', async () => {
  await app.accept({ message: 'Of the first', inSeconds: HOUR })
  const other = await app.call('users/saveUserDomain', { json: { businessName: 'Harbour Bakehouse' } })
  const { data } = (await other.json()) as { data: { _id: string } }
  await insertPost(
    app.ctx,
    { domainId: data._id, userId: app.author.userId },
    { state: 'scheduled', at: new Date(+app.clock.now() + 2 * HOUR * 1000) },
  )
  openTab('scheduled')
  keepMount(lists.scheduled)
  const stopFollowing = followFilters()
  await lists.scheduled.reload()
  const messages = () => {
    const list = lists.scheduled.get()
    return list.state === 'ready' ? list.data.posts.map(({ deliveries }) => deliveries[0]?.message) : []
  }
  expect(messages()).toEqual(['Of the first'])
  setFilters({ businesses: 'all' })
  await settled(lists.scheduled)
  expect(messages()).toEqual(['Of the first', 'Fresh bread'])
  openTab('attention')
  expect($filters.get().businesses).toBe('all')
  setFilters({ businesses: '' })
  stopFollowing()
})

test('ignores a time window that doesn’t exist', () => {
  $router.open('/dashboard/view-post?tab=scheduled&when=toString')
  expect($filters.get().when).toBe('')
})

test('loads only the changed post, and nothing for tabs that aren’t open', async () => {
  const id = await app.accept({ message: 'Quiet', inSeconds: HOUR })
  keepMount(lists.scheduled)
  await lists.scheduled.reload()
  const { paths: requested, stop } = recordCalls()
  await refreshPost(id)
  stop()
  expect(requested).toContain(`/api/posts/${id}`)
  expect(requested.filter(url => url.includes('tab='))).toEqual([])
})

test('doesn’t show a list as empty while the businesses can’t be loaded; a retry loads both', async () => {
  await app.accept({ message: 'Still there', inSeconds: HOUR })
  const served = globalThis.fetch
  cutNetwork()
  await $domains.reload()
  keepMount(lists.scheduled)
  await lists.scheduled.reload()
  expect(lists.scheduled.get().state).toBe('failed')
  globalThis.fetch = served
  await lists.scheduled.reload()
  expect(lists.scheduled.get()).toMatchObject({
    state: 'ready',
    data: { posts: [{ deliveries: [{ message: 'Still there' }, {}] }] },
  })
})

test('ignores a response that is older than a change', async () => {
  const id = await app.accept({ message: 'Moved', inSeconds: HOUR })
  keepMount(lists.scheduled)
  await lists.scheduled.reload()
  const release = holdResponses(`/api/posts/${id}`)
  const reading = refreshPost(id)
  const scheduledTime = Math.floor(+app.clock.now() / 1000) + 2 * HOUR
  const moved = await app.call(`posts/${id}/move`, { json: { scheduledTime } })
  showPost(((await moved.json()) as { data: Post }).data)
  release()
  await reading
  const list = lists.scheduled.get()
  expect(list.state === 'ready' && list.data.posts[0]?.publishAt).toBe('2030-01-01T14:00:00.000Z')
})

test('leads from a list without posts to those of all clients, or to the clients if none is open', async () => {
  openTab('scheduled')
  for (const $store of [lists.scheduled, $isWithoutClient]) keepMount($store)
  await lists.scheduled.reload()
  const shown = () => rendered(createElement(PostList, { tab: 'scheduled' }))
  expect(shown().text).not.toContain('All ')
  const [domain] = $domains.get().data!
  const mill = { ...domain!, _id: 'mill', businessName: 'Mill', isSelected: false }
  $domains.set({ state: 'ready', data: [domain!, mill] })
  expect(shown().text).toContain('All businesses')
  $domains.set({ state: 'ready', data: [{ ...domain!, role: 'editor', isSelected: false }, mill] })
  expect(shown().text).toContain('No client is open')
  expect(shown().markup).toContain('href="/dashboard/clients"')
  await $domains.reload()
})
