import * as v from 'valibot'

import { type InboxNote, SaveNote } from '#shared/inbox.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { failureOf } from '#site/lib/api/failure-of.ts'
import { onLive } from '#site/lib/live/live.ts'
import { randomId } from '#site/lib/random-id.ts'
import { remote, whileShown } from '#site/lib/remote.ts'
import { toast, toastWithUndo, withErrorToast } from '#site/lib/toasts.ts'
import { $openId } from './store.ts'
import { unsentTexts } from './unsent.ts'

/** Notes that weren't saved yet. */
export const unsentNotes = unsentTexts('note')

/** The notes about the open item. */
export const $notes = remote(async (): Promise<InboxNote[]> => {
  const id = $openId.get()
  return id ? await dataOf(api.inbox[':id'].notes.$get({ param: { id } })) : []
})
whileShown($notes, reloadSoon => [onLive('inbox', reloadSoon), $openId.listen($notes.resetAndRefetch)])

/**
 * Saves a note.
 * @param note the note's id, which the browser chooses, so that Undo can save a deleted note again
 * @returns an error message, if any
 */
export async function saveNote(id: string, text: string, note = randomId()): Promise<string | undefined> {
  const input = v.safeParse(SaveNote, { text })
  if (!input.success) return input.issues[0].message
  return failureOf('This note wasn’t saved. Try again.', async () => {
    await api.inbox[':id'].notes[':note'].$put({ param: { id, note }, json: input.output })
    await $notes.reload()
  })
}

export async function deleteNote(id: string, { _id: note, text }: InboxNote) {
  const isDeleted = await withErrorToast('That note wasn’t deleted. Try again.', () =>
    api.inbox[':id'].notes[':note'].$delete({ param: { id, note } }),
  )
  // Removes the note first, which moves the focus to a heading. From there, Tab reaches the toast.
  await $notes.reload()
  if (!isDeleted) return
  toastWithUndo('Note deleted.', async () => {
    const wrong = await saveNote(id, text, note)
    if (wrong) toast('error', wrong)
  })
}
