import { expect, setSystemTime, test } from 'bun:test'
import { keepMount } from 'nanostores'

import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { saveTimeZone } from '#site/dashboard/shared/posting-times.ts'
import { openPostsEach, shownToasts } from '#site/test/posts.ts'
import { changeZone, readPlanned, sameClockIn } from './zone-change.ts'

const [MELBOURNE, PERTH] = ['Australia/Melbourne', 'Australia/Perth'] as const

const { app } = openPostsEach({
  open: () => {
    setSystemTime(app.clock.now())
    keepMount($selectedDomain)
  },
  close: () => setSystemTime(),
})

async function planned() {
  await saveTimeZone(MELBOURNE)
  const ids = [
    await app.accept({ message: 'One', inSeconds: 86_400 }),
    await app.accept({ message: 'Two', inSeconds: 2 * 86_400 }),
  ]
  return { ids, posts: await readPlanned($selectedDomain.get()!._id) }
}

test('keeps the times of planned posts on the clock in another time zone', async () => {
  const { ids, posts } = await planned()
  expect(posts.map(({ _id }) => _id)).toEqual(ids)
  await changeZone({ from: MELBOURNE, to: PERTH, posts, keeps: 'clock' })
  expect($selectedDomain.get()?.timeZone).toBe(PERTH)
  const times = await Promise.all(ids.map(async id => +new Date((await app.read(id)).publishAt)))
  expect(times).toEqual(posts.map(({ publishAt }) => +new Date(publishAt) + 3 * 3_600_000))
  expect(shownToasts().at(-1)?.message).toBe('Time zone saved. 2 posts keep their times on the clock.')
})

test('leaves alone what failed on one network of a post', async () => {
  await saveTimeZone(MELBOURNE)
  await app.rejectPosts('facebook')
  const id = await app.accept({ message: 'Half out', inSeconds: 3600 })
  const instagram = await app.delivery(id, 'instagram')
  const later = Math.floor(+app.clock.now() / 1000) + 2 * 86_400
  await app.call(`posts/${id}/move`, { json: { deliveryId: instagram._id, scheduledTime: later } })
  app.clock.advance(3_600_000)
  setSystemTime(app.clock.now())
  await app.run()
  expect((await app.delivery(id, 'facebook')).state).toBe('failed')
  const posts = await readPlanned($selectedDomain.get()!._id)
  await changeZone({ from: MELBOURNE, to: PERTH, posts, keeps: 'clock' })
  expect((await app.delivery(id, 'facebook')).state).toBe('failed')
  expect(+new Date((await app.delivery(id, 'instagram')).publishAt)).toBe((later + 3 * 3600) * 1000)
  expect(shownToasts().at(-1)?.message).toBe('Time zone saved. 1 post keeps its time on the clock.')
})

test('keeps the moments of planned posts if that is chosen', async () => {
  const { ids, posts } = await planned()
  await changeZone({ from: MELBOURNE, to: PERTH, posts, keeps: 'instant' })
  expect($selectedDomain.get()?.timeZone).toBe(PERTH)
  expect((await app.read(ids[0]!)).publishAt).toBe(posts[0]!.publishAt)
})

test('finds the same time on another clock, whatever the season', () => {
  expect(sameClockIn(MELBOURNE, PERTH, '2026-12-01T22:30:00Z').toISOString()).toBe('2026-12-02T01:30:00.000Z')
  expect(sameClockIn(MELBOURNE, PERTH, '2026-07-01T23:30:00Z').toISOString()).toBe('2026-07-02T01:30:00.000Z')
})
