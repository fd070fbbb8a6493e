import { atom, map } from 'nanostores'

import type { InboxItem } from '#shared/inbox.ts'
import { api } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { browserStorage, formKey } from '#site/lib/browser-storage.ts'
import { readAiText } from '#site/lib/live/ai-text.ts'
import { $session } from '#site/lib/session.ts'
import { toastWithUndo, withdrawToast } from '#site/lib/toasts.ts'

/** Answers that weren't sent yet, by item. They outlive a reload of the tab. */
export const $answers = map<Record<string, string | undefined>>({})
$session.listen(() => $answers.set({}))

const key = (id: string) => formKey(`answer-${id}`)

/** Returns the answer as it was typed, or as it failed. */
export const answerTo = (
  { _id: id, reply }: Pick<InboxItem, '_id' | 'reply'>,
  answers = $answers.get(),
): string =>
  answers[id] ??
  (browserStorage('sessionStorage')?.getItem(key(id)) || (reply?.state === 'failed' ? reply.text : ''))

export function writeAnswer(id: string, text: string) {
  $answers.setKey(id, text)
  const storage = browserStorage('sessionStorage')
  if (text === '') storage?.removeItem(key(id))
  else storage?.setItem(key(id), text)
}

/** Forgets an answer that was sent. */
export function forgetAnswer(id: string) {
  writeAnswer(id, '')
  $answers.setKey(id, undefined)
  withdrawToast(DRAFTED)
}

const DRAFTED = 'AI replaced your answer.'

/** The answer that AI is drafting. The draft is saved once it is complete. */
export const $drafting = atom<{ id: string; text: string } | undefined>()
let drafting: AbortController | undefined

/** Stops AI. What was typed before is still there. */
export function stopDraft() {
  drafting?.abort()
  $drafting.set(undefined)
}

/**
 * Replaces the answer with AI's draft, which can be undone.
 * @returns an error message, if any
 */
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
