import { afterEach, beforeEach, expect, setSystemTime, test } from 'bun:test'

import { picture } from '#api/test/publishing.ts'
import { clearComposer } from '#site/dashboard/composer/draft/clear-composer.ts'
import { $draft, setMessage, setScheduled, $identity } from '#site/dashboard/composer/draft/draft.ts'
import { openDraft, saveDrafts, startNewPost } from '#site/dashboard/composer/draft/drafts.ts'
import { $saving, saveNow } from '#site/dashboard/composer/draft/saving.ts'
import { addFiles } from '#site/dashboard/composer/media/uploads.ts'
import { sendPost } from '#site/dashboard/composer/send/send.ts'
import { $sentPost } from '#site/dashboard/composer/send/sending.ts'
import {
  $timeChoice,
  chooseTime,
  pickTime,
  proposeAfterSending,
  proposeFreeSlot,
} from '#site/dashboard/composer/send/time-choice.ts'
import { selectDomain } from '#site/dashboard/shared/domains/store.ts'
import { deleteDrafts } from '#site/dashboard/shared/drafts/bulk.ts'
import { $freeTimes, $freeTimesOf, freeTimeAfter } from '#site/dashboard/shared/quick-times/times.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { timeZone } from '#site/lib/format.ts'
import { openComposer } from '#site/test/composer.ts'

const { app, site } = await openComposer()

beforeEach(async () => {
  setSystemTime(app.clock.now())
  const slots = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, time: '18:00' }))
  await app.author.call('slots', { method: 'PUT', json: { slots, timeZone: timeZone() } })
  await $freeTimes.reload()
})

afterEach(() => {
  setSystemTime()
})

/** Resolves once the composer shows this way of choosing the time. */
const shows = (way: 'slot' | 'now') =>
  new Promise<void>(resolve => {
    const stop = $timeChoice.subscribe(now => {
      if (now !== way) return
      resolve()
      queueMicrotask(() => stop())
    })
  })

test('proposes a time for an opened draft without one, and doesn’t save it', async () => {
  setMessage('Some day')
  await saveNow()
  const { id, version } = $identity.get()
  await startNewPost()
  await openDraft(id)
  await shows('slot')
  await saveNow()
  expect([$identity.get(), $saving.get().state]).toEqual([{ id, version }, 'saved'])
})

test('keeps the time of a post that is being sent, and of another post than the proposal’s', async () => {
  const red = await picture('red')
  $freeTimes.reset()
  const proposed = proposeFreeSlot()
  setMessage('At once')
  addFiles([red])
  const sending = sendPost()
  await $freeTimes.reload()
  await proposed
  expect($timeChoice.get()).toBe('now')
  expect(await sending).toBe(true)
  expect($sentPost.get()?.at).toBeUndefined()

  clearComposer()
  $freeTimes.reset()
  const late = proposeFreeSlot()
  clearComposer()
  await $freeTimes.reload()
  await late
  expect($timeChoice.get()).toBe('now')
})

test('proposes the next free slot as soon as a post is sent, before the free times are loaded again', async () => {
  const red = await picture('red')
  for (const way of ['now', 'slot'] as const) {
    setMessage(`Sent ${way}`)
    addFiles([red])
    chooseTime(way)
    const [next, afterNext] = $freeTimesOf.get()()
    expect(await sendPost()).toBe(true)
    expect([$timeChoice.get(), $draft.get().publishAt]).toEqual(['slot', (way === 'now' ? next : afterNext)!])
  }
})

test('gives a post for the next free slot another one once that is taken, and doesn’t save it', async () => {
  chooseTime('slot')
  setMessage('Whenever there is room')
  await saveNow()
  const { id, version } = $identity.get()
  const before = $draft.get().publishAt
  await startNewPost()
  await app.accept({ inSeconds: (Number(before) - +app.clock.now()) / 1000 })
  await $freeTimes.reload()
  await openDraft(id)
  await proposeFreeSlot()
  const { publishAt, slot } = $draft.get()
  expect(slot).toBe(true)
  expect(Number(publishAt)).toBeGreaterThan(Number(before))
  await saveNow()
  expect([$identity.get(), $saving.get().state]).toEqual([{ id, version }, 'saved'])
})

test('proposes a time of the selected business, and again after the open draft is deleted', async () => {
  const other = await app.author.addDomain('Corner Shop')
  await site.reloadDomains()
  chooseTime('slot')
  await selectDomain(other)
  expect($timeChoice.get()).toBe('now')
  await selectDomain(app.author.domainId)
  await shows('slot')

  setMessage('Not needed')
  await saveNow()
  await deleteDrafts([$identity.get().id])
  await shows('slot')
})

test.each(['/dashboard/calendar?new=now', '/dashboard/create-post'])(
  'plans the next post a day later only beside the calendar, without posting times: %s',
  async path => {
    await app.author.call('slots', { method: 'PUT', json: { slots: [], timeZone: timeZone() } })
    await $freeTimes.reload()
    $router.open(path)
    clearComposer()
    setMessage(`From ${path}`)
    addFiles([await picture('red')])
    const at = new Date(+app.clock.now() + 3 * 24 * 60 * 60_000)
    chooseTime('pick')
    setScheduled(true)
    pickTime(at)
    expect(await sendPost()).toBe(true)
    await proposeAfterSending(undefined)
    const isBeside = path.includes('new=')
    expect([$timeChoice.get(), $draft.get().publishAt]).toEqual(
      isBeside ? ['pick', new Date(+at + 24 * 60 * 60_000)] : ['now', null],
    )
  },
)

test('plans the next post beside the calendar at the free slot after the one just filled', async () => {
  $router.open('/dashboard/calendar?new=now')
  clearComposer()
  setMessage('In the middle of the month')
  addFiles([await picture('red')])
  const at = $freeTimesOf.get()()[9]!
  chooseTime('pick')
  setScheduled(true)
  pickTime(at)
  expect(await sendPost()).toBe(true)
  await proposeAfterSending(undefined)
  expect($draft.get()).toMatchObject({
    isScheduled: true,
    publishAt: $freeTimesOf
      .get()()
      .find(time => time > at),
  })
})

test('leaves the slot of another draft alone, and offers an open draft its own', async () => {
  await $freeTimes.reload()
  const [first, second] = $freeTimesOf.get()()
  setMessage('Planned for the first slot')
  setScheduled(true)
  pickTime(first!)
  await saveNow()
  const { id } = $identity.get()
  await startNewPost()
  await $freeTimes.reload()
  expect($freeTimesOf.get()()[0]).toEqual(second)
  expect(await freeTimeAfter(new Date(+first! - 1))).toEqual(second)
  globalThis.document ??= new EventTarget() as Document
  const stop = saveDrafts()
  await openDraft(id)
  await $freeTimes.reload()
  expect($freeTimesOf.get()()[0]).toEqual(first)
  stop()
})
