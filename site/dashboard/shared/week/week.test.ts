import { afterEach, beforeEach, expect, test } from 'bun:test'
import { keepMount } from 'nanostores'

import { picture } from '#api/test/publishing.ts'
import { DAY_MS } from '#shared/durations.ts'
import { MAX_WEEK } from '#shared/posts/captions.ts'
import type { Draft } from '#shared/posts/drafts.ts'
import { DEFAULT_SETTINGS } from '#shared/settings.ts'
import { similarity, STILL_THE_SAME_TEXT } from '#shared/text/similarity.ts'
import { selectDomain } from '#site/dashboard/shared/domains/store.ts'
import { $drafts } from '#site/dashboard/shared/drafts/store.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { openPosts, postsApp } from '#site/test/posts.ts'
import { $shownPeriod } from './shown-period.ts'
import {
  $isWritingWeek,
  $openTimes,
  $week,
  discardWeek,
  stopWeek,
  textsOf,
  writeWeek,
  writtenPosts,
} from './week.ts'

const app = await postsApp()
let site: Awaited<ReturnType<typeof openPosts>>
const DAILY = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, time: '18:00' }))

beforeEach(async () => {
  site = await openPosts(app)
  await app.author.call('slots', { method: 'PUT', json: { slots: DAILY, timeZone: 'Australia/Melbourne' } })
  for (const $store of [$openTimes, $drafts]) keepMount($store)
  await Promise.all([$openTimes.reload(), $drafts.reload()])
})
afterEach(async () => {
  $week.set([])
  for (const { _id } of await drafts()) await app.author.call(`drafts/${_id}`, { method: 'DELETE' })
  await app.clearFaults()
  site.close()
})

const openTimes = () => {
  const times = $openTimes.get().data
  return Array.isArray(times) ? times : []
}

test('offers the free times of the shown period, else those of two weeks from the next one', async () => {
  const [next] = openTimes()
  expect(openTimes()).toHaveLength(MAX_WEEK)
  const from = new Date(Date.now() + 30 * DAY_MS)
  const to = new Date(+from + 7 * DAY_MS)
  $shownPeriod.set({ from, to })
  await $openTimes.reload()
  expect(openTimes()).toHaveLength(7)
  expect(openTimes().every(at => at >= from && at < to)).toBe(true)
  $shownPeriod.set({ from: new Date(0), to: new Date(1) })
  await $openTimes.reload()
  expect(openTimes()[0]).toEqual(next)
  $shownPeriod.set(undefined)
})

const states = () => $week.get().map(({ state }) => state)
const drafts = async () => {
  await $drafts.reload()
  return $drafts.get().data ?? []
}
const fault = (kind: string, more: object = {}) =>
  app.world('faults', { provider: 'openai', operation: 'chat', kind, ...more })

test('writes a draft by AI for each chosen time, each different, and deletes them again', async () => {
  const chosen = openTimes().slice(0, 3)
  await writeWeek(chosen, 'The new oven is here.')
  expect(states()).toEqual(['written', 'written', 'written'])
  const texts = textsOf($week.get())
  for (const [index, text] of texts.entries())
    for (const other of texts.slice(index + 1))
      expect(similarity(text, other)).toBeLessThan(STILL_THE_SAME_TEXT)
  const saved = await drafts()
  expect(saved.map(({ publishAt }) => Date.parse(publishAt ?? '')).toSorted()).toEqual(chosen.map(Number))
  const response = await app.author.call(`drafts/${saved[0]?._id}`)
  const { content } = ((await response.json()) as { data: Draft }).data
  expect(content).toMatchObject({ isScheduled: true, aiTexts: [content.message] })
  await $openTimes.reload()
  expect(openTimes().map(Number)).not.toContain(Number(chosen[0]))

  await app.author.call(`drafts/${saved[0]?._id}`, { method: 'DELETE' })
  await discardWeek()
  expect(await drafts()).toEqual([])
  expect($week.get()).toEqual([])
  const restored = new Promise<void>(resolve => {
    const stop = $drafts.listen(({ data }) => data?.length === 2 && (stop(), resolve()))
  })
  $toasts.get().at(-1)?.action?.run()
  await restored
})

test('lets AI write about a described picture of the library, and adds it with its alt text', async () => {
  const form = new FormData()
  form.set('media', await picture('red'))
  const { data } = (await (await app.author.call('media', { form })).json()) as { data: { _id: string } }
  await app.author.call(`media/${data._id}`, { method: 'PATCH', json: { altText: 'Our street' } })
  await writeWeek(openTimes().slice(0, 2), 'Sale')
  expect(textsOf($week.get()).map(text => text.includes('our street'))).toEqual([true, false])
  const [first, second] = await Promise.all(
    writtenPosts($week.get()).map(async ({ _id }) => {
      const response = await app.author.call(`drafts/${_id}`)
      return ((await response.json()) as { data: Draft }).data.content.media
    }),
  )
  expect(first).toEqual([expect.objectContaining({ mediaId: data._id, altText: 'Our street' })])
  expect(second).toEqual([])
})

test('shows no drafts of another business', async () => {
  await writeWeek(openTimes().slice(0, 1), 'Sale')
  const saved = await app.author.call('users/saveUserDomain', { json: { businessName: 'Corner Shop' } })
  const { data } = (await saved.json()) as { data: { _id: string } }
  await site.reloadDomains()
  await selectDomain(data._id)
  expect($week.get()).toEqual([])
  await selectDomain(app.author.domainId)
})

test('keeps what is written when it is stopped', async () => {
  await fault('slow', { ms: 30 })
  const stop = $week.listen(posts => posts.some(({ state }) => state === 'written') && stopWeek())
  await writeWeek(openTimes().slice(0, 3), 'Sale')
  stop()
  expect(states()).toEqual(['written', 'stopped', 'stopped'])
  expect(await drafts()).toHaveLength(1)
})

test('goes on after a failure that concerns one post, and ends after one that concerns all', async () => {
  await fault('content-filter', { times: 1 })
  await writeWeek(openTimes().slice(0, 2), 'Sale')
  expect(states()).toEqual(['failed', 'written'])
  await discardWeek()
  await app.author.call('settings', { method: 'PUT', json: { ...DEFAULT_SETTINGS, dataSharing: false } })
  await writeWeek(openTimes().slice(0, 2), 'Sale')
  expect(states()).toEqual(['failed', 'stopped'])
  expect($isWritingWeek.get()).toBe(false)
  await app.author.call('settings', { method: 'PUT', json: DEFAULT_SETTINGS })
})
