import { expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { testClock } from '#api/test/clock.ts'
import { $domains, $selectedDomain, reloadAndSelect } from '#site/dashboard/shared/domains/store.ts'
import { openPosts, postsApp } from '#site/test/posts.ts'
import { $overview } from './store.ts'

test('counts the week by the selected business’s time zone, and reloads when it changes or a business is added', async () => {
  const clock = testClock()
  // Sunday in Los Angeles, Monday in Auckland.
  clock.set(new Date('2030-01-06T15:00:00Z'))
  const app = await postsApp({ clock })
  const site = await openPosts(app)
  const moveTo = async (timeZone: string) => {
    await app.author.call(`domains/${$selectedDomain.get()?._id}`, { method: 'PATCH', json: { timeZone } })
    await $domains.reload()
  }
  const monday = () => {
    const overview = $overview.get()
    return overview.state === 'ready' ? overview.data.week[0]?.day : undefined
  }
  await moveTo('America/Los_Angeles')
  keepMount($overview)
  await $overview.reload()
  expect(monday()).toBe('2029-12-31')

  const reloaded = new Promise<void>(resolve => $overview.listen(() => resolve()))
  await moveTo('Pacific/Auckland')
  await reloaded
  expect(monday()).toBe('2030-01-07')

  const joined = new Promise<void>(resolve => $overview.listen(() => resolve()))
  await app.author.call('users/saveUserDomain', { json: { businessName: 'Corner Shop' } })
  await reloadAndSelect()
  await joined

  cleanStores($overview)
  site.close()
})
