import { atom, map } from 'nanostores'

import { CAPTION_MESSAGES, type CaptionChange, type CaptionEvents } from '#shared/posts/captions.ts'
import { $errors, clearError } from '#site/dashboard/composer/draft/errors.ts'
import { showProblem } from '#site/dashboard/composer/send/notice.ts'
import { namesOf } from '#site/dashboard/composer/send/summary.ts'
import { api } from '#site/lib/api/api.ts'
import { ApiError, messageOf, UNREACHABLE } from '#site/lib/api/error.ts'
import { readEvents } from '#site/lib/live/event-stream.ts'
import { toast } from '#site/lib/toasts.ts'
import { rememberAiTexts } from './ai-texts.ts'
import { type Box, fill, networksOf, textIn } from './boxes.ts'
import { $written, saveStep, lastStep, type Step, undoStep } from './written.ts'

/** The box that AI writes into, and the button that started it. */
export type Writing = { box: Box; change: CaptionChange | undefined }

export const $writing = atom<Writing | undefined>(undefined)

/** Screen-reader announcements: started, and how it ended. */
export const $announcements = map<Partial<Record<Box, string>>>({})

let stopping: AbortController | undefined

/** Somebody has replaced the text in the meantime, so their text stays. */
class Replaced extends Error {}

/**
 * Lets AI write about the text in a box, or change that text. An AI text is regenerated from its author's prompt. A failure
 * restores the previous text.
 */
export async function writeInto(box: Box, change?: CaptionChange) {
  if ($writing.get()) return
  const before = textIn(box)
  if (before.trim() === '') return refuse(box, CAPTION_MESSAGES.noPrompt)
  clearError(box)
  $writing.set({ box, change })
  $announcements.setKey(box, 'AI is writing.')
  const { signal } = (stopping = new AbortController())
  const authorPrompt = lastStep($written.get()[box], before)?.prompt ?? before
  const save = (after: string) => finish(box, { before, after, prompt: authorPrompt })
  let shown = before
  const show = (text: string) => {
    if (textIn(box) !== shown) throw new Replaced()
    fill(box, (shown = text))
  }
  try {
    const { text, cut } = await follow({ box, change, prompt: change ? before : authorPrompt, signal, show })
    show(text)
    save(text)
    if (cut) toast('info', `Shortened to fit ${namesOf(networksOf(box))}.`)
  } catch (error) {
    if (error instanceof Replaced) stopping.abort()
    else if (signal.aborted) stopped(box, shown === before ? undefined : () => save(shown))
    else {
      if (textIn(box) === shown) fill(box, before)
      fail(box, error)
    }
  } finally {
    $writing.set(undefined)
  }
}

type Following = {
  box: Box
  change: CaptionChange | undefined
  prompt: string
  signal: AbortSignal
  show: (text: string) => void
}

async function follow({ box, change, prompt, signal, show }: Following): Promise<CaptionEvents['done']> {
  const json = { networks: [...networksOf(box)], prompt, ...(change && { change }) }
  const { body } = await api.captions.$post({ json }, { init: { signal } })
  let text = ''
  for await (const { type, data } of readEvents(body!)) {
    const payload: unknown = JSON.parse(data)
    if (type === 'done') return payload as CaptionEvents['done']
    if (type === 'failed') throw failure(payload as CaptionEvents['failed'])
    text += (payload as CaptionEvents['text']).delta
    show(text.trimStart())
  }
  throw new ApiError('network', UNREACHABLE)
}

const failure = ({ code, message, fields }: CaptionEvents['failed']) => new ApiError(code, message, fields)

/** Keeps the text written so far, with an undo. */
export const stopWriting = () => stopping?.abort()

function stopped(box: Box, save: (() => void) | undefined) {
  save?.()
  $announcements.setKey(box, save ? 'Stopped. The text so far is in the box.' : 'Stopped.')
}

function finish(box: Box, step: Step) {
  saveStep(box, step)
  rememberAiTexts([step.after])
  $announcements.setKey(box, `AI has written ${step.after.split(/\s+/).length} words. You can undo it.`)
}

function fail(box: Box, error: unknown) {
  $announcements.setKey(box, '')
  if (error instanceof ApiError && error.code === 'unauthenticated') return
  refuse(
    box,
    messageOf(error, CAPTION_MESSAGES.failed),
    error instanceof ApiError && error.code === 'invalid',
  )
}

/** Shows a toast, and the rejection beside the box. */
function refuse(box: Box, message: string, beside = true) {
  if (beside) $errors.setKey(box, message)
  showProblem(message)
}

/** Restores the previous text. */
export function undoWriting(box: Box) {
  if (undoStep(box)) $announcements.setKey(box, 'Undone.')
}

/** Clears announcements about texts that are gone. */
export const clearAnnouncements = () => $announcements.set({})

/** Prevents sending half a text: returns true while AI is writing, and shows a message. */
export function isStillWriting(): boolean {
  if (!$writing.get()) return false
  showProblem('AI is still writing. Wait for it, or press Stop.')
  return true
}
