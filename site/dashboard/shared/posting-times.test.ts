import { expect, test } from 'bun:test'
import { keepMount } from 'nanostores'

import { domainForm } from '#site/dashboard/shared/domains/DomainDialogs.tsx'
import { $domains, $selectedDomain, selectDomain } from '#site/dashboard/shared/domains/store.ts'
import {
  $slots,
  addSuggestedTimes,
  addTime,
  removeTime,
  saveTimeZone,
} from '#site/dashboard/shared/posting-times.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { settled, until } from '#site/lib/remote.ts'
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
  await addSuggestedTimes()
  expect((await shown()).length).toBeGreaterThanOrEqual(5)
  await saveTimeZone('Australia/Perth')
  expect($selectedDomain.get()?.timeZone).toBe('Australia/Perth')
  site.close()
})

test('gives a new client suggested posting times, leaves those of the others, and opens its accounts', async () => {
  const app = await postsApp()
  const site = await openPosts(app)
  keepMount($slots)
  await $slots.reload()
  await addTime([1], '09:00')
  const first = $selectedDomain.get()!._id
  $router.open('/dashboard/clients')
  await domainForm(undefined, 'Client added.').submit({ businessName: 'Bluegum', websiteURL: '' })
  await until($slots, ({ data }) => (data?.length ?? 0) >= 5)
  expect($selectedDomain.get()?.businessName).toBe('Bluegum')
  expect($router.get()?.path).toBe('/dashboard/social-hub')
  const times = async () => (await settled($slots)).data?.length
  expect(await times()).toBeGreaterThanOrEqual(5)
  await selectDomain(first)
  await $slots.reload()
  expect(await times()).toBe(1)
  site.close()
})
