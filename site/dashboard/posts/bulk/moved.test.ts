import { expect, test } from 'bun:test'

import { $domains, $selectedDomain, selectDomain } from '#site/dashboard/shared/domains/store.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { openPostsEach } from '#site/test/posts.ts'
import { lists } from '../lists.ts'
import { openTab } from '../url.ts'
import { changeAll } from './bulk.ts'

const HOUR = 3600

const { app } = openPostsEach({
  close() {
    openTab('facebook')
    lists.scheduled.reset()
  },
})

function pressView() {
  const { more } = $toasts.get().at(-1)!
  expect(more?.label).toBe('View')
  more?.run()
}

test('says when moved posts go out now, and View opens the first of them in the calendar', async () => {
  const ids = [
    await app.accept({ message: 'Pies', inSeconds: 26 * HOUR }),
    await app.accept({ message: 'Tarts', inSeconds: HOUR }),
  ]
  const moved = await Promise.all(ids.map(app.read))
  await changeAll(moved, { action: 'move', days: 7 })
  expect($toasts.get().at(-1)).toMatchObject({
    message: expect.stringMatching(/^2 posts moved: .*8 Jan.* – .*9 Jan.*\.$/),
    action: { label: 'Undo' },
  })
  pressView()
  const { path, search } = $router.get()!
  expect([path, search]).toEqual(['/dashboard/calendar', { on: '2030-01-08', post: ids[1]! }])
})

test('says which posts already have their slots', async () => {
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
  const none = await toSlots(ids)
  expect(none).toMatchObject({ message: '2 posts were in a slot already.' })
  expect([none?.action, none?.more]).toEqual([undefined, undefined])
})

test('View shows all businesses if another one than the post’s is selected', async () => {
  const other = await app.author.addDomain('Harbour Bakehouse')
  const moved = await app.accept({ message: 'Tarts', inSeconds: HOUR })
  await $domains.reload()
  await selectDomain(other)
  await changeAll([await app.read(moved)], { action: 'move', days: 7 })
  pressView()
  expect($router.get()?.search).toMatchObject({ businesses: 'all', post: moved })
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
