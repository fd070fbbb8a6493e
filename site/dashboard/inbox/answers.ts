import { atom } from 'nanostores'

import type { InboxItem } from '#shared/inbox.ts'
import { api } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { readAiText } from '#site/lib/live/ai-text.ts'
import { toastWithUndo, withdrawToast } from '#site/lib/toasts.ts'
import { unsentTexts } from './Unsent.tsx'

const unsent = unsentTexts('answer')

export const $answers = unsent.$texts
export const writeAnswer = unsent.write

/** Returns the typed answer, or the one that couldn't be sent. */
export const answerTo = (
  { _id: id, reply }: Pick<InboxItem, '_id' | 'reply'>,
  answers = $answers.get(),
): string => unsent.read(id, answers) ?? (reply?.state === 'failed' ? reply.text : '')

/** Returns the typed answer; '' if it is the item's own. */
export function unsentAnswer({ _id: id, reply }: InboxItem, answers = $answers.get()): string {
  const text = unsent.read(id, answers)?.trim() ?? ''
  return text === reply?.text.trim() ? '' : text
}

export function forgetAnswer(id: string) {
  unsent.forget(id)
  withdrawToast(DRAFTED)
}

const DRAFTED = 'AI replaced your answer.'

/** The draft that AI is writing. It is saved once it is complete. */
export const $drafting = atom<{ id: string; text: string } | undefined>()
let drafting: AbortController | undefined

/** Stops AI, and keeps what was typed before. */
export function stopDraft() {
  drafting?.abort()
  $drafting.set(undefined)
}

/** Replaces the answer with AI's draft, with Undo. @returns an error message, if any */
export async function draftAnswer(item: InboxItem): Promise<string | undefined> {
  stopDraft()
  const { signal } = (drafting = new AbortController())
  const { _id: id } = item
  const before = answerTo(item)
  const show = (text: string) => {
    if (!signal.aborted) $drafting.set({ id, text })
  }
  show(before)
  try {
    const response = await api.inbox[':id'].draft.$post({ param: { id } }, { init: { signal } })
    const { text } = await readAiText(response, show)
    if (signal.aborted) return undefined
    writeAnswer(id, text)
    if (before.trim()) toastWithUndo(DRAFTED, () => writeAnswer(id, before))
  } catch (error) {
    return signal.aborted ? undefined : messageOf(error, 'AI didn’t answer. Try again.')
  } finally {
    if (!signal.aborted) $drafting.set(undefined)
  }
  return undefined
}
