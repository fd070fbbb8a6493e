import { expect, test } from 'bun:test'

import { picture } from '#api/test/publishing.ts'
import { clearComposer } from '#site/dashboard/composer/draft/clear-composer.ts'
import {
  $draft,
  $enabled,
  enable,
  setMessage,
  setTextOnly,
  $identity,
} from '#site/dashboard/composer/draft/draft.ts'
import { openDraft, startNewPost } from '#site/dashboard/composer/draft/drafts.ts'
import { saveNow } from '#site/dashboard/composer/draft/saving.ts'
import { openComposer } from '#site/test/composer.ts'
import { $media } from './media.ts'
import { addFiles, addFromLibrary, finishUploads } from './uploads.ts'

await openComposer()

/** Saves the post as a draft and opens it again. */
async function reopen() {
  await saveNow()
  const { id } = $identity.get()
  await startNewPost()
  await openDraft(id)
}

/** Uploads a picture and returns it as the library does. */
async function libraryItem() {
  addFiles([await picture('red')])
  await finishUploads(new AbortController().signal)
  const [media] = $media.get()
  clearComposer()
  if (media?.upload.state !== 'uploaded') throw new Error('The picture isn’t uploaded.')
  return { ...media.upload.item, createdAt: '', labels: [], posts: 0, drafts: 0 }
}

test('turns Instagram on again for a picture of the library, also in a reopened draft', async () => {
  const item = await libraryItem()
  setMessage('Words alone')
  setTextOnly(true)
  await reopen()
  expect([$draft.get().leftOut, $enabled.get()]).toEqual([['instagram'], ['facebook']])
  addFromLibrary([item])
  expect([$draft.get().textOnly, $enabled.get()]).toEqual([false, ['facebook', 'instagram']])
})

test('leaves a network off that the author turned off before posting without a picture', async () => {
  enable('instagram', false)
  setMessage('Facebook alone')
  setTextOnly(true)
  await reopen()
  addFiles([await picture('red')])
  expect($enabled.get()).toEqual(['facebook'])
  enable('instagram', true)
})
