import { afterEach, beforeEach, expect, test } from 'bun:test'

import { clip, picture } from '#api/test/publishing.ts'
import { MAX_IMAGE_BYTES, MEDIA_MESSAGES } from '#shared/media/media.ts'
import { networks } from '#shared/networks.ts'
import { lengthProblem } from '#shared/posts/captions.ts'
import { NOT_CONNECTED, POST_MESSAGES } from '#shared/posts/posts.ts'
import { ApiError } from '#site/lib/api/error.ts'
import { openPosts, postsApp, shownToasts } from '#site/test/posts.ts'
import { clearComposer } from './draft/clear-composer.ts'
import { $content, fillComposer, mediaItems } from './draft/content.ts'
import {
  $draft,
  $enabled,
  enable,
  setMessage,
  setMessageFor,
  setPublishAt,
  setSameMessage,
  setScheduled,
  smallestLimit,
  $errors,
} from './draft/draft.ts'
import {
  $chosenKind,
  $media,
  $positions,
  $restricted,
  moveMedia,
  patchMedia,
  removeMedia,
  setAltText,
} from './media/media.ts'
import { addFiles, finishUploads } from './media/uploads.ts'
import { fieldErrors } from './send/check-draft.ts'
import { summarizeSend } from './send/Platforms.tsx'
import { scheduledTime } from './send/post-form.ts'
import { cancelSending, sendPost } from './send/send.ts'
import { $sending, $unsent, $sentPost } from './send/sending.ts'

const app = await postsApp()
let site: Awaited<ReturnType<typeof openPosts>>

beforeEach(async () => {
  site = await openPosts(app)
})
afterEach(() => {
  clearComposer()
  setSameMessage(true)
  enable('facebook', true)
  enable('instagram', true)
  $sending.set({ state: 'idle' })
  localStorage.clear()
  setScheduled(false)
  site.close()
})

const errorToast = (message: string) => ({ type: 'error', title: 'Error', message }) as const

test('enables both connected platforms by default, and reports what is missing in the specified order', async () => {
  expect($enabled.get()).toEqual(['facebook', 'instagram'])
  const refusals = async (): Promise<string | undefined> => {
    await sendPost()
    return shownToasts().at(-1)?.message
  }
  enable('facebook', false)
  enable('instagram', false)
  expect(await refusals()).toBe(POST_MESSAGES.noPlatform)
  enable('facebook', true)
  enable('instagram', true)
  expect(await refusals()).toBe(POST_MESSAGES.noMessage)
  setMessage('x'.repeat(networks.instagram.maxChars + 3))
  expect(await refusals()).toBe(POST_MESSAGES.noMedia)
  expect($errors.get()).toEqual({ media: POST_MESSAGES.noMedia })
  addFiles([await picture('red')])
  expect(await refusals()).toBe('Instagram: Message exceeds limit by 3 characters (2203/2200)')
  setMessage('#spring '.repeat(31))
  expect(await refusals()).toBe('Instagram takes up to 30 hashtags in a caption. Please remove some.')
  setMessage('Fits')
  setScheduled(true)
  expect(await refusals()).toBe(POST_MESSAGES.noTime)
  expect(shownToasts().every(toast => toast.title === 'Error')).toBe(true)
})

test('says which platform has no message', async () => {
  setMessage('For both')
  setSameMessage(false)
  expect($draft.get().messages).toMatchObject({ facebook: 'For both', instagram: 'For both' })
  setMessageFor('instagram', ' ')
  await sendPost()
  expect($errors.get()).toEqual({ instagram: 'Please enter a message for Instagram.' })
})

test('counts the shared box against the smallest limit, and warns for each platform that is exceeded', () => {
  const connected = ['facebook', 'instagram'] as const
  expect(smallestLimit($enabled.get(), connected)).toBe(2200)
  expect(smallestLimit(['facebook'], connected)).toBe(63_206)
  expect(smallestLimit([], connected)).toBe(2200)
  expect(smallestLimit([], [])).toBe(1500)
  expect(lengthProblem('instagram', 'x'.repeat(2201))).toBe(
    'Message exceeds limit by 1 character (2201/2200)',
  )
  const message = 'x'.repeat(2205)
  expect(lengthProblem('instagram', message)).toBe('Message exceeds limit by 5 characters (2205/2200)')
  expect(lengthProblem('facebook', message)).toBeUndefined()
})

test('keeps the good files of a selection, and names the others', async () => {
  const red = await picture('red')
  const untyped = new File([red], 'IMG_1', { type: '' })
  const others = ['notes.txt', 'plan.pdf'].map(name => new File(['words'], name))
  addFiles([red, ...others, untyped])
  const message = `“notes.txt” and “plan.pdf” weren’t added. ${MEDIA_MESSAGES.type}`
  await expect(finishUploads(new AbortController().signal)).rejects.toMatchObject({ message })
  expect($errors.get().media).toBe(message)
  expect($media.get().map(({ name, upload }) => [name, upload.state])).toEqual([
    [red.name, 'uploaded'],
    ['IMG_1', 'uploaded'],
  ])
  await finishUploads(new AbortController().signal)
})

test('gives each refused file its own reason', async () => {
  addFiles([
    new File(['words'], 'notes.txt', { type: 'text/plain' }),
    new File(['words'], 'broken.jpg', { type: 'image/jpeg' }),
    new File([new Uint8Array(MAX_IMAGE_BYTES + 1)], 'huge.jpg', { type: 'image/jpeg' }),
  ])
  await finishUploads(new AbortController().signal).catch(() => undefined)
  expect($errors.get().media).toBe(
    [
      `“notes.txt” wasn’t added. ${MEDIA_MESSAGES.type}`,
      `“broken.jpg” wasn’t added. ${MEDIA_MESSAGES.unreadableImage}`,
      `“huge.jpg” wasn’t added. ${MEDIA_MESSAGES.imageSize}`,
    ].join(' '),
  )
})

test('forgets refused files with their post', async () => {
  const red = await picture('red')
  addFiles(Array.from({ length: 11 }, () => red))
  clearComposer()
  await finishUploads(new AbortController().signal)
})

test('takes the first ten files, and names the others', async () => {
  const red = await picture('red')
  addFiles(Array.from({ length: 9 }, () => red))
  addFiles(['a', 'b', 'c'].map(name => new File([red], `${name}.png`)))
  expect(
    $media
      .get()
      .map(({ name }) => name)
      .at(-1),
  ).toBe('a.png')
  expect($media.get()).toHaveLength(10)
  expect($errors.get().media).toBe(`“b.png” and “c.png” weren’t added. ${MEDIA_MESSAGES.count}`)
  addFiles(Array.from({ length: 9 }, (_, at) => new File([red], `${at}.png`)))
  expect($media.get()).toHaveLength(10)
  expect($errors.get().media).toBe(
    `“0.png”, “1.png”, “2.png”, “3.png” and 5 others weren’t added. ${MEDIA_MESSAGES.count}`,
  )
})

test('keeps a removed file’s URL until the next file is added', async () => {
  addFiles([await picture('red')])
  const [item] = $media.get()
  removeMedia(item!.id)
  expect((await fetch(item!.url)).ok).toBe(true)
  addFiles([await picture('blue')])
  await expect(fetch(item!.url)).rejects.toThrow()
})

test('sends a post with ordered pictures and alt texts to both networks, and clears the form', async () => {
  setMessage('Spring specials')
  $draft.setKey('labels', ['Spring'])
  addFiles([await picture('red'), await picture('navy')])
  const [red, navy] = $media.get()
  setAltText(red!.id, 'A red door')
  setAltText(navy!.id, 'A blue door')
  moveMedia(navy!.id, 0)
  const shares: number[] = []
  const stop = $sending.listen(sending => sending.state === 'uploading' && shares.push(sending.fraction))
  await sendPost()
  stop()
  expect($sentPost.get()?.message).toBe(POST_MESSAGES.accepted)
  expect(shownToasts()).toEqual([])
  expect(shares.some(share => share > 0 && share < 1)).toBe(true)
  expect($media.get()).toEqual([])
  expect($draft.get()).toMatchObject({ message: '', labels: [] })
  const post = await app.read($sentPost.get()?.postId ?? '')
  expect(post.media.map(({ altText }) => altText)).toEqual(['A blue door', 'A red door'])
  expect(post.labels).toEqual(['Spring'])
  setMessage('Another')
  expect($sending.get().state).toBe('idle')
})

test('sends Facebook the author’s choice of pictures or video', async () => {
  setMessage('Mixed')
  addFiles([await picture('red'), await clip(), await picture('navy')])
  expect($positions.get()).toMatchObject({ facebook: [0, 2], instagram: [0, 1, 2], google: [0] })
  $chosenKind.set('video')
  expect($positions.get()).toMatchObject({ facebook: [1], instagram: [0, 1, 2], google: [0] })
  await sendPost()
  await app.run()
  const published = await app.published()
  expect(published.find(post => post.network === 'facebook' && post.message === 'Mixed')?.media).toHaveLength(
    1,
  )
})

test('sends a limited picture only to its networks, and rejects one that is shown on none', async () => {
  setMessage('Limited')
  addFiles([await picture('red'), await picture('navy')])
  await finishUploads(new AbortController().signal)
  patchMedia($media.get()[1]!.id, { networks: ['instagram'] })
  fillComposer({ content: $content.get(), media: mediaItems() })
  expect($positions.get()).toMatchObject({ facebook: [0], instagram: [0, 1] })
  expect($restricted.get()).toEqual([])
  enable('instagram', false)
  await sendPost()
  expect(shownToasts().at(-1)?.message).toBe(MEDIA_MESSAGES.forNone('navy.jpg'))
  enable('instagram', true)
  await sendPost()
  await app.run()
  const published = (await app.published()).filter(({ message }) => message === 'Limited')
  expect(Object.fromEntries(published.map(({ network, media }) => [network, media.length]))).toEqual({
    facebook: 1,
    instagram: 2,
  })
})

test('keeps the form after a lost response, and publishes once when it is sent again', async () => {
  setMessage('Once only')
  addFiles([await picture('red')])
  await finishUploads(new AbortController().signal)
  site.uploads.loseNextResponse()
  await sendPost()
  expect(shownToasts()[0]).toMatchObject({ type: 'error', title: 'Error' })
  expect($draft.get().message).toBe('Once only')
  expect($media.get()).toHaveLength(1)
  await sendPost()
  expect(shownToasts()).toEqual([])
  expect($sentPost.get()?.message).toBe(POST_MESSAGES.accepted)
  expect(await app.postsSaying('Once only')).toHaveLength(1)
})

test('sends a post once when the button is pressed twice', async () => {
  setMessage('A double press')
  addFiles([await picture('red')])
  await finishUploads(new AbortController().signal)
  const states: string[] = []
  const stop = $sending.listen(({ state }) => void states.push(state))
  await Promise.all([sendPost(), sendPost()])
  stop()
  expect(states.filter(state => state === 'checking')).toHaveLength(1)
  expect(shownToasts()).toEqual([])
  expect($sentPost.get()?.message).toBe(POST_MESSAGES.accepted)
  expect(await app.postsSaying('A double press')).toHaveLength(1)
})

test.each([
  [
    'a failure on one platform',
    Response.json({
      success: true,
      postId: 'x',
      results: [
        { platform: 'facebook', success: true },
        { platform: 'instagram', success: false },
      ],
    }),
    'Failed to process request. Please try again.',
  ],
  [
    'the server’s own message',
    Response.json({ success: false, code: 'conflict', message: 'Not today.' }, { status: 409 }),
    'Not today.',
  ],
])('keeps the form and reports %s', async (_, response, message) => {
  setMessage('Kept')
  addFiles([await picture('red')])
  await finishUploads(new AbortController().signal)
  site.uploads.respondNext(response)
  await sendPost()
  expect(shownToasts()).toEqual([errorToast(message)])
  expect($draft.get().message).toBe('Kept')
  expect($media.get()).toHaveLength(1)
  expect($sending.get()).toEqual({ state: 'idle' })
})

test('publishes the same text again as a new post', async () => {
  for (const _ of [1, 2]) {
    setMessage('Daily special')
    addFiles([await picture('red')])
    await sendPost()
  }
  expect(await app.postsSaying('Daily special')).toHaveLength(2)
})

test('keeps the form and creates no post when an upload is cancelled', async () => {
  setMessage('Changed my mind')
  addFiles([await picture('red')])
  const stop = $sending.listen(({ state }) => state === 'uploading' && cancelSending())
  await sendPost()
  stop()
  expect($sending.get()).toEqual({ state: 'idle' })
  expect(shownToasts()).toEqual([])
  expect($unsent.get()).toBe(true)
  expect(await app.postsSaying('Changed my mind')).toEqual([])
})

test('sends nothing of another post that is opened while files upload', async () => {
  setMessage('With a picture')
  addFiles([await picture('red')])
  const sending = sendPost()
  clearComposer()
  setMessage('Another')
  expect(await sending).toBe(false)
  expect(await app.postsSaying('Another')).toEqual([])
  expect($draft.get().message).toBe('Another')
  expect(shownToasts().at(-1)?.message).toStartWith('Your post wasn’t sent, because you opened another')
})

test('shows the api’s validation errors beside their fields', async () => {
  setMessage('Wrong file')
  addFiles([new File(['<html>'], 'x.html', { type: 'text/html' })])
  await sendPost()
  const message = `“x.html” wasn’t added. ${MEDIA_MESSAGES.type}`
  expect($errors.get()).toEqual({ media: message })
  expect(shownToasts()).toMatchObject([errorToast(message)])
})

test('shows a missing account beside the platforms, whichever network it is', () => {
  for (const message of Object.values(NOT_CONNECTED)) {
    const refusal = new ApiError('invalid', message, { platforms: message })
    expect(fieldErrors(refusal)).toEqual({ platforms: message })
  }
})

test('shows a past time beside the time', async () => {
  setMessage('Too late')
  addFiles([await picture('red')])
  setScheduled(true)
  setPublishAt(new Date('2020-01-01T00:00:00Z'))
  await sendPost()
  expect($errors.get()).toEqual({ scheduledTime: POST_MESSAGES.pastTime })
})

test('sends a time in unix seconds, and only while the switch is on', () => {
  setPublishAt(new Date('2030-01-01T00:00:00.900Z'))
  expect(scheduledTime($draft.get())).toBe('')
  setScheduled(true)
  expect(scheduledTime($draft.get())).toBe('1893456000')
})

test('summarises where and when the post goes out', () => {
  const now = new Date('2026-11-21T00:00:00Z')
  const both = ['facebook', 'instagram'] as const
  expect(summarizeSend({ isScheduled: false, publishAt: null }, both, now)).toBe(
    'Goes out on Facebook and Instagram straight away.',
  )
  const later = { isScheduled: true, publishAt: new Date('2026-11-27T16:15:00Z'), business: 'Pat’s Plumbing' }
  expect(summarizeSend(later, both, now)).toBe(
    'Goes to Pat’s Plumbing on Facebook and Instagram on Friday 27 November at 4:15 pm, UTC.',
  )
  expect(summarizeSend({ ...later, anyConnected: false }, [], now)).toBe(
    'Connect a platform to choose where this post goes.',
  )
  expect(summarizeSend(later, [], now)).toBe('Turn on a platform to choose where this post goes.')
  expect(summarizeSend({ ...later, isScheduled: false, commented: true }, ['facebook'], now)).toBe(
    'Goes to Pat’s Plumbing on Facebook straight away, with a first comment after it.',
  )
})
