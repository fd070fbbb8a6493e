import { afterEach, beforeEach, expect, setSystemTime, test } from 'bun:test'

import { picture } from '#api/test/publishing.ts'
import { POST_MESSAGES } from '#shared/posts/posts.ts'
import { clearComposer } from '#site/dashboard/composer/draft/clear-composer.ts'
import {
  $draft,
  $enabled,
  enable,
  setMessage,
  setMessageFor,
  setPublishAt,
  setSameMessage,
  setScheduled,
  setTextOnly,
  $errors,
} from '#site/dashboard/composer/draft/draft.ts'
import { $media } from '#site/dashboard/composer/media/media.ts'
import { addFiles } from '#site/dashboard/composer/media/uploads.ts'
import { $shownNetwork, showNetwork } from '#site/dashboard/composer/messages/shown-network.ts'
import { $now } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { $freeSlot, $freeTimes, $freeTimesOf } from '#site/dashboard/shared/quick-times/times.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { formatDayTime, timeZone } from '#site/lib/format.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { openPosts, postsApp } from '#site/test/posts.ts'
import { cancelSentPost } from './AfterSending.tsx'
import { sendPost } from './send.ts'
import { $sending, $unsent, $sentPost } from './sending.ts'
import { $timeChoice, chooseTime, proposeFreeSlot } from './time-choice.ts'

const EVERY_EVENING = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, time: '18:00' }))

const app = await postsApp()
let site: Awaited<ReturnType<typeof openPosts>>

const setSlots = (slots: typeof EVERY_EVENING) =>
  app.author.call('slots', { method: 'PUT', json: { slots, timeZone: timeZone() } })

beforeEach(async () => {
  setSystemTime(app.clock.now())
  await setSlots([])
  site = await openPosts(app)
})
afterEach(() => {
  localStorage.clear()
  clearComposer()
  enable('instagram', true)
  site.close()
  setSystemTime()
})

test('says a missing picture once beside another screen, and in a toast as well on the composer’s own', async () => {
  setMessage('Words alone')
  $toasts.set([])
  await sendPost()
  expect($toasts.get().map(({ message }) => message)).toEqual([POST_MESSAGES.noMedia])
  $router.open('/dashboard/calendar?new=now')
  await sendPost()
  expect($errors.get()).toEqual({ media: POST_MESSAGES.noMedia })
  expect($toasts.get()).toEqual([])
  $router.open('/dashboard/create-post')
})

test('posts without a picture once that is chosen, but not to Instagram', async () => {
  setMessage('Words alone')
  await sendPost()
  expect($errors.get()).toEqual({ media: POST_MESSAGES.noMedia })
  setTextOnly(true)
  expect([$draft.get().leftOut, $enabled.get()]).toEqual([['instagram'], ['facebook']])
  setTextOnly(false)
  expect([$draft.get().leftOut, $enabled.get()]).toEqual([[], ['facebook', 'instagram']])

  setTextOnly(true)
  enable('instagram', true)
  expect($draft.get().leftOut).toEqual([])
  await sendPost()
  expect($errors.get()).toEqual({ media: POST_MESSAGES.noPictureFor('Instagram') })
  enable('instagram', false)
  expect($errors.get().media).toBeUndefined()
  setTextOnly(true)
  expect(await sendPost()).toBe(true)
  expect(await app.postsSaying('Words alone')).toHaveLength(1)
  expect($draft.get().textOnly).toBe(false)
})

test('starts the next post on all networks with one message, after separate texts without a picture', async () => {
  setSameMessage(false)
  for (const network of $enabled.get()) setMessageFor(network, `Words for ${network}`)
  showNetwork('instagram')
  setTextOnly(true)
  expect(await sendPost()).toBe(true)
  expect($enabled.get()).toEqual(['facebook', 'instagram'])
  expect($draft.get().sameMessage).toBe(true)
  setSameMessage(false)
  expect($shownNetwork.get()).toBe('facebook')
})

test('confirms what was scheduled, where and when, and reopens it on undo', async () => {
  setMessage('Too early')
  addFiles([await picture('red')])
  setScheduled(true)
  const at = new Date(Math.ceil(+app.clock.now() / 3_600_000) * 3_600_000 + 86_400_000)
  setPublishAt(at)
  await sendPost()
  const sent = $sentPost.get()
  expect(sent?.line).toBe(`Scheduled for ${formatDayTime(at, timeZone())} on Facebook and Instagram`)
  expect(sent?.message).toBe(POST_MESSAGES.accepted)
  expect($toasts.get()).toEqual([])
  if (sent) await cancelSentPost(sent)
  const [post] = await app.postsSaying('Too early')
  expect(post?.deliveries.map(({ state }) => state)).toEqual(['canceled', 'canceled'])
  expect($draft.get()).toMatchObject({ message: 'Too early', isScheduled: true })
  expect($draft.get().publishAt).toEqual(at)
  expect($media.get()).toHaveLength(1)
})

test('ends a success with the next post, and keeps a failure until that is sent', async () => {
  const later = new Date(+app.clock.now() + 86_400_000)
  const schedule = async (text: string) => {
    setMessage(text)
    addFiles([await picture('red')])
    setScheduled(true)
    setPublishAt(later)
    expect(await sendPost()).toBe(true)
  }
  const stop = $sending.listen(() => undefined)
  await schedule('The first of two')
  expect($sentPost.get()?.tab).toBe('scheduled')
  setMessage('T')
  expect($sentPost.get()).toBeUndefined()
  clearComposer()

  await schedule('Before an empty one')
  expect(await sendPost()).toBe(false)
  expect([$sentPost.get(), $errors.get()]).toEqual([undefined, { message: POST_MESSAGES.noMessage }])

  await schedule('Refused by a network')
  const sent = $sentPost.get()
  if (sent) $sentPost.set({ ...sent, tab: 'attention', line: 'Not published on Facebook.' })
  setMessage('Next')
  expect($sentPost.get()?.tab).toBe('attention')
  await sendPost()
  expect($sentPost.get()).toBeUndefined()
  stop()
})

test('selects the next free slot again after a post for a free slot', async () => {
  await $freeTimes.reload()
  expect($freeSlot.get()).toBe('unset')
  await setSlots(EVERY_EVENING)
  await $freeTimes.reload()
  setMessage('First in the queue')
  addFiles([await picture('red')])
  chooseTime('slot')
  const first = $draft.get().publishAt
  expect(await sendPost()).toBe(true)
  const next = Promise.withResolvers<void>()
  const stop = $timeChoice.subscribe(when => when === 'slot' && next.resolve())
  await next.promise
  stop()
  const { publishAt, slot } = $draft.get()
  expect(slot).toBe(true)
  expect(+(publishAt ?? 0)).toBeGreaterThan(+(first ?? 0))
  expect($unsent.get()).toBe(false)
})

test('selects the next free slot after a post for another time, also when the composer is opened again', async () => {
  await setSlots(EVERY_EVENING)
  await $freeTimes.reload()
  setMessage('For tomorrow morning')
  addFiles([await picture('red')])
  chooseTime('tomorrow')
  expect(await sendPost()).toBe(true)
  await $freeTimes.reload()
  await Bun.sleep(0)
  expect($timeChoice.get()).toBe('slot')

  clearComposer()
  await proposeFreeSlot()
  expect($timeChoice.get()).toBe('slot')

  chooseTime('now')
  await proposeFreeSlot()
  expect($timeChoice.get()).toBe('now')
  setMessage('At once')
  addFiles([await picture('red')])
  expect(await sendPost()).toBe(true)
  await proposeFreeSlot()
  expect($timeChoice.get()).toBe('slot')
})

test('proposes a free slot to an author whose business has posting times, from the first post', async () => {
  await $freeTimes.reload()
  // The test before this one may still have proposed a time.
  await Bun.sleep(0)
  clearComposer()
  await proposeFreeSlot()
  expect($timeChoice.get()).toBe('now')
  await setSlots(EVERY_EVENING)
  await $freeTimes.reload()
  await proposeFreeSlot()
  expect($timeChoice.get()).toBe('slot')
})

test('suggests no free slot that has passed, and none for a post of another business', async () => {
  await setSlots(EVERY_EVENING)
  await $freeTimes.reload()
  const [first, second] = $freeTimesOf.get()()
  expect($freeSlot.get()).toEqual(first)
  setSystemTime(first)
  $now.set(first!)
  expect($freeSlot.get()).toEqual(second)
  expect($freeTimesOf.get()('another')).toEqual([])
})
