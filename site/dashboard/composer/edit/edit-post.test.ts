import { expect, test } from 'bun:test'
import { keepMount } from 'nanostores'

import { clip, picture } from '#api/test/publishing.ts'
import type { LibraryItem } from '#shared/media/library.ts'
import { NO_EXTRAS } from '#shared/posts/extras.ts'
import { clearComposer, stopEdit } from '#site/dashboard/composer/draft/clear-composer.ts'
import { $content } from '#site/dashboard/composer/draft/content.ts'
import {
  $choices,
  $draft,
  enable,
  setFirstComment,
  setMessage,
  setMessageFor,
  setPublishAt,
  setExtras,
  setSameMessage,
  setScheduled,
  $identity,
} from '#site/dashboard/composer/draft/draft.ts'
import { $saving, onContentChange, saveAsNew, saveNow } from '#site/dashboard/composer/draft/saving.ts'
import { $covers, $media, setAltText } from '#site/dashboard/composer/media/media.ts'
import { addFiles, removeFile } from '#site/dashboard/composer/media/uploads.ts'
import { sendPost } from '#site/dashboard/composer/send/send.ts'
import { $sending } from '#site/dashboard/composer/send/sending.ts'
import { $selectedDomain, selectDomain } from '#site/dashboard/shared/domains/store.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { $editedFrom } from '#site/dashboard/shared/post-dialogs/url.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { hasEditCopy } from '#site/dashboard/shared/tab-copy.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { openPostsEach, shownToasts } from '#site/test/posts.ts'
import { checkEdited, discardEdit, openCurrent, openEdit, leaveUnsaved } from './edit-post.ts'
import { $editing, $opening } from './editing.ts'

const HOUR = 3600

let stops: (() => void)[]

const { app, site } = openPostsEach({
  async open() {
    keepMount($me)
    keepMount($opening)
    await $me.reload()
    stops = [$content.listen(onContentChange)]
  },
  close() {
    for (const stop of stops) stop()
    clearComposer()
    setSameMessage(true)
    $choices.set({})
    $sending.set({ state: 'idle' })
    $editedFrom.set(undefined)
    localStorage.clear()
    sessionStorage.clear()
  },
})

/** Opens a post as its Edit button does. */
async function edit(postId: string) {
  $router.open(`/dashboard/create-post?edit=${postId}`)
  await openEdit(postId)
}

const page = () => [$router.get()?.route, $router.get()?.search]
const drafts = async () =>
  ((await (await app.author.call('drafts')).json()) as { data: { text: string }[] }).data.map(
    ({ text }) => text,
  )

test('changes texts, pictures, networks, first comment and time of a scheduled post, and returns to where it was opened', async () => {
  const id = await app.accept({ message: 'Before', altTexts: ['Red', 'Blue'], inSeconds: HOUR })
  $editedFrom.set('/dashboard/calendar?view=week')
  await edit(id)
  expect($draft.get()).toMatchObject({ message: 'Before', isScheduled: true })
  expect($media.get().map(({ altText }) => altText)).toEqual(['Red', 'Blue'])
  setMessage('After')
  setFirstComment('First!')
  enable('instagram', false)
  removeFile($media.get()[0]!.id)
  setAltText($media.get()[0]!.id, 'Blue door')
  addFiles([await picture('green')])
  setPublishAt(new Date('2030-01-02T09:00:00Z'))
  $draft.setKey('labels', ['Offers'])
  expect(await sendPost()).toBe(true)
  const post = await app.read(id)
  expect(post).toMatchObject({ publishAt: '2030-01-02T09:00:00.000Z', version: 1, labels: ['Offers'] })
  expect(
    post.deliveries.map(({ network, message, firstComment }) => [network, message, firstComment?.message]),
  ).toEqual([['facebook', 'After', 'First!']])
  expect(post.media.map(({ altText }) => altText)).toEqual(['Blue door', ''])
  expect(shownToasts().at(-1)).toMatchObject({
    type: 'success',
    message: expect.stringMatching(/^Saved\. Scheduled for .* on Facebook\.$/),
  })
  expect(page()).toEqual(['calendar', { view: 'week' }])
  expect([$editing.get(), $draft.get().message, $choices.get()]).toEqual([undefined, '', {}])
})

test('asks for approval again when the changes that an approver requested are saved', async () => {
  const id = await app.accept({ message: 'Before', inSeconds: HOUR })
  const rule = { required: true }
  await app.call(`businesses/${app.author.domainId}/approval-rule`, { method: 'PUT', json: rule })
  await app.call(`posts/${id}/request-changes`, { json: { comment: 'Say when.' } })
  await edit(id)
  expect($editing.get()).toMatchObject({ review: 'changes_requested' })
  setMessage('After')
  expect(await sendPost()).toBe(true)
  expect((await app.read(id)).deliveries.map(({ state, message }) => [state, message])).toEqual([
    ['in_review', 'After'],
    ['in_review', 'After'],
  ])
  expect(shownToasts().at(-1)?.message).toMatch(/^Saved\. Sent for approval\. Goes out .* once approved\.$/)
})

test('publishes an edited post at once when scheduling is switched off', async () => {
  const id = await app.accept({ message: 'Later', inSeconds: HOUR })
  await edit(id)
  setScheduled(false)
  expect(await sendPost()).toBe(true)
  await app.run()
  expect((await app.read(id)).deliveries.map(({ state }) => state)).toEqual(['published', 'published'])
})

test('saves the draft that was being written before it opens a post, and creates none for the post', async () => {
  const id = await app.accept({ message: 'Scheduled', inSeconds: HOUR })
  setMessage('A draft of mine')
  await edit(id)
  setMessage('Changed')
  await saveNow()
  stopEdit()
  await saveNow()
  expect(await drafts()).toEqual(['A draft of mine'])
})

test('keeps unsaved changes of a post on this device until it is opened again', async () => {
  const id = await app.accept({ message: 'Before', inSeconds: HOUR })
  await edit(id)
  expect($saving.get().state).toBe('empty')
  setMessage('Half of a sen')
  expect($saving.get().state).toBe('edited')
  stopEdit()
  expect($draft.get().message).toBe('')
  await edit(id)
  expect([$draft.get().message, $saving.get().state]).toEqual(['Half of a sen', 'edited'])
  setMessage('Before')
  expect($saving.get().state).toBe('empty')
})

test('discards changes, and restores them by Undo', async () => {
  const id = await app.accept({ message: 'Before', inSeconds: HOUR })
  await edit(id)
  setMessage('After')
  discardEdit()
  expect([$editing.get(), page()]).toEqual([undefined, ['viewPosts', { post: id }]])
  const { action } = $toasts.get().find(({ message }) => message === 'Changes discarded.')!
  action!.run()
  await openEdit(id)
  expect($draft.get().message).toBe('After')
})

test('keeps a change that the panel is closed with, and says so in the post’s details', async () => {
  const id = await app.accept({ message: 'Before', inSeconds: HOUR })
  await edit(id)
  leaveUnsaved()
  expect(hasEditCopy(id)).toBe(false)
  await edit(id)
  setMessage('After')
  leaveUnsaved()
  expect([$editing.get(), page()]).toEqual([undefined, ['viewPosts', { post: id }]])
  expect(hasEditCopy(id)).toBe(true)
  await openEdit(id)
  expect($draft.get().message).toBe('After')
  expect(hasEditCopy(id)).toBe(true)
  discardEdit()
  expect(hasEditCopy(id)).toBe(false)
})

test.each([
  ['after a reload', undefined, true],
  ['from the open post', '/dashboard/calendar?view=week&post=p', true],
  ['from a list', '/dashboard/calendar?view=week', false],
])('returns to the screen beside it as it is by now: %s', async (_, from, hasPost) => {
  const id = await app.accept({ message: 'Before', inSeconds: HOUR })
  $editedFrom.set(from)
  $router.open(`/dashboard/calendar?view=list&new=now&edit=${id}`)
  await openEdit(id)
  discardEdit()
  expect(page()).toEqual(['calendar', { view: 'list', ...(hasPost && { post: id }) }])
})

test('stays at what was opened while the post was being saved', async () => {
  const id = await app.accept({ message: 'Before', inSeconds: HOUR })
  await edit(id)
  setMessage('After')
  const sending = sendPost()
  $router.open('/dashboard/calendar?post=p')
  expect([await sending, page(), $editing.get()]).toEqual([true, ['calendar', { post: 'p' }], undefined])
})

test('keeps the typed text if another window has changed the post, and shows that version', async () => {
  const id = await app.accept({ message: 'Before', inSeconds: HOUR })
  await edit(id)
  await app.author.call(`posts/${id}`, {
    method: 'PUT',
    json: { platforms: [{ platform: 'facebook', message: 'Theirs' }] },
  })
  setMessage('Mine')
  expect(await sendPost()).toBe(false)
  expect([$saving.get().state, $draft.get().message]).toEqual(['changed', 'Mine'])
  await openCurrent()
  expect([$saving.get().state, $draft.get().messages.facebook]).toEqual(['empty', 'Theirs'])
})

test('saves the typed text as a new draft if publishing has begun', async () => {
  const id = await app.accept({ message: 'Before', inSeconds: HOUR })
  await edit(id)
  setMessage('Too late')
  app.clock.advance(HOUR * 1000)
  await app.run()
  await checkEdited(id)
  expect($saving.get()).toMatchObject({
    state: 'gone',
    message: expect.stringContaining('can’t be changed any more'),
  })
  expect(await sendPost()).toBe(false)
  await saveAsNew()
  expect(await drafts()).toEqual(['Too late'])
  expect([$editing.get(), $identity.get().version, $saving.get().state]).toEqual([undefined, 1, 'saved'])
})

test('changes only the text and time for other networks once the post is public on one', async () => {
  const id = await app.accept({ message: 'Half', inSeconds: HOUR })
  await app.rejectPosts('instagram')
  app.clock.advance(HOUR * 1000)
  await app.run()
  await edit(id)
  expect($editing.get()?.out).toEqual(['facebook'])
  await app.author.call(`posts/${id}`, {
    method: 'PUT',
    json: { platforms: [{ platform: 'instagram', message: 'Theirs' }] },
  })
  setMessage('Mine')
  expect([await sendPost(), $saving.get().state]).toEqual([false, 'changed'])
  await openCurrent()
  setMessageFor('instagram', 'The other half')
  setPublishAt(new Date('2030-01-02T09:00:00Z'))
  expect(await sendPost()).toBe(true)
  expect((await app.read(id)).deliveries.map(({ state, message }) => [state, message])).toEqual([
    ['published', 'Half'],
    ['scheduled', 'The other half'],
  ])
})

test('says why a published post can’t be edited', async () => {
  const id = await app.accept({ message: 'Out' })
  await app.run()
  await edit(id)
  expect([$opening.get()?.message, $editing.get()]).toEqual([
    expect.stringContaining('is being published or already is'),
    undefined,
  ])
})

test('selects the business of the post', async () => {
  const id = await app.accept({ message: 'Mine', inSeconds: HOUR })
  const first = $selectedDomain.get()?._id
  const second = await app.author.addDomain('Second Street Cafe')
  await site.reloadDomains()
  await selectDomain(second)
  await edit(id)
  expect([$selectedDomain.get()?._id, $draft.get().message]).toEqual([first, 'Mine'])
})

test('says which network has no message, and changes nothing', async () => {
  const id = await app.accept({ message: 'Before', inSeconds: HOUR })
  await edit(id)
  setSameMessage(false)
  setMessageFor('instagram', ' ')
  expect(await sendPost()).toBe(false)
  expect(shownToasts().at(-1)?.message).toBe('Please enter a message for Instagram.')
  expect((await app.read(id)).version).toBe(0)
})

test('keeps the cover of a video apart from the files, and brings it back', async () => {
  const id = await app.accept({ message: 'Reel', media: [await clip()], inSeconds: HOUR })
  await addToLibrary(await picture('red'))
  const { data } = (await (await app.author.call('media/library')).json()) as { data: LibraryItem[] }
  const red = data.find(({ kind }) => kind === 'image')!
  await edit(id)
  $covers.set([red])
  setExtras('instagram', { ...NO_EXTRAS, coverId: red._id })
  expect(await sendPost()).toBe(true)
  const extrasOf = async () =>
    (await app.read(id)).deliveries.map(({ network, extras }) => [network, extras?.coverId])
  expect(await extrasOf()).toEqual([
    ['facebook', undefined],
    ['instagram', red._id],
  ])
  await edit(id)
  expect($media.get().map(({ kind }) => kind)).toEqual(['video'])
  expect($covers.get().map(({ _id }) => _id)).toEqual([red._id])
  expect($content.get()).toEqual($editing.get()!.saved)
  setExtras('instagram', null)
  expect(await sendPost()).toBe(true)
  expect(await extrasOf()).toEqual([
    ['facebook', undefined],
    ['instagram', undefined],
  ])
  expect((await app.read(id)).media.map(({ kind }) => kind)).toEqual(['video'])
})

async function addToLibrary(file: File) {
  const form = new FormData()
  form.set('media', file)
  expect((await app.author.call('media', { form })).status).toBe(200)
}
