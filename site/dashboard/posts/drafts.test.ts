import { expect, test } from 'bun:test'
import { keepMount, type ReadableAtom } from 'nanostores'

import { $drafts, deleteDraft } from '#site/dashboard/shared/drafts/store.ts'
import { cancelPost } from '#site/dashboard/shared/post-dialogs/change-posts.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { openPostsEach } from '#site/test/posts.ts'
import { findPost, lists } from './lists.ts'
import { $tab, openTab } from './url.ts'

const { app } = openPostsEach({
  async open() {
    for (const $store of [lists.scheduled, $drafts]) keepMount($store)
    openTab('drafts')
    const id = await app.accept({ message: 'Later', inSeconds: 3600 })
    await lists.scheduled.reload()
    await cancelPost({ post: findPost(id)! })
    await $drafts.reload()
  },
  close() {
    for (const $store of [lists.scheduled, $drafts]) $store.reset()
    openTab('facebook')
  },
})

const drafts = () => {
  const all = $drafts.get()
  return all.state === 'ready' ? all.data : []
}
const texts = () => drafts().map(({ text }) => text)
/** Presses the last toast's Undo, and waits for a store to change as expected. */
async function undo(store: ReadableAtom<unknown>, isTrue: () => boolean) {
  const done = new Promise<void>(resolve => {
    const stop = store.listen(() => {
      if (!isTrue()) return
      queueMicrotask(() => stop())
      resolve()
    })
  })
  $toasts.get().at(-1)!.action!.run()
  await done
}

test('keeps the tab of drafts in the URL', () => {
  expect([$router.get()?.search, $tab.get()]).toEqual([{ tab: 'drafts' }, 'drafts'])
})

test('deletes a draft, and restores it on undo', async () => {
  await deleteDraft(drafts()[0]!._id)
  expect([texts(), $toasts.get().at(-1)?.message]).toEqual([[], 'Draft deleted.'])
  await undo($drafts, () => texts().length > 0)
  expect(texts()).toEqual(['Later'])
})
