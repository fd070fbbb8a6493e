import { useStore } from '@nanostores/react'
import { Lock, Trash2 } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'

import { type InboxItem, type InboxNote, SaveNote } from '#shared/inbox.ts'
import { $may } from '#site/dashboard/shared/permissions.tsx'
import { $now } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { $zoneOf } from '#site/dashboard/shared/zone.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { failureOf } from '#site/lib/api/failure-of.ts'
import { onLive } from '#site/lib/live/live.ts'
import { randomId } from '#site/lib/random-id.ts'
import { remote, whileShown } from '#site/lib/remote.ts'
import { toast, toastWithUndo, withErrorToast } from '#site/lib/toasts.ts'
import { Button, useSubmit } from '#site/ui/Button.tsx'
import { FormMessage, TextArea } from '#site/ui/fields/Field.tsx'
import { IconButton } from '#site/ui/IconButton.tsx'
import { ErrorState } from '#site/ui/states.tsx'
import { Time } from '#site/ui/Time.tsx'
import { $openId } from './store.ts'
import { LongText, Unsent, unsentTexts } from './Unsent.tsx'

export const unsentNotes = unsentTexts('note')

export const $notes = remote(async (): Promise<InboxNote[]> => {
  const id = $openId.get()
  return id ? await dataOf(api.inbox[':id'].notes.$get({ param: { id } })) : []
})
whileShown($notes, reloadSoon => [onLive('inbox', reloadSoon), $openId.listen($notes.resetAndRefetch)])

/** Saves a note, with its former id for Undo. @returns an error message, if any */
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
  // Removes the note first, which moves the focus to a heading, from where Tab reaches the toast.
  await $notes.reload()
  if (!isDeleted) return
  toastWithUndo('Note deleted.', async () => {
    const wrong = await saveNote(id, text, note)
    if (wrong) toast('error', wrong)
  })
}

export function Notes({ item }: { item: InboxItem }) {
  const { _id, domainId } = item
  const notes = useStore($notes)
  const mayWrite = useStore($may)(domainId, 'comment')
  const list = notes.data ?? []
  const unsent = unsentNotes.read(_id, useStore(unsentNotes.$texts))
  if (!mayWrite && list.length === 0 && !unsent) return null
  return (
    <section aria-labelledby="notes" className="grid grid-cols-1 gap-3 border-t border-base-300 pt-5">
      <h3 id="notes" className="flex flex-wrap items-baseline gap-x-2 text-base">
        Notes
        <span className="inline-flex items-center gap-1 text-xs font-normal text-soft">
          <Lock className="size-3" />
          Only members of the business see them
        </span>
      </h3>
      {notes.state === 'failed' && <ErrorState message={notes.message} onRetry={$notes.reload} />}
      {list.length > 0 && (
        <ul className="grid gap-3">
          {list.map(note => (
            <Note key={note._id} item={item} note={note} />
          ))}
        </ul>
      )}
      {mayWrite ? (
        <NewNote itemId={_id} text={unsent ?? ''} />
      ) : (
        unsent && (
          <Unsent
            why="You can’t write notes for this business any more."
            text={unsent}
            onDiscard={() => unsentNotes.forget(_id)}
          />
        )
      )}
    </section>
  )
}

function Note({ item, note }: { item: InboxItem; note: InboxNote }) {
  const now = useStore($now)
  const zone = useStore($zoneOf)(item.domainId)
  return (
    <li className="grid gap-1 rounded-box bg-base-200 p-3">
      <p className="flex items-center gap-x-2 text-xs text-soft">
        <span className="font-semibold wrap-anywhere">{note.by?.fullname || 'A former member'}</span>
        <Time instant={note.createdAt} now={now} zone={zone} />
        {note.isYours && (
          <span className="-my-1 ms-auto">
            <IconButton
              label="Delete note"
              icon={<Trash2 />}
              onClick={() => void deleteNote(item._id, note)}
            />
          </span>
        )}
      </p>
      <LongText>{note.text}</LongText>
    </li>
  )
}

function NewNote({ itemId, text }: { itemId: string; text: string }) {
  const [problem, setProblem] = useState('')
  const [busy, form] = useSubmit(async () => {
    const wrong = await saveNote(itemId, text)
    setProblem(wrong ?? '')
    if (!wrong) unsentNotes.forget(itemId)
  })
  return (
    <form {...form} className="grid grid-cols-1 gap-2">
      <TextArea
        label="New note"
        rows={2}
        value={text}
        onChange={event => {
          unsentNotes.write(itemId, event.target.value)
          setProblem('')
        }}
      />
      <FormMessage message={problem} />
      <Button type="submit" small busy={busy} className="justify-self-start">
        Add note
      </Button>
    </form>
  )
}
