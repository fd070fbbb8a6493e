import { expect, setSystemTime, test } from 'bun:test'
import { keepMount } from 'nanostores'

import { picture } from '#api/test/publishing.ts'
import { DRAFT_MESSAGES } from '#shared/posts/drafts.ts'
import { NO_EXTRAS } from '#shared/posts/extras.ts'
import { proposedRepeat, WEEKLY } from '#shared/posts/rhythm.ts'
import { $aiTexts, isByAi, rememberAiTexts } from '#site/dashboard/composer/ai/writing.ts'
import { applyCrop } from '#site/dashboard/composer/media/CropDialog.tsx'
import { $media, setAltText } from '#site/dashboard/composer/media/media.ts'
import { addFiles, finishUploads } from '#site/dashboard/composer/media/uploads.ts'
import { sendPost } from '#site/dashboard/composer/send/send.ts'
import { $sending } from '#site/dashboard/composer/send/sending.ts'
import { chooseTime } from '#site/dashboard/composer/send/time-choice.ts'
import { insertTemplate, templates } from '#site/dashboard/composer/TemplatesDialog.tsx'
import { $drafts } from '#site/dashboard/shared/drafts/store.ts'
import { $freeTimes } from '#site/dashboard/shared/quick-times/times.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { saveSentRecord } from '#site/dashboard/shared/sent-record.ts'
import { TAB_COPY_KEY } from '#site/dashboard/shared/tab-copy.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { clockIn } from '#site/lib/wall-clock.ts'
import { cutNetwork, holdRequests, loseResponses } from '#site/test/browser.ts'
import { openComposer } from '#site/test/composer.ts'
import { openPosts } from '#site/test/posts.ts'
import { clearComposer } from './clear-composer.ts'
import { $content, fillComposer } from './content.ts'
import { takeCopy } from './device-copy.ts'
import {
  $draft,
  $errors,
  enable,
  setExtras,
  setMessage,
  setPublishAt,
  setRepeat,
  setScheduled,
  setTextOnly,
  setTexts,
  $identity,
} from './draft.ts'
import { $lastDraft, startNewPost, openDraft, reusePost, saveDrafts } from './drafts.ts'
import { $saving, saveForNextSignIn, saveAsNew, saveNow, openTheirs } from './saving.ts'

const { app, site } = await openComposer()

const uploaded = () => finishUploads(new AbortController().signal)
const version = async (id: string) =>
  ((await (await app.author.call(`drafts/${id}`)).json()) as { data?: { version: number } }).data?.version

async function writeDraft(text: string) {
  setMessage(text)
  await saveNow()
  return $identity.get().id
}

/** Changes the open draft as another window would. */
async function saveElsewhere(id: string, message: string) {
  const json = { version: await version(id), content: { message } }
  await app.author.call(`drafts/${id}`, { method: 'PUT', json })
}

test('saves a post with its files, and restores it', async () => {
  setMessage('Half written')
  enable('instagram', false)
  setScheduled(true)
  addFiles([await picture('red')])
  await uploaded()
  setAltText($media.get()[0]!.id, 'A red door')
  expect($saving.get()).toEqual({ state: 'saving' })
  await saveNow()
  expect($saving.get()).toEqual({ state: 'saved' })
  const { id } = $identity.get()
  await startNewPost()
  expect($draft.get()).toMatchObject({ message: '', isScheduled: false })
  expect($media.get()).toEqual([])
  await openDraft(id)
  expect($draft.get()).toMatchObject({ message: 'Half written', isScheduled: true })
  expect($content.get().networks).toMatchObject({ instagram: false })
  expect($media.get()).toMatchObject([
    { name: 'red.jpg', altText: 'A red door', upload: { state: 'uploaded' } },
  ])
  enable('instagram', true)
})

test('keeps a time and a text that the author enters while a draft loads', async () => {
  const id = await writeDraft('Loads slowly')
  await startNewPost()
  const release = holdRequests('GET', `/api/drafts/${id}`)
  const opened = openDraft(id)
  await new Promise(setImmediate)
  chooseTime('tomorrow')
  const { publishAt } = $draft.get()
  setMessage('Written meanwhile')
  release()
  await opened
  expect($draft.get()).toMatchObject({ message: 'Loads slowly', isScheduled: true, publishAt })
  await $drafts.reload()
  expect($drafts.get().data?.map(({ text }) => text)).toContain('Written meanwhile')
})

test('remembers which texts are AI’s when a draft is opened later', async () => {
  const text = 'Dripping taps cost you more than you think. 🚰'.repeat(60)
  rememberAiTexts(['A text that nobody used in the end', text])
  const id = await writeDraft(`${text} Call us!`)
  await startNewPost()
  const own = await writeDraft('Back on Monday')
  await startNewPost()
  $aiTexts.set([])
  await openDraft(id)
  expect(isByAi($draft.get().message, $aiTexts.get())).toBe(true)
  await openDraft(own)
  expect(isByAi($draft.get().message, $aiTexts.get())).toBe(false)
  expect($content.get().aiTexts).toEqual([])
})

test('offers the last draft while nothing is written, and gives it the time that was chosen for the empty post', async () => {
  keepMount($lastDraft)
  app.clock.advance(1000)
  const id = await writeDraft('Sourdough starter for sale')
  await startNewPost()
  await $drafts.reload()
  expect($lastDraft.get()).toMatchObject({ _id: id, text: 'Sourdough starter for sale' })
  const slot = new Date('2030-01-03T07:30:00Z')
  setScheduled(true)
  setPublishAt(slot)
  await openDraft(id, null)
  expect($draft.get()).toMatchObject({ message: 'Sourdough starter for sale', publishAt: slot })
  expect($lastDraft.get()).toBeUndefined()
})

test('saves nothing before anything is written', async () => {
  setScheduled(true)
  await saveNow()
  expect($saving.get()).toEqual({ state: 'empty' })
})

test('removes a draft when its post is sent, and starts a new one', async () => {
  const id = await writeDraft('Ready to go')
  addFiles([await picture('red')])
  await sendPost()
  expect($sending.get().state).toBe('sent')
  expect(await version(id)).toBeUndefined()
  expect($identity.get().id).not.toBe(id)
  expect($saving.get()).toEqual({ state: 'empty' })
})

/** Sends the post, and resolves once everything is done that needs no response. */
async function beginSending() {
  const checking = new Promise<void>(resolve => {
    const stop = $sending.listen(({ state }) => {
      if (state !== 'checking') return
      stop()
      resolve()
    })
  })
  const sending = sendPost()
  await checking
  await new Promise(resolve => setImmediate(resolve))
  return { sending }
}

test('waits for a draft that is being saved before its post is sent, so that it doesn’t come back', async () => {
  const id = await writeDraft('Almost')
  addFiles([await picture('red')])
  await uploaded()
  setMessage('Almost ready')
  const sentBefore = site.uploads.countSent()
  const release = holdRequests('PUT', `/api/drafts/${id}`)
  const saving = saveNow()
  const { sending } = await beginSending()
  expect(site.uploads.countSent()).toBe(sentBefore)
  release()
  await Promise.all([saving, sending])
  expect($sending.get().state).toBe('sent')
  expect(await version(id)).toBeUndefined()
  expect($saving.get()).toEqual({ state: 'empty' })
})

test('saves no draft while its post is sent', async () => {
  const id = await writeDraft('On its way')
  addFiles([await picture('red')])
  await uploaded()
  await saveNow()
  const release = site.uploads.holdResponses()
  const { sending } = await beginSending()
  setMessage('On its way, with a late thought')
  expect($saving.get()).toEqual({ state: 'saved' })
  release()
  await sending
  expect($sending.get().state).toBe('sent')
  expect(await version(id)).toBeUndefined()
})

test('keeps another post that is started while one is sent', async () => {
  await writeDraft('On its way')
  addFiles([await picture('red')])
  await uploaded()
  const release = site.uploads.holdResponses()
  const { sending } = await beginSending()
  await startNewPost()
  setMessage('Another')
  release()
  expect(await sending).toBe(true)
  expect([$draft.get().message, $sending.get().state]).toEqual(['Another', 'idle'])
})

test('saves the latest changes before another draft opens', async () => {
  const first = await writeDraft('The first')
  await startNewPost()
  await writeDraft('The second')
  setMessage('The second, with a thought that came last')
  const second = $identity.get().id
  await openDraft(first)
  expect($draft.get().message).toBe('The first')
  await openDraft(second)
  expect($draft.get().message).toBe('The second, with a thought that came last')
})

test('never overwrites another window’s version, but opens that version or saves this one as a new draft', async () => {
  const id = await writeDraft('Mine')
  await saveElsewhere(id, 'Theirs')
  setMessage('Mine, longer')
  await saveNow()
  expect($saving.get()).toEqual({ state: 'changed' })
  await saveAsNew()
  expect($saving.get()).toEqual({ state: 'saved' })
  expect($identity.get().id).not.toBe(id)

  await openDraft(id)
  await saveElsewhere(id, 'Theirs again')
  setMessage('Mine again')
  await saveNow()
  await openTheirs()
  expect($draft.get().message).toBe('Theirs again')
  expect($saving.get()).toEqual({ state: 'saved' })
})

/** Reloads the page: only what this device stores and the URL remain. */
function reload(search = '') {
  const stored = localStorage.getItem(TAB_COPY_KEY)
  clearComposer()
  if (stored) localStorage.setItem(TAB_COPY_KEY, stored)
  globalThis.document ??= new EventTarget() as Document
  $router.open(`/dashboard/create-post${search}`)
  return saveDrafts()
}

const shown = (message: string) =>
  new Promise<void>(resolve => {
    const stop = $draft.subscribe(draft => {
      if (draft.message === message) resolve(queueMicrotask(() => stop()))
    })
  })

/** Sends a draft as the page closes, so that no response arrives. */
async function saveWhileClosing(text: string) {
  setMessage(text)
  const { id } = $identity.get()
  const release = loseResponses('PUT', `/api/drafts/${id}`)
  await saveNow()
  release()
  expect($saving.get()).toEqual({ state: 'offline' })
  return id
}

const EVENT = { start: '2030-01-03T18:00', end: '', title: 'Open day', button: 'BOOK' as const }

test.each([
  ['a new post', false],
  ['a saved draft', true],
])('continues %s from the last save of a page that was closing', async (_, isSaved) => {
  if (isSaved) await writeDraft('Saved')
  setExtras('google', { ...NO_EXTRAS, ...EVENT, kind: 'event' })
  $draft.setKey('labels', ['Winter'])
  const id = await saveWhileClosing('Half')
  setMessage('Half written')
  const stop = reload(isSaved ? `?draft=${id}` : '')
  await shown('Half written')
  setMessage('Half written text')
  await saveNow()
  stop()
  expect($saving.get()).toEqual({ state: 'saved' })
  expect($identity.get()).toEqual({ id, version: isSaved ? 3 : 2 })
})

test('continues in a duplicated tab what the first one saves unchanged', async () => {
  setMessage('In both')
  const copy = localStorage.getItem(TAB_COPY_KEY)!
  await saveNow()
  const saved = $identity.get()
  localStorage.setItem(TAB_COPY_KEY, copy)
  const stop = reload()
  await shown('In both')
  await saveNow()
  stop()
  expect([$saving.get(), $identity.get()]).toEqual([{ state: 'saved' }, saved])
})

test('continues after several saves of which only the first arrived', async () => {
  await saveWhileClosing('One')
  const restore = cutNetwork()
  setMessage('One two')
  await saveNow()
  restore()
  await (await openPosts(app)).reloadDomains()
  setMessage('One two three')
  await saveNow()
  expect($saving.get()).toEqual({ state: 'saved' })
})

test('still says after a reload that another window has changed the draft', async () => {
  const id = await writeDraft('Mine')
  await saveElsewhere(id, 'Theirs')
  setMessage('Mine, longer')
  const stop = reload(`?draft=${id}`)
  await shown('Mine, longer')
  await saveNow()
  stop()
  expect($saving.get()).toEqual({ state: 'changed' })
})

test('reports a draft that was deleted elsewhere, and keeps the content', async () => {
  const id = await writeDraft('Soon gone')
  await app.author.call(`drafts/${id}`, { method: 'DELETE' })
  setMessage('Soon gone, longer')
  await saveNow()
  expect($saving.get()).toEqual({ state: 'gone', message: 'This draft was deleted.' })
  expect($draft.get().message).toBe('Soon gone, longer')
})

test('keeps the draft on this device while offline, and saves it once online', async () => {
  const restore = cutNetwork()
  setMessage('Written on a train')
  await saveNow()
  expect($saving.get()).toEqual({ state: 'offline' })
  const copy = takeCopy()
  expect(copy?.content.message).toBe('Written on a train')
  expect(takeCopy()).toBeUndefined()
  restore()
  await (await openPosts(app)).reloadDomains()
  await saveNow()
  expect($saving.get()).toEqual({ state: 'saved' })
  expect(takeCopy()).toBeUndefined()
})

test('keeps an unfinished post beyond its session, for the same user only', async () => {
  setMessage('Before the session ended')
  saveForNextSignIn()
  localStorage.clear()
  const copy = takeCopy()!
  clearComposer()
  fillComposer(copy)
  expect($draft.get().message).toBe('Before the session ended')
  localStorage.clear()
  sessionStorage.setItem('composer-draft', JSON.stringify({ ...copy, owner: 'somebody-else' }))
  expect(takeCopy()).toBeUndefined()
})

test('replaces a picture with its crop, and restores it', async () => {
  addFiles([await picture('red')])
  await uploaded()
  const { id } = $media.get()[0]!
  expect(await applyCrop(id, '4:5', { x: 0.1, y: 0, width: 0.8, height: 1 })).toBeUndefined()
  const [cropped] = $media.get()
  expect(cropped).toMatchObject({
    crop: { ratio: '4:5', original: { width: 320 } },
    upload: { item: { width: 256 } },
  })
  expect($content.get().media[0]?.crop?.ratio).toBe('4:5')
  await applyCrop(id, 'original', { x: 0, y: 0, width: 1, height: 1 })
  expect($media.get()[0]).toMatchObject({ crop: undefined, upload: { item: { width: 320 } } })
})

test('appends a template to the message, and restores a deleted one', async () => {
  keepMount(templates.$items)
  expect(await templates.save(' ', 'Open till late')).toBe('Please enter a name.')
  expect(await templates.save('Hours', 'Open till late')).toBeUndefined()
  const [template] = templates.$items.get().data ?? []
  setMessage('Come by!')
  insertTemplate(template!)
  expect($draft.get().message).toBe('Come by!\n\nOpen till late')
  $toasts.get()[0]!.action!.run()
  expect($draft.get().message).toBe('Come by!')
  await templates.remove(template!)
  await templates.$items.reload()
  expect(templates.$items.get()).toMatchObject({ data: [] })
})

test('reuses a post’s text, pictures and alt texts in a new post', async () => {
  const postId = await app.accept({ message: 'Every Friday', altTexts: ['Red', 'Blue'], inSeconds: 3600 })
  await reusePost(postId)
  expect($draft.get()).toMatchObject({ sameMessage: true, message: 'Every Friday', isScheduled: false })
  expect($media.get().map(({ altText }) => altText)).toEqual(['Red', 'Blue'])
  await sendPost()
  expect($sending.get().state).toBe('sent')
  expect(await app.postsSaying('Every Friday')).toHaveLength(2)
})

test('keeps the texts that take turns in the draft, checks each, and sends them', async () => {
  setMessage('Open today')
  setTextOnly(true)
  setScheduled(true)
  setPublishAt(new Date(+app.clock.now() + 3_600_000))
  const day = clockIn($businessZone.get(), $draft.get().publishAt!).day
  setRepeat(proposedRepeat(day, WEEKLY))
  setTexts(['Come in', ''])
  await saveNow()
  const { id } = $identity.get()
  clearComposer()
  await openDraft(id)
  expect($draft.get().texts).toEqual(['Come in', ''])
  expect(await sendPost()).toBe(false)
  expect($errors.get()).toEqual({ texts: 'Text 3: Please enter a message to post.' })
  setTexts(['Come in', 'x'.repeat(63_207)])
  expect(await sendPost()).toBe(false)
  expect($errors.get().texts).toStartWith('Text 3: Facebook: Message exceeds limit')
  setTexts(['Come in'])
  expect(await sendPost()).toBe(true)
  expect(await app.postsSaying('Open today')).toHaveLength(6)
  expect(await app.postsSaying('Come in')).toHaveLength(6)
})

test('repeats a post that has gone out from its next weekday on', async () => {
  const postId = await app.accept({ message: 'Every Friday', inSeconds: 3600 })
  app.clock.advance(9 * 86_400_000)
  setSystemTime(app.clock.now())
  await reusePost(postId, true)
  setSystemTime()
  const { publishAt } = await app.read(postId)
  expect($draft.get()).toMatchObject({ message: 'Every Friday', isScheduled: true })
  const days = (+$draft.get().publishAt! - Date.parse(publishAt)) / 86_400_000
  expect(days).toBeCloseTo(14, 3)
  expect($draft.get().repeat).toMatchObject({ every: 'week', interval: 1 })
})

/** Resolves with the first toast of this type. */
const toastOf = (type: string) =>
  new Promise<string>(resolve => {
    const stop = $toasts.subscribe(toasts => {
      const found = toasts.find(each => each.type === type)
      if (found) resolve((queueMicrotask(() => stop()), found.message))
    })
  })

/** Longer than the five seconds for which the composer asks whether a post was sent. */
const TIMEOUT_MS = 20_000

/** Schedules a post that the server never gets, and reloads the page: the composer is empty, and the tab remembers the attempt. */
async function failToSchedule(message: string, at: Date) {
  const id = await writeDraft(message)
  setScheduled(true)
  setPublishAt(at)
  await saveNow()
  clearComposer()
  saveSentRecord({ state: 'sending', draftId: id })
  $toasts.set([])
  return id
}

test.each(['', '?draft='])(
  'opens a scheduled post that wasn’t sent again, with its time, also by its link%s',
  async search => {
    globalThis.document ??= new EventTarget() as Document
    const at = new Date(Date.now() + 86_400_000)
    const id = await failToSchedule('Not sent', at)
    $router.open(`/dashboard/create-post${search && search + id}`)
    const stop = saveDrafts()
    expect(await toastOf('error')).toBe('Your post wasn’t sent. It’s here again: check it, then send it.')
    stop()
    expect($identity.get().id).toBe(id)
    expect($draft.get()).toMatchObject({ message: 'Not sent', isScheduled: true, publishAt: at })
  },
  TIMEOUT_MS,
)

test(
  'keeps the next post while it asks whether the previous one was sent, and doesn’t publish it at once',
  async () => {
    globalThis.document ??= new EventTarget() as Document
    const slots = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, time: '18:00' }))
    await app.author.call('slots', { method: 'PUT', json: { slots, timeZone: 'Australia/Melbourne' } })
    await $freeTimes.reload()
    const at = new Date(Date.now() + 86_400_000)
    const id = await failToSchedule('Not sent', at)
    $router.open('/dashboard/create-post')
    const stop = saveDrafts()
    await toastOf('info')
    setMessage('The next one')
    expect(await toastOf('error')).toBe('Your post wasn’t sent. It’s kept as a draft, with its time.')
    expect($draft.get()).toMatchObject({ message: 'The next one', isScheduled: true })
    await openDraft(id)
    stop()
    expect($draft.get()).toMatchObject({ message: 'Not sent', isScheduled: true, publishAt: at })
  },
  TIMEOUT_MS,
)

test('keeps another window’s version as a draft after sending', async () => {
  const id = await writeDraft('Mine to send')
  await saveElsewhere(id, 'Theirs to keep')
  setMessage('Mine to send now')
  await saveNow()
  addFiles([await picture('red')])
  await sendPost()
  expect($sending.get().state).toBe('sent')
  expect(await version(id)).toBe(2)
})

test('never sends a draft again that another window has sent, but keeps its text', async () => {
  const id = await writeDraft('Sent from the other window')
  setTextOnly(true)
  const form = new FormData()
  const platforms = [{ platform: 'facebook', message: 'Sent from the other window' }]
  form.set('data', JSON.stringify({ platforms, draftId: id, textOnly: true }))
  form.set('isScheduled', 'false')
  await app.author.call('auth/createPosts', { form, headers: { 'Idempotency-Key': `${id}-other` } })
  expect(await sendPost()).toBe(false)
  expect($saving.get()).toEqual({ state: 'gone', message: DRAFT_MESSAGES.posted })
  expect($draft.get().message).toBe('Sent from the other window')
  await saveAsNew()
  expect(await sendPost()).toBe(true)
})

test('waits for uploads before starting a new post, so that the draft keeps them', async () => {
  setMessage('With a picture')
  addFiles([await picture('red')])
  await startNewPost()
  expect($draft.get().message).toBe('With a picture')
  await uploaded()
  await startNewPost()
  expect($draft.get().message).toBe('')
})
