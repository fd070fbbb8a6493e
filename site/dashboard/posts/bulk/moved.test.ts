import { expect, test } from 'bun:test'
import { keepMount } from 'nanostores'

import { insertPost } from '#api/test/clients.ts'
import { $domains, $selectedDomain, selectDomain } from '#site/dashboard/shared/domains/store.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { settled } from '#site/lib/remote.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { openPostsEach } from '#site/test/posts.ts'
import { $filtersFollowed, lists } from '../lists.ts'
import { $filters, $tab, openTab } from '../url.ts'
import { changeAll } from './bulk.ts'
import { $resultLabels, $postToReveal } from './selection.ts'

const HOUR = 3600
const PAGE = 25

const { app } = openPostsEach({
  open() {
    for (const $store of [lists.scheduled, $filtersFollowed, $resultLabels, $postToReveal]) keepMount($store)
  },
  close() {
    openTab('facebook')
    lists.scheduled.reset()
  },
})

const press = async (label: string) => {
  const { more } = $toasts.get().at(-1)!
  expect(more?.label).toBe(label)
  const opened = new Promise<void>(resolve => {
    const stop = $postToReveal.listen(() => {
      stop()
      resolve()
    })
  })
  more?.run()
  await opened
  await Promise.resolve()
}

test('says when moved posts go out now, and View opens and marks them', async () => {
  const moved = [await app.accept({ message: 'Tarts', inSeconds: HOUR })]
  for (let hour = 2; hour <= PAGE + 2; hour++)
    await app.accept({ message: `At ${hour}`, inSeconds: hour * HOUR })
  openTab('scheduled')
  await lists.scheduled.reload()
  await changeAll([await app.read(moved[0]!)], { action: 'move', days: 7 })
  expect($toasts.get().at(-1)).toMatchObject({
    message: expect.stringMatching(/^1 post moved: .*8 Jan.*\.$/),
    action: { label: 'Undo' },
  })
  expect($filters.get().page).toBe(1)

  $router.open('/dashboard/calendar')
  await press('View')
  expect([$tab.get(), $filters.get().page, $postToReveal.get()]).toEqual(['scheduled', 2, moved[0]])
  expect([...$resultLabels.get()]).toEqual([[moved[0]!, 'Moved']])
  await lists.scheduled.reload()
  const list = await settled(lists.scheduled)
  expect(list).toMatchObject({ data: { page: 2, posts: [{}, { _id: moved[0] }] } })

  openTab('attention')
  expect([$resultLabels.get().size, $postToReveal.get()]).toEqual([0, undefined])
})

test('says which posts already have their slots, and marks none of them', async () => {
  const slots = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, time: '18:00' }))
  await app.call('slots', { method: 'PUT', json: { slots, timeZone: 'UTC' } })
  const ids = [await app.accept({ inSeconds: HOUR }), await app.accept({ inSeconds: 2 * HOUR })]
  const toSlots = async (chosen: string[]) => {
    await changeAll(await Promise.all(chosen.map(app.read)), { action: 'slot' })
    return $toasts.get().at(-1)
  }
  await toSlots(ids.slice(0, 1))
  const some = await toSlots(ids)
  expect(some?.message).toMatch(/^1 post moved into free slots: .*\. 1 post was in a slot already\.$/)
  expect([...$resultLabels.get().keys()]).toEqual(ids.slice(1))
  const none = await toSlots(ids)
  expect(none).toMatchObject({ message: '2 posts were in a slot already.' })
  expect([none?.action, none?.more, $resultLabels.get().size]).toEqual([undefined, undefined, 0])
})

test('View opens the right page among many posts of the same time', async () => {
  const { domainId, userId } = app.author
  const at = new Date(+app.clock.now() + HOUR * 1000 + 24 * HOUR * 1000)
  for (let count = 0; count <= PAGE; count++)
    await insertPost(app.ctx, { domainId, userId }, { state: 'scheduled', at })
  const moved = await app.accept({ message: 'Tarts', inSeconds: HOUR })
  await changeAll([await app.read(moved)], { action: 'move', days: 1 })
  await press('View')
  await lists.scheduled.reload()
  expect(await settled(lists.scheduled)).toMatchObject({
    data: { page: 1, posts: expect.arrayContaining([expect.objectContaining({ _id: moved })]) },
  })
})

test('View lists all businesses if another one than the post’s is selected', async () => {
  const [ours, other] = [app.author.domainId, await app.author.addDomain('Harbour Bakehouse')]
  for (let hour = 2; hour <= PAGE + 1; hour++) {
    const at = new Date(+app.clock.now() + hour * HOUR * 1000)
    await insertPost(app.ctx, { domainId: other, userId: app.author.userId }, { state: 'scheduled', at })
  }
  const moved = await app.accept({ message: 'Tarts', inSeconds: HOUR })
  await $domains.reload()
  for (const businesses of ['', '&businesses=all']) {
    await selectDomain(ours)
    $router.open(`/dashboard/view-post?tab=scheduled${businesses}`)
    await changeAll([await app.read(moved)], { action: 'move', days: 7 })
    $router.open('/dashboard/calendar')
    await selectDomain(other)
    await press('View')
    expect($filters.get()).toMatchObject({ businesses: 'all', page: 2 })
  }
})

test('View copy selects the business of the copy, so that saving leaves it there', async () => {
  const other = await app.author.addDomain('Harbour Bakehouse')
  const copied = await app.accept({ message: 'Tarts', inSeconds: HOUR })
  await $domains.reload()
  await selectDomain(other)
  await changeAll([await app.read(copied)], { action: 'duplicate' })
  const opened = new Promise<void>(resolve => {
    const stop = $router.listen(page => {
      if (page?.route !== 'createPost') return
      stop()
      resolve()
    })
  })
  $toasts.get().at(-1)!.more?.run()
  await opened
  expect($selectedDomain.get()?._id).toBe(app.author.domainId)
})
