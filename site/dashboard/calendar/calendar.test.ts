import { expect, setSystemTime, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { keepMount, type ReadableAtom } from 'nanostores'
import { createElement } from 'react'

import { deliveries } from '#api/db/schema/posts/posts.ts'
import { CALENDAR_MAX_ENTRIES, type CalendarEntry } from '#shared/calendar/calendar.ts'
import type { NetworkId } from '#shared/networks.ts'
import { NEVER_CONFIRMED } from '#shared/posts/posts.ts'
import { $businesses } from '#site/dashboard/shared/domains/BusinessMark.tsx'
import { $isWithoutClient } from '#site/dashboard/shared/domains/NoBusiness.tsx'
import { $domains, selectDomain } from '#site/dashboard/shared/domains/store.ts'
import { $drafts } from '#site/dashboard/shared/drafts/store.ts'
import { cancelPost, reschedulePost } from '#site/dashboard/shared/post-dialogs/change-posts.ts'
import { $announcement, refreshPost } from '#site/dashboard/shared/post-dialogs/live-posts.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { $streamOpens } from '#site/lib/live/live.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { openPosts, openPostsEach, shownToasts } from '#site/test/posts.ts'
import { rendered } from '#site/test/rendered.ts'
import { Calendar } from './Calendar.tsx'
import { $isZoneKnown, $view, activateDay, showView, step, todayKey } from './days.ts'
import { $filters, clearFilters, filterBy, showAll, toggleBusiness } from './filters.ts'
import { $planned } from './InstagramGrid.tsx'
import { moveByKey, moveTo, swap } from './move.ts'
import { $byDay, $entries, $items, $labels, $lastShown } from './store.ts'

const HOUR = 3600

const { app, site } = openPostsEach({
  open() {
    keepMount($items)
    keepMount($byDay)
    $router.open('/dashboard/calendar?view=month&on=2030-01-10')
  },
  close: () => $entries.reset(),
})

const shown = () => $items.get().map(({ at, excerpt }) => `${at.toISOString().slice(0, 16)} ${excerpt}`)
const item = (text: string) => $items.get().find(({ excerpt }) => excerpt === text)!

/** Waits until the api has responded to a move. */
const moveSaved = (count: number) =>
  new Promise<void>(resolve => {
    const stop = $toasts.subscribe(toasts => {
      if (toasts.length < count) return
      queueMicrotask(() => stop())
      resolve()
    })
  })

/** Waits for a change of a store. */
const until = (store: ReadableAtom<unknown>, isTrue: () => boolean) =>
  new Promise<void>(resolve => {
    const stop = store.subscribe(() => {
      if (!isTrue()) return
      queueMicrotask(() => stop())
      resolve()
    })
  })

test('shows a post once for networks with the same time, and separately where times differ', async () => {
  const id = await app.accept({ message: 'Both', inSeconds: HOUR })
  await app.accept({ message: 'Next', inSeconds: 2 * HOUR })
  await $entries.reload()
  expect(shown()).toEqual(['2030-01-01T13:00 Both', '2030-01-01T14:00 Next'])
  const facebook = await app.delivery(id, 'facebook')
  const scheduledTime = Math.floor(Date.parse('2030-01-03T13:00:00Z') / 1000)
  await app.call(`posts/${id}/move`, { json: { deliveryId: facebook._id, scheduledTime } })
  await refreshPost(id)
  expect($items.get().map(({ networks, excerpt }) => [excerpt, ...networks])).toEqual([
    ['Both', 'instagram'],
    ['Next', 'facebook', 'instagram'],
    ['Both', 'facebook'],
  ])
})

test('knows the time zone of its days only once the business is known', async () => {
  keepMount($isZoneKnown)
  $domains.reset()
  expect($isZoneKnown.get()).toBe(false)
  $router.open('/dashboard/calendar?businesses=all')
  expect($isZoneKnown.get()).toBe(true)
  $router.open('/dashboard/calendar')
  await $domains.reload()
  expect($isZoneKnown.get()).toBe(true)
})

test('labels a post as its details do, including unconfirmed and deleted ones', async () => {
  const change = (message: string, network: NetworkId, to: Partial<typeof deliveries.$inferInsert>) =>
    app.ctx.db
      .update(deliveries)
      .set(to)
      .where(and(eq(deliveries.message, message), eq(deliveries.network, network)))
  const labels = async () => {
    await $entries.reload()
    return $items.get().map(({ excerpt, badge }) => `${excerpt}: ${badge.label}`)
  }
  for (const message of ['Asked', 'Gone']) await app.accept({ message, inSeconds: HOUR })
  for (const network of ['facebook', 'instagram'] as const) {
    await change('Asked', network, { state: 'failed', reasonCode: NEVER_CONFIRMED })
    await change('Gone', network, { state: 'published', removedAt: new Date() })
  }
  expect(await labels()).toEqual(['Asked: Possibly published', 'Gone: Deleted on Facebook'])
  await change('Asked', 'facebook', { reasonCode: 'refused' })
  await change('Gone', 'facebook', { removedAt: null })
  expect(await labels()).toEqual(['Asked: Not published', 'Gone: Published'])
})

test('moves a post immediately, saves it, and moves it back on undo', async () => {
  const id = await app.accept({ message: 'Moves', inSeconds: HOUR })
  await $entries.reload()
  moveTo(item('Moves'), new Date('2030-01-05T13:00:00Z'))
  expect(shown()).toEqual(['2030-01-05T13:00 Moves'])
  await moveSaved(1)
  expect((await app.read(id)).publishAt).toBe('2030-01-05T13:00:00.000Z')
  expect(shownToasts()[0]).toMatchObject({ type: 'success', message: expect.stringMatching(/^Moved to/) })
  $toasts.get()[0]!.action!.run()
  expect(shown()).toEqual(['2030-01-01T13:00 Moves'])
  await moveSaved(2)
  expect((await app.read(id)).deliveries.map(({ publishAt }) => publishAt)).toEqual([
    '2030-01-01T13:00:00.000Z',
    '2030-01-01T13:00:00.000Z',
  ])
})

test('moves a post back, with a message, when the api rejects the move', async () => {
  const id = await app.accept({ message: 'Too late', inSeconds: HOUR })
  await $entries.reload()
  app.clock.advance(HOUR * 1000)
  await app.run()
  moveTo(item('Too late'), new Date('2030-01-05T13:00:00Z'))
  await moveSaved(1)
  expect(shownToasts()[0]).toMatchObject({ type: 'error' })
  await refreshPost(id)
  expect($items.get().map(({ state, at }) => [state, at.toISOString()])).toEqual([
    ['published', '2030-01-01T13:00:00.000Z'],
  ])
})

test('shows the network that has moved at its new time when the next one of the same move fails', async () => {
  const postId = await app.accept({ message: 'Half', inSeconds: HOUR })
  await $entries.reload()
  const [facebook, instagram] = (await app.read(postId)).deliveries
  const moved = { postId, isWhole: false, deliveries: [facebook!, { ...instagram!, _id: 'unknown' }] }
  const times: string[] = []
  const show = (at: Date) => void times.push(at.toISOString())
  await expect(reschedulePost(moved, new Date('2030-01-05T13:00:00Z'), { show })).rejects.toThrow()
  expect(times).toEqual(['2030-01-05T13:00:00.000Z'])
  expect(shown()).toEqual(['2030-01-01T13:00 Half', '2030-01-05T13:00 Half'])
})

test('moves nothing into the past, and nothing that is published', async () => {
  await app.accept({ message: 'Stays', inSeconds: HOUR })
  await app.accept({ message: 'Out' })
  await app.run()
  await $entries.reload()
  moveTo(item('Stays'), new Date('2001-01-01T00:00:00Z'))
  moveTo(item('Out'), new Date('2030-01-05T13:00:00Z'))
  expect(shown()).toEqual(['2030-01-01T12:00 Out', '2030-01-01T13:00 Stays'])
  expect(shownToasts().map(({ message }) => message)).toEqual([
    'Please choose a time in the future.',
    'Only posts that are scheduled, or waiting for you, can be moved.',
  ])
})

test('combines successive keys into one move', async () => {
  const id = await app.accept({ message: 'By keys', inSeconds: HOUR })
  await $entries.reload()
  const press = (key: string) =>
    moveByKey({ key, shiftKey: true, preventDefault: () => undefined }, item('By keys'), 'month')
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowLeft']) press(key)
  expect(shown()).toEqual(['2030-01-09T13:00 By keys'])
  await moveSaved(1)
  expect((await app.read(id)).publishAt).toBe('2030-01-09T13:00:00.000Z')
  expect(shownToasts()).toHaveLength(1)
})

test('shows planned posts of the Instagram profile, the last first, and swaps two with Undo unless one is out', async () => {
  keepMount($planned)
  const platforms = [{ platform: 'facebook' as const, message: 'Facebook only', media: [0] }]
  await app.accept({ inSeconds: HOUR, platforms })
  const first = await app.accept({ message: 'Soon', inSeconds: HOUR })
  const second = await app.accept({ message: 'Later', inSeconds: 2 * HOUR })
  await app.accept({ message: 'Out' })
  await app.run()
  await $entries.reload()
  const profile = () => $planned.get().map(({ excerpt }) => excerpt)
  expect(profile()).toEqual(['Later', 'Soon'])
  const [one, other] = $planned.get()
  swap(one!, other!)
  expect(profile()).toEqual(['Soon', 'Later'])
  await moveSaved(1)
  expect($toasts.get()[0]!.message).toMatch(/^Swapped .* and .*\.$/)
  const due = async (id: string) => (await app.read(id)).publishAt.slice(11, 16)
  expect([await due(first), await due(second)]).toEqual(['14:00', '13:00'])
  $toasts.get()[0]!.action!.run()
  expect(profile()).toEqual(['Later', 'Soon'])
  await moveSaved(2)
  expect([await due(first), await due(second)]).toEqual(['13:00', '14:00'])

  app.clock.advance(HOUR * 1000)
  await app.run()
  swap($planned.get()[0]!, $planned.get()[1]!)
  await moveSaved(3)
  expect($toasts.get()[2]).toMatchObject({ type: 'error' })
  expect([await due(first), await due(second)]).toEqual(['13:00', '14:00'])
})

test('keeps view and day in the URL', async () => {
  showView('week')
  expect($router.get()?.search).toEqual({ view: 'week', on: '2030-01-10' })
  step(1)
  expect([$view.get(), $router.get()?.search.on]).toEqual(['week', '2030-01-17'])
})

test('begins a list with today, also if a later day was chosen in the month', () => {
  setSystemTime(new Date('2026-11-30T01:00:00Z'))
  try {
    $router.open('/dashboard/calendar?view=month')
    activateDay('2026-12-03')
    showView('list')
    expect($router.get()?.search).toEqual({ view: 'list', on: todayKey() })
    showView('month')
    activateDay('2026-11-24')
    showView('list')
    expect($router.get()?.search.on).toBe('2026-11-24')
    $router.open('/dashboard/calendar?view=month&on=2027-03-03')
    showView('list')
    expect($router.get()?.search.on).toBe('2027-03-03')
  } finally {
    setSystemTime()
  }
})

test('shows the posts that pass the filters in the URL', async () => {
  await app.accept({ message: 'Both', inSeconds: HOUR })
  await app.accept({
    inSeconds: 2 * HOUR,
    platforms: [{ platform: 'facebook', message: 'Facebook only', media: [0] }],
  })
  await app.accept({ message: 'Out' })
  await app.run()
  await $entries.reload()
  const excerpts = () => $items.get().map(({ excerpt }) => excerpt)
  filterBy('networks', ['instagram'])
  expect([excerpts(), $router.get()?.search['networks']]).toEqual([['Out', 'Both'], 'instagram'])
  filterBy('states', ['scheduled'])
  expect(excerpts()).toEqual(['Both'])
  step(1)
  expect($router.get()?.search).toMatchObject({ networks: 'instagram', states: 'scheduled' })
  step(-1)
  clearFilters()
  await $entries.reload()
  expect(excerpts()).toEqual(['Out', 'Both', 'Facebook only'])
})

test('shows the posts with a label, and the labels of the posts on screen', async () => {
  const labelled = await app.accept({ message: 'Tarts', inSeconds: HOUR })
  await app.accept({ message: 'Hours', inSeconds: 2 * HOUR })
  const json = { action: 'label', postIds: [labelled], add: ['Offers'] }
  await app.author.call('posts/bulk', { json })
  await $entries.reload()
  expect($labels.get()).toEqual(['Offers'])
  filterBy('labels', ['Offers'])
  expect($items.get().map(({ excerpt }) => excerpt)).toEqual(['Tarts'])
  await refreshPost(labelled)
  expect($items.get().map(({ labels }) => labels)).toEqual([['Offers']])
  clearFilters()
  expect($items.get()).toHaveLength(2)
})

test('marks the end of a message that is cut', async () => {
  await app.accept({ message: 'Bread '.repeat(40), inSeconds: HOUR })
  await $entries.reload()
  expect($items.get()[0]!.excerpt).toMatch(/Bread Br…$/)
})

test('shows all businesses together, or some of them', async () => {
  await app.accept({ message: 'First', inSeconds: HOUR })
  const [domainId = ''] = $businesses.get().keys()
  const second = await app.call('users/saveUserDomain', { json: { businessName: 'Second Shop' } })
  expect(second.status).toBe(200)
  await site.reloadDomains()
  const { id } = [...$businesses.get().values()].find(({ name }) => name === 'Second Shop')!
  await selectDomain(id)
  await $entries.reload()
  expect($items.get()).toEqual([])
  showAll(true)
  await $entries.reload()
  expect($items.get().map(({ excerpt, domainId }) => [excerpt, domainId])).toEqual([['First', domainId]])
  toggleBusiness(id)
  expect($items.get()).toEqual([])
  showAll(false)
  await selectDomain(domainId)
})

test('shows each post of several businesses at its own local day and time, and moves it there', async () => {
  await app.accept({ message: 'Early', inSeconds: HOUR })
  await app.accept({ message: 'Later', inSeconds: 2 * HOUR })
  const [domainId = ''] = $businesses.get().keys()
  const inMelbourne = await app.call(`domains/${domainId}`, {
    method: 'PATCH',
    json: { timeZone: 'Australia/Melbourne' },
  })
  expect(inMelbourne.status).toBe(200)
  await site.reloadDomains()
  await app.ctx.db
    .update(deliveries)
    .set({ publishAt: new Date('2030-01-13T20:30:00Z') })
    .where(eq(deliveries.message, 'Early'))
  await app.ctx.db
    .update(deliveries)
    .set({ publishAt: new Date('2030-01-13T10:00:00Z') })
    .where(eq(deliveries.message, 'Later'))
  showAll(true)
  await $entries.reload()
  // 7:30 am in Melbourne, where it is Monday already.
  expect(
    $byDay
      .get()
      .get('2030-01-14')
      ?.map(({ excerpt }) => excerpt),
  ).toEqual(['Early'])
  expect(
    $byDay
      .get()
      .get('2030-01-13')
      ?.map(({ excerpt }) => excerpt),
  ).toEqual(['Later'])
  moveByKey({ key: 'ArrowRight', shiftKey: true, preventDefault: () => undefined }, item('Early'), 'month')
  expect(
    $byDay
      .get()
      .get('2030-01-15')
      ?.map(({ at }) => at.toISOString()),
  ).toEqual(['2030-01-14T20:30:00.000Z'])
  await moveSaved(1)
  showAll(false)
})

test('shows a post under the filter Waiting for approval once it is sent for approval', async () => {
  const path = `businesses/${app.author.domainId}/approval-rule`
  await app.call(path, { method: 'PUT', json: { required: true, approvers: [] } })
  await app.accept({ message: 'Ask first', inSeconds: HOUR })
  await $entries.reload()
  filterBy('states', ['scheduled'])
  expect(shown()).toEqual([])
  filterBy('states', ['review'])
  expect(shown()).toEqual([expect.stringMatching(/ Ask first$/)])
})

test('shows a post among the drafts once it is cancelled elsewhere', async () => {
  const postId = await app.accept({ message: 'Cancelled', inSeconds: HOUR })
  site.close()
  keepMount($drafts)
  const opened = new Promise(resolve => $streamOpens.listen(resolve))
  Object.assign(site, await openPosts(app))
  await opened
  await app.call(`posts/${postId}/cancel`, { json: {} })
  await until($drafts, () => {
    const drafts = $drafts.get()
    return drafts.state === 'ready' && drafts.data.some(({ text }) => text === 'Cancelled')
  })
})

test('turns the chip of a cancelled post into its draft’s in place, and back on undo', async () => {
  const id = await app.accept({ message: 'Stays', inSeconds: 24 * HOUR })
  await Promise.all([$entries.reload(), $drafts.reload()])
  const seen: string[] = []
  const stop = $items.listen(items => void seen.push(items.map(({ state }) => state).join() || 'nothing'))
  await cancelPost({ post: await app.read(id) })
  await until($items, () => item('Stays').draftId === id)
  $toasts.get().at(-1)!.action!.run()
  await until($items, () => item('Stays').draftId === undefined)
  stop()
  expect(seen.filter((state, index) => state !== seen[index - 1]).slice(-2)).toEqual(['draft', 'scheduled'])
  expect(new Set(seen)).toEqual(new Set(['draft', 'scheduled']))
})

test('shows what changed between loading the posts and opening the stream', async () => {
  keepMount($announcement)
  const postId = await app.accept({ message: 'Before', inSeconds: HOUR })
  await $entries.reload()
  expect(item('Before')).toBeDefined()
  await app.ctx.db.update(deliveries).set({ message: 'Meanwhile' }).where(eq(deliveries.postId, postId))
  $streamOpens.set($streamOpens.get() + 1)
  await until($items, () => item('Meanwhile') !== undefined)
})

test('names the last post that the calendar shows when later ones are left out', async () => {
  expect($lastShown.get()).toBeUndefined()
  const entry = (n: number): CalendarEntry => ({
    postId: `${n}`,
    domainId: 'a',
    deliveryId: `${n}`,
    network: 'facebook',
    state: 'scheduled',
    publishAt: new Date(Date.UTC(2030, 0, 1, 0, n)).toISOString(),
    excerpt: '',
    networks: 1,
  })
  const data = Array.from({ length: CALENDAR_MAX_ENTRIES }, (_, n) => entry(n))
  $entries.set({ state: 'ready', data: data.slice(1) })
  expect($lastShown.get()).toBeUndefined()
  $entries.set({ state: 'ready', data })
  expect($lastShown.get()).toBe(data.at(-1)!.publishAt)
})

test('shows drafts at the times that they propose, also on the profile, but not as posts', async () => {
  for (const $store of [$drafts, $filters, $planned]) keepMount($store)
  const networks = { instagram: true }
  const content = { message: 'A draft', isScheduled: true, publishAt: '2030-01-11T09:00:00.000Z', networks }
  const save = (id: string, json: object) => app.author.call(`drafts/${id}`, { method: 'PUT', json })
  await save('draft-with-a-time', { version: 0, content })
  await save('draft-for-a-slot', { version: 0, content: { ...content, message: 'Next slot', slot: true } })
  await save('draft-from-before', {
    version: 0,
    content: { ...content, message: 'Late', publishAt: '2020-01-01T09:00:00.000Z' },
  })
  await Promise.all([$drafts.reload(), $entries.reload()])
  expect(shown()).toEqual(['2030-01-11T09:00 A draft'])
  expect(item('A draft')).toMatchObject({ draftId: 'draft-with-a-time', state: 'draft', movable: false })
  expect($planned.get()).toMatchObject([{ draftId: 'draft-with-a-time', movable: false }])
  filterBy('states', ['scheduled'])
  expect(shown()).toEqual([])
  clearFilters()
})

test('leads an agency to its clients while none is open', async () => {
  keepMount($isWithoutClient)
  const [domain] = $domains.get().data!
  const mill = { ...domain!, _id: 'mill', businessName: 'Mill', isSelected: false }
  const others = [{ ...domain!, role: 'editor' as const, isSelected: false }, mill]
  const shown = () => rendered(createElement(Calendar)).text
  expect(shown()).not.toContain('No client is open')
  $domains.set({ state: 'ready', data: others })
  expect(shown()).toContain('No client is open')
  showAll(true)
  expect(shown()).not.toContain('No client is open')
  await $domains.reload()
})
