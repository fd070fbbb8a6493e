import { expect, test } from 'bun:test'
import { keepMount } from 'nanostores'

import { APPROVAL_MESSAGES } from '#shared/posts/approvals.ts'
import { refreshPost } from '#site/dashboard/shared/post-dialogs/live-posts.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { openPostsEach, pressToast, shownToasts } from '#site/test/posts.ts'
import { $counts, lists } from '../lists.ts'
import { $tab, openTab } from '../url.ts'
import { changeAll } from './bulk.ts'
import { approvalNotes } from './BulkBar.tsx'
import { $bulkRun, dismissFailures, $selectedPosts, toggle, toggleAll } from './selection.ts'

const HOUR = 3600

const stores = [lists.scheduled, lists.review, $counts, $selectedPosts]
const { app } = openPostsEach({
  async open() {
    const path = `businesses/${app.author.domainId}/approval-rule`
    await app.call(path, { method: 'PUT', json: { required: true } })
    for (const [at, message] of ['Tarts', 'Pies', 'Buns'].entries())
      await app.accept({ message, inSeconds: (at + 1) * HOUR })
    for (const $store of stores) keepMount($store)
    openTab('review')
    await Promise.all([lists.scheduled.reload(), lists.review.reload(), $counts.reload()])
  },
  close() {
    dismissFailures()
    openTab('facebook')
    for (const $store of [lists.scheduled, lists.review, $counts]) $store.reset()
  },
})

const waiting = () => {
  const list = lists.review.get()
  return list.state === 'ready' ? list.data.posts.map(({ deliveries }) => deliveries[0]?.message) : []
}
const idOf = async (message: string) => (await app.postsSaying(message))[0]!._id

test('approves the selected posts, and removes them from the waiting ones', async () => {
  $router.open('/dashboard/view-post?tab=review')
  expect([$tab.get(), waiting()]).toEqual(['review', ['Tarts', 'Pies', 'Buns']])
  expect($counts.get()).toMatchObject({ data: { review: 3, scheduled: 3 } })
  toggle('review', await idOf('Tarts'), false)
  toggle('review', await idOf('Buns'), false)
  await changeAll($selectedPosts.get(), { action: 'approve' })
  expect(waiting()).toEqual(['Pies'])
  expect($counts.get()).toMatchObject({ data: { review: 1, scheduled: 3 } })
  expect(shownToasts().at(-1)).toMatchObject({ message: '2 posts approved.' })
})

test('undoes the approval of several posts, which wait again', async () => {
  toggleAll('review')
  await changeAll($selectedPosts.get(), { action: 'approve' })
  expect(waiting()).toEqual([])
  expect($toasts.get().at(-1)).toMatchObject({ message: '3 posts approved.', action: { label: 'Undo' } })
  await pressToast('3 posts wait for approval again.')
  expect(waiting()).toEqual(['Tarts', 'Pies', 'Buns'])
})

test('says how many of the approved posts have missed their time', async () => {
  app.clock.advance(2.5 * HOUR * 1000)
  toggleAll('review')
  await changeAll($selectedPosts.get(), { action: 'approve' })
  const message = '3 posts approved. 2 need new times: see Needs attention.'
  expect(shownToasts().at(-1)).toMatchObject({ message })
})

test('says which of the posts to approve wait for a reviewer’s decision', () => {
  const list = lists.review.get()
  const [post, ...others] = list.state === 'ready' ? list.data.posts : []
  const held = { ...post!, approval: { ...post!.approval!, byLink: true as const } }
  const note = expect.stringContaining('1 post is held for a reviewer who hasn’t decided yet.')
  expect(approvalNotes([held, ...others])).toContainEqual(note)
  expect(approvalNotes([post!, ...others])).not.toContainEqual(note)
})

test('refuses a post that changed after it was selected, even if the list shows the change, and names it', async () => {
  toggleAll('review')
  const pies = await idOf('Pies')
  const platforms = ['facebook', 'instagram'].map(platform => ({ platform, message: 'Pies, half price' }))
  await app.call(`posts/${pies}`, { method: 'PUT', json: { platforms } })
  await refreshPost(pies)
  expect(waiting()).toEqual(['Tarts', 'Pies, half price', 'Buns'])
  await changeAll($selectedPosts.get(), { action: 'approve' })
  expect($bulkRun.get()).toEqual({
    state: 'failed',
    action: 'approve',
    total: 3,
    failures: [{ _id: pies, name: 'Pies, half price', message: APPROVAL_MESSAGES.changed }],
    // The toast with Undo says what was done.
    done: '',
  })
  expect(waiting()).toEqual(['Pies, half price'])

  toggleAll('review')
  await changeAll($selectedPosts.get(), { action: 'approve' })
  expect(waiting()).toEqual([])
})
