import { expect, test } from 'bun:test'

import { deleteDraft } from '#site/dashboard/shared/drafts/store.ts'
import { openComposer } from '#site/test/composer.ts'
import { $draft, setMessage, $identity } from './draft.ts'
import { startNewPost } from './drafts.ts'
import { $saving, saveNow } from './saving.ts'

await openComposer()

test('stops showing a draft that is deleted on another screen, but keeps any other', async () => {
  setMessage('Not needed')
  await saveNow()
  const { id } = $identity.get()
  await startNewPost()
  setMessage('Still needed')
  await saveNow()
  await deleteDraft(id)
  expect($draft.get().message).toBe('Still needed')
  await deleteDraft($identity.get().id)
  expect([$draft.get().message, $saving.get().state]).toEqual(['', 'empty'])
})
