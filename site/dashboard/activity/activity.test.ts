import { afterAll, afterEach, expect, setSystemTime, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { testApp } from '#api/test/app.ts'
import { addMember } from '#api/test/members.ts'
import { brand } from '#shared/brand.ts'
import { $domains, $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { settled } from '#site/lib/remote.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { serveSite } from '#site/test/browser.ts'
import { joinOpenings } from './ActivityScreen.tsx'
import {
  $filters,
  setFilters,
  queryOf,
  showAll,
  $activity,
  $people,
  $personChoices,
  saveActivity,
  showMore,
} from './store.ts'

const HOUR_MS = 60 * 60_000

const app = await testApp()
const undo = serveSite(app)
afterAll(() => undo())
afterEach(() => {
  cleanStores($activity, $people, $personChoices, $filters, $domains, $selectedDomain)
  $domains.reset()
  $activity.reset()
  $people.reset()
  signOut()
  setSystemTime()
})

/** Opens the log of a business whose posting times were changed this often. */
async function open(changes: number) {
  const pat = await app.signUp()
  const saved = await pat.call('users/saveUserDomain', { json: { businessName: 'Mill' } })
  const { data } = (await saved.json()) as { data: { _id: string } }
  for (let index = 0; index < changes; index++) {
    app.clock.advance(1000)
    const slots = [{ weekday: 1, time: `10:${10 + (index % 50)}` }]
    await pat.call('slots', { method: 'PUT', json: { slots } })
  }
  $router.open('/dashboard/activity')
  signIn(pat.token)
  keepMount($domains)
  keepMount($selectedDomain)
  await $domains.reload()
  for (const $store of [$activity, $people, $personChoices]) keepMount($store)
  await Promise.all([$activity.reload(), $people.reload()])
  return { pat, domainId: data._id }
}

async function shown() {
  const activity = await settled($activity)
  return activity.state === 'ready' ? (activity.data?.items ?? []) : []
}

test('shows a page, and appends the next', async () => {
  await open(55)
  expect(await shown()).toHaveLength(50)
  await showMore()
  const items = await shown()
  expect(items).toHaveLength(56)
  expect(items.at(-1)?.act).toBe('business.created')
  await showMore()
  expect(await shown()).toHaveLength(56)
})

test('names the exported file by the business’s day, which begins before that in UTC', async () => {
  const { pat } = await open(0)
  const slots = [{ weekday: 1, time: '10:00' }]
  await pat.call('slots', { method: 'PUT', json: { slots, timeZone: 'Australia/Sydney' } })
  await $domains.reload()
  const file = { download: '', href: '', click: () => {} }
  globalThis.document = { createElement: () => file } as unknown as Document
  setSystemTime(new Date('2026-11-30T22:00:00Z'))
  await saveActivity()
  expect(file.download).toBe('activity-2026-12-01.csv')
})

test('joins a day’s openings of a link in the list, and keeps each in the export', async () => {
  const { pat, domainId } = await open(0)
  const period = { from: '2030-01-01T00:00:00.000Z', to: '2030-02-01T00:00:00.000Z' }
  const tokens: string[] = []
  for (const _ of ['first', 'second']) {
    const created = await pat.call(`businesses/${domainId}/review-links`, { json: period })
    const { url } = (await created.json()) as { url: string }
    tokens.push(url.slice(url.lastIndexOf('/') + 1))
  }
  const times: string[] = []
  for (const hours of [1, 1, 1, 24]) {
    app.clock.advance(hours * HOUR_MS)
    times.push(app.ctx.now().toISOString())
    for (const token of tokens) await app.request(`review/${token}`)
  }
  await $activity.reload()
  const opened = joinOpenings(await shown()).filter(({ act }) => act === 'link.opened')
  const [first = '', second = '', third = '', dayAfter = ''] = times
  const days = [
    { at: dayAfter, earlier: undefined },
    { at: third, earlier: [second, first] },
  ]
  expect(opened.map(({ at, earlier }) => ({ at, earlier }))).toEqual(days.flatMap(day => [day, day]))
  const csv = await (await pat.call(`businesses/${domainId}/activity/export`)).text()
  expect(csv.match(/opened a review link/g)).toHaveLength(8)
})

test('filters by the URL, and offers members and non-members', async () => {
  const { pat, domainId } = await open(2)
  const mia = await app.signUp({ fullname: 'Mia Chen' })
  await addMember(app.ctx, { domainId, userId: mia.userId, role: 'editor' })
  setFilters({ person: mia.userId })
  await $activity.reload()
  expect(await shown()).toEqual([])
  expect($personChoices.get().map(({ label }) => label)).toEqual([
    'Pat Lee',
    'Reviewers with a link',
    `${brand.siteName} itself`,
    'Somebody who left',
  ])
  await $people.reload()
  expect($personChoices.get().map(({ label }) => label)).toContain('Mia Chen')
  setFilters({ person: pat.userId, kind: 'business' })
  await $activity.reload()
  expect(await shown()).toHaveLength(3)
  showAll()
  expect($filters.get()).toEqual({})
})

test('requests whole days, including the first and the last', () => {
  expect(queryOf({ kind: 'post', from: '2030-01-01', to: '2030-01-31' })).toEqual({
    kind: 'post',
    from: new Date('2030-01-01T00:00').toISOString(),
    to: new Date('2030-02-01T00:00').toISOString(),
  })
})
