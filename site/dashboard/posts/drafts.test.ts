import { expect, test } from 'bun:test'
import { keepMount, type ReadableAtom } from 'nanostores'

import { SCHEDULE_DRAFTS_MESSAGES } from '#api/posts/drafts/schedule-drafts.ts'
import { POST_MESSAGES } from '#shared/posts/posts.ts'
import {
  $scheduleFailures,
  $withoutPicture,
  deleteDrafts,
  scheduleDrafts,
} from '#site/dashboard/shared/drafts/bulk.ts'
import {
  $selectedDrafts,
  clearSelection,
  selectDrafts,
  toggleDraft,
} from '#site/dashboard/shared/drafts/DraftSearch.tsx'
import { $drafts } from '#site/dashboard/shared/drafts/store.ts'
import { cancelPost } from '#site/dashboard/shared/post-dialogs/change-posts.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { openPostsEach, pressToast } from '#site/test/posts.ts'
import { findPost, lists } from './lists.ts'
import { $tab, openTab } from './url.ts'

const { app } = openPostsEach({
  async open() {
    for (const $store of [lists.scheduled, $drafts, $selectedDrafts]) keepMount($store)
    openTab('drafts')
    const id = await app.accept({ message: 'Later', inSeconds: 3600 })
    await lists.scheduled.reload()
    await cancelPost({ post: findPost(id)! })
    await $drafts.reload()
  },
  close() {
    clearSelection()
    $scheduleFailures.set([])
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
  await deleteDrafts([drafts()[0]!._id])
  expect([texts(), $toasts.get().at(-1)?.message]).toEqual([[], 'Draft deleted.'])
  await undo($drafts, () => texts().length > 0)
  expect(texts()).toEqual(['Later'])
})

async function saveDrafts(...contents: object[]) {
  const ids = contents.map(() => crypto.randomUUID())
  for (const [at, content] of contents.entries()) {
    const json = { version: 0, content: { timeZone: 'UTC', networks: { instagram: false }, ...content } }
    await app.call(`drafts/${ids[at]}`, { method: 'PUT', json })
  }
  await $drafts.reload()
  return ids
}

test('schedules the selected drafts, lists those that can’t go out, and turns the posts back into drafts on undo', async () => {
  const publishAt = new Date(+app.clock.now() + 7_200_000).toISOString()
  const [, untimed = ''] = await saveDrafts(
    { message: 'Scones', isScheduled: true, publishAt },
    { message: 'Crumpets' },
  )
  selectDrafts(drafts().flatMap(({ _id, text }) => (text === 'Later' ? [] : _id)))
  await scheduleDrafts($selectedDrafts.get())
  expect($toasts.get().at(-1)?.message).toBe('1 post scheduled.')
  expect($scheduleFailures.get()).toEqual([
    { _id: untimed, name: 'Crumpets', message: SCHEDULE_DRAFTS_MESSAGES.noTime },
  ])
  expect([texts().toSorted(), $selectedDrafts.get().map(({ text }) => text)]).toEqual([
    ['Crumpets', 'Later'],
    ['Crumpets'],
  ])
  const [post] = await app.postsSaying('Scones')
  expect(post?.publishAt).toBe(publishAt)
  await pressToast('1 draft restored.')
  expect(texts()).toContain('Scones')
})

test('offers to schedule without the networks that need a picture what only lacks one', () => {
  const failed = (_id: string, message: string) => ({ _id, name: _id, message })
  $scheduleFailures.set([
    failed('late', SCHEDULE_DRAFTS_MESSAGES.timePassed),
    failed('bare', POST_MESSAGES.noPictureFor('Instagram')),
  ])
  expect($withoutPicture.get()).toEqual({
    drafts: [{ _id: 'bare', text: 'bare' }],
    networks: ['instagram'],
  })
})

test('sends drafts for approval where the business requires it, and says so', async () => {
  await app.call(`businesses/${app.author.domainId}/approval-rule`, {
    method: 'PUT',
    json: { required: true },
  })
  const publishAt = new Date(+app.clock.now() + 7_200_000).toISOString()
  const scheduled = { isScheduled: true, publishAt }
  await saveDrafts({ message: 'Scones', ...scheduled }, { message: 'Crumpets', ...scheduled })
  await scheduleDrafts(drafts().filter(({ text }) => text !== 'Later'))
  expect($toasts.get().at(-1)?.message).toBe('2 posts sent for approval.')
  expect(texts()).toEqual(['Later'])
})

test('selects a range of drafts, deletes them, and restores them on undo', async () => {
  await saveDrafts({ message: 'Scones' }, { message: 'Crumpets' }, { message: 'Pikelets' })
  toggleDraft(drafts().at(0)?._id ?? '', false)
  toggleDraft(drafts().at(-1)?._id ?? '', true)
  expect($selectedDrafts.get()).toHaveLength(4)
  await deleteDrafts($selectedDrafts.get().map(({ _id }) => _id))
  expect([texts(), $toasts.get().at(-1)?.message]).toEqual([[], '4 drafts deleted.'])
  expect($selectedDrafts.get()).toEqual([])
  await undo($drafts, () => texts().length === 4)
})
