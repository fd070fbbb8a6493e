import { expect, test } from 'bun:test'
import { keepMount } from 'nanostores'

import { $domains, $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import {
  $slots,
  addProposed,
  addTime,
  removeTime,
  saveTimeZone,
} from '#site/dashboard/shared/posting-times.ts'
import { settled } from '#site/lib/remote.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { openPosts, postsApp } from '#site/test/posts.ts'

test('adds, removes and suggests posting times in the business’s time zone, with undo', async () => {
  const app = await postsApp()
  const site = await openPosts(app)
  keepMount($slots)
  keepMount($selectedDomain)
  await $domains.reload()
  await $slots.reload()
  const shown = async () => {
    const slots = await settled($slots)
    return slots.state === 'ready' && slots.data ? slots.data : []
  }
  expect(await shown()).toEqual([])
  await addTime([1, 2], '09:00')
  expect(await shown()).toMatchObject([
    { weekday: 1, time: '09:00' },
    { weekday: 2, time: '09:00' },
  ])
  await removeTime((await shown())[0]!)
  expect(await shown()).toMatchObject([{ weekday: 2, time: '09:00' }])
  $toasts.get().at(-1)!.action!.run()
  await $slots.reload()
  await addProposed()
  expect((await shown()).length).toBeGreaterThanOrEqual(5)
  await saveTimeZone('Australia/Perth')
  expect($selectedDomain.get()?.timeZone).toBe('Australia/Perth')
  site.close()
})
