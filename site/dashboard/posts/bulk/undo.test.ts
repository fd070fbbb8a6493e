import { expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { $labels } from '#site/dashboard/shared/labels/known.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { openPostsEach } from '#site/test/posts.ts'
import { changeAll } from './bulk.ts'

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
