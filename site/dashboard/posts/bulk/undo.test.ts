import { expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { BULK_MESSAGES } from '#shared/posts/bulk.ts'
import type { Draft, DraftSummary } from '#shared/posts/drafts.ts'
import { POST_MESSAGES } from '#shared/posts/posts.ts'
import { UNDO_MS } from '#shared/timings.ts'
import { $labels } from '#site/dashboard/shared/labels/store.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { openPostsEach } from '#site/test/posts.ts'
import { openTab } from '../url.ts'
import { changeAll } from './bulk.ts'
import { $bulkRun, dismissFailures, $selected, toggle } from './selection.ts'

const HOUR = 3600
const { app } = openPostsEach({ close: () => cleanStores($labels) })

const accept = async (message: string, hours: number) =>
  app.read(await app.accept({ message, inSeconds: hours * HOUR }))
const readAll = (posts: readonly { _id: string }[]) => Promise.all(posts.map(({ _id }) => app.read(_id)))
const labels = async (posts: readonly { _id: string }[]) =>
  (await readAll(posts)).map(({ labels = [] }) => labels.toSorted())

/** Presses Undo of the newest toast, and waits for its result. */
async function pressUndo() {
  const before = $toasts.get().at(-1)
  expect(before?.action?.label).toBe('Undo')
  const undone = new Promise<void>(resolve => {
    const stop = $toasts.listen(toasts => {
      if (toasts.at(-1)?.id === before?.id) return
      stop()
      resolve()
    })
  })
  before?.action?.run()
  await undone
  return $toasts.get().at(-1)
}

test('Undo restores the labels of each post, and keeps those that a colleague has added since', async () => {
  keepMount($labels)
  const posts = [await accept('Tarts', 1), await accept('Pies', 2)]
  const [tarts, pies] = posts
  await changeAll([tarts!], { action: 'label', add: ['Offers', 'news'] })
  await changeAll([pies!], { action: 'label', add: ['Summer'] })
  const before = await readAll(posts)

  await changeAll(before, { action: 'label', add: ['Summer', 'News'], remove: ['offers', 'news'] })
  expect(await labels(posts)).toEqual([
    ['News', 'Summer'],
    ['News', 'Summer'],
  ])
  await app.call('posts/bulk', { json: { action: 'label', postIds: [pies!._id], add: ['Later'] } })
  expect($labels.get()).toMatchObject({ data: ['News', 'Summer'] })
  const result = await pressUndo()
  expect($labels.get()).toMatchObject({ data: ['Later', 'news', 'Offers', 'Summer'] })
  expect(await labels(posts)).toEqual([
    ['Offers', 'news'],
    ['Later', 'Summer'],
  ])
  expect(result).toMatchObject({ message: 'Labels of 2 posts changed.' })
  expect(result?.action).toBeUndefined()
})

test('Undo moves posts back, and can’t be undone itself', async () => {
  const posts = [await accept('Tarts', 1), await accept('Pies', 2)]
  await changeAll(posts, { action: 'move', days: 1 })
  const result = await pressUndo()
  expect((await readAll(posts)).map(({ publishAt }) => publishAt)).toEqual(
    posts.map(({ publishAt }) => publishAt),
  )
  expect(result).toMatchObject({ message: '2 posts restored.' })
  expect(result?.action).toBeUndefined()
})

test('Undo leaves a post alone that was moved again since, and names it', async () => {
  openTab('scheduled')
  const posts = [await accept('Tarts', 1), await accept('Pies', 2)]
  await changeAll(posts, { action: 'move', days: 1 })
  const scheduledTime = Math.floor(+app.clock.now() / 1000) + 50 * HOUR
  await app.call(`posts/${posts[1]!._id}/move`, { json: { scheduledTime } })
  $toasts.get().at(-1)?.action?.run()
  while ($bulkRun.get().state !== 'failed') await Bun.sleep(1)
  expect($bulkRun.get()).toMatchObject({
    failures: [{ name: 'Pies', message: POST_MESSAGES.changed }],
    done: '1 post restored.',
  })
  expect(Date.parse((await app.read(posts[1]!._id)).publishAt)).toBe(scheduledTime * 1000)
  dismissFailures()
  openTab('facebook')
})

const readDraft = async (id: string) =>
  ((await (await app.call(`drafts/${id}`)).json()) as { data: Draft }).data

/** Moves the Instagram part of a post by hours, so that its networks have separate times. */
async function split(postId: string, hours: number) {
  const { deliveries, publishAt } = await app.read(postId)
  const deliveryId = deliveries.find(({ network }) => network === 'instagram')?._id
  const scheduledTime = Date.parse(publishAt) / 1000 + hours * HOUR
  await app.call(`posts/${postId}/move`, { json: { deliveryId, scheduledTime } })
}
const timesOf = async (posts: readonly { _id: string }[]) =>
  (await readAll(posts)).map(({ deliveries }) =>
    deliveries.map(({ network, publishAt }) => [network, publishAt]),
  )

test.each(['cancel', 'move'] as const)(
  'Undo of %s restores the time of each network of each post',
  async action => {
    const ids = [await accept('Tarts', 1), await accept('Pies', 30)]
    await split(ids[1]!._id, 5)
    const posts = await readAll(ids)
    const before = await timesOf(posts)
    await changeAll(posts, action === 'move' ? { action, days: 3 } : { action })
    expect($toasts.get().at(-1)).toMatchObject({ duration: UNDO_MS })
    expect(await pressUndo()).toMatchObject({ message: '2 posts restored.' })
    expect(await timesOf(posts)).toEqual(before)
    expect((await readAll(posts)).flatMap(({ deliveries }) => deliveries.map(({ state }) => state))).toEqual(
      Array(4).fill('scheduled'),
    )
  },
)

test('Undo names a post of which a network can’t have its time back, and restores the others', async () => {
  openTab('scheduled')
  const posts = [await accept('Tarts', 1), await accept('Pies', 2)]
  await changeAll(
    posts.map(post => ({
      ...post,
      deliveries: post.deliveries.map(each =>
        each.message === 'Pies' ? { ...each, publishAt: '2029-12-31T00:00:00Z' } : each,
      ),
    })),
    { action: 'move', days: 1 },
  )
  $toasts.get().at(-1)?.action?.run()
  while ($bulkRun.get().state !== 'failed') await Bun.sleep(1)
  expect($bulkRun.get()).toMatchObject({
    failures: [{ name: 'Pies', message: POST_MESSAGES.pastTime }],
    done: '1 post restored.',
  })
  dismissFailures()
  openTab('facebook')
})

test('Undo works on other screens, where a toast says what couldn’t be undone', async () => {
  openTab('scheduled')
  const posts = [await accept('Tarts', 1), await accept('Pies', 2)]
  await changeAll(posts, { action: 'cancel' })
  $router.open('/dashboard/calendar')
  const { content } = await readDraft(posts[1]!._id)
  const json = { version: 1, content: { ...content, message: 'Pies, half price' } }
  await app.call(`drafts/${posts[1]!._id}`, { method: 'PUT', json })
  toggle('scheduled', 'selected since', false)
  await pressUndo()
  expect([...$selected.get()]).toEqual(['selected since'])
  expect($toasts.get().at(-1)).toMatchObject({
    type: 'error',
    message: expect.stringMatching(/^1 post restored\. “Pies”: /),
  })
  expect($bulkRun.get()).toEqual({ state: 'idle' })
  openTab('facebook')
})

test('Undo deletes the copies that nobody has changed, and names the others', async () => {
  openTab('scheduled')
  const drafts = async () => ((await (await app.call('drafts')).json()) as { data: DraftSummary[] }).data
  const posts = [await accept('Tarts', 1), await accept('Pies', 2)]
  await changeAll(posts, { action: 'duplicate' })
  expect($toasts.get().at(-1)).toMatchObject({
    message: '2 posts copied to your drafts.',
    more: { label: 'View copies' },
  })
  const { _id } = (await drafts()).find(({ text }) => text === 'Pies')!
  const { content } = await readDraft(_id)
  const json = { version: 1, content: { ...content, message: 'More pies' } }
  await app.call(`drafts/${_id}`, { method: 'PUT', json })
  $toasts.get().at(-1)?.action?.run()
  while ($bulkRun.get().state !== 'failed') await Bun.sleep(1)
  expect($bulkRun.get()).toMatchObject({
    failures: [{ name: 'Pies', message: BULK_MESSAGES.copyChanged }],
    total: 2,
    done: 'The copies of 1 post were deleted.',
  })
  expect((await drafts()).map(({ text }) => text)).toEqual(['More pies'])
  dismissFailures()
  openTab('facebook')
})
