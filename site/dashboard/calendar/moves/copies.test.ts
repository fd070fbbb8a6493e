import { expect, test } from 'bun:test'
import { keepMount } from 'nanostores'

import { $entries, $items } from '#site/dashboard/calendar/store.ts'
import { $drafts } from '#site/dashboard/shared/drafts/store.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { openPostsEach, shownToasts } from '#site/test/posts.ts'
import { copyTo } from './copies.ts'
import { canCopy } from './copy-drop.ts'

const HOUR = 3600
const NEXT = new Date('2030-01-20T09:15:00Z')

const { app } = openPostsEach({
  open() {
    for (const $store of [$items, $drafts]) keepMount($store)
    $router.open('/dashboard/calendar?view=month&on=2030-01-10')
  },
  close() {
    for (const $store of [$entries, $drafts]) $store.reset()
  },
})

const shown = () => $items.get().map(({ at, excerpt }) => `${at.toISOString().slice(0, 16)} ${excerpt}`)
const item = (text: string) => $items.get().find(({ excerpt }) => excerpt === text)!

test('copies a published post to a time, and leaves nothing behind on undo', async () => {
  const postId = await app.accept({ message: 'Again' })
  await app.run()
  await $entries.reload()
  expect([canCopy(item('Again')), item('Again').movable]).toEqual([true, false])
  await copyTo(item('Again'), NEXT)
  expect(shown()).toEqual(['2030-01-01T12:00 Again', '2030-01-20T09:15 Again'])
  expect(shownToasts()).toMatchObject([{ type: 'success', message: expect.stringMatching(/^Copied to/) }])
  expect((await app.read(postId)).deliveries.map(({ state }) => state)).toEqual(['published', 'published'])
  const removed = new Promise<void>(resolve => {
    const stop = $items.listen(() => {
      if (shown().length > 1) return
      queueMicrotask(() => stop())
      resolve()
    })
  })
  $toasts.get()[0]!.action!.run()
  await removed
  await $drafts.reload()
  expect([shown(), $drafts.get()]).toMatchObject([['2030-01-01T12:00 Again'], { data: [] }])
})

test('keeps a copy that can’t be published as a draft, and says why', async () => {
  await app.accept({ message: 'Stays', inSeconds: HOUR })
  await $entries.reload()
  const json = { provider: 'facebook' }
  await app.author.call('auth/disconnectSocialAccount', { method: 'DELETE', json })
  await copyTo(item('Stays'), NEXT)
  expect(shownToasts()).toMatchObject([
    {
      type: 'error',
      message: 'Facebook requires a selected Page and Page Access Token. The copy is in your drafts.',
    },
  ])
  expect([shown(), $drafts.get()]).toMatchObject([
    ['2030-01-01T13:00 Stays'],
    { data: [{ text: 'Stays', networks: ['facebook', 'instagram'] }] },
  ])
})

test('copies no post of another business, which would publish it in the selected one', async () => {
  await app.accept({ message: 'Theirs', inSeconds: HOUR })
  await $entries.reload()
  expect(canCopy(item('Theirs'))).toBe(true)
  expect(canCopy({ ...item('Theirs'), domainId: 'another' })).toBe(false)
})

test('refuses to copy to a time that has passed', async () => {
  await app.accept({ message: 'Late', inSeconds: HOUR })
  await $entries.reload()
  await $drafts.reload()
  await copyTo(item('Late'), new Date('2020-01-01T09:00:00Z'))
  expect(shownToasts()).toMatchObject([{ message: 'Please choose a time in the future.' }])
  expect([shown().length, $drafts.get()]).toMatchObject([1, { data: [] }])
})
