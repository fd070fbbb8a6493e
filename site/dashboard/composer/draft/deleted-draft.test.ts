import { expect, test } from 'bun:test'

import { deleteDrafts } from '#site/dashboard/shared/drafts/bulk.ts'
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
  await deleteDrafts([id])
  expect($draft.get().message).toBe('Still needed')
  await deleteDrafts([$identity.get().id])
  expect([$draft.get().message, $saving.get().state]).toEqual(['', 'empty'])
})
