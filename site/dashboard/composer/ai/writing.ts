import { atom, map } from 'nanostores'

import { CAPTION_MESSAGES, type CaptionChange, type CaptionEvents } from '#shared/captions.ts'
import { ApiError, messageOf, UNREACHABLE } from '#site/lib/api-error.ts'
import { api } from '#site/lib/api.ts'
import { readEvents } from '#site/lib/event-stream.ts'
import { toast } from '#site/lib/toasts.ts'
import { $errors, clearError } from '../errors.ts'
import { say } from '../notice.ts'
import { namesOf } from '../outlook.ts'
import { rememberAiText } from './ai-texts.ts'
import { type Box, fill, networksOf, textIn } from './boxes.ts'

/** Where AI writes now, and which button began it. */
export type Writing = { box: Box; change: CaptionChange | undefined }

export const $writing = atom<Writing | undefined>(undefined)

/** What stood in a box before AI wrote in it, and what AI wrote. */
export const $written = map<Partial<Record<Box, { before: string; after: string }>>>({})

/** For a screen reader: that it began, and how it ended. */
export const $said = map<Partial<Record<Box, string>>>({})

let stopping: AbortController | undefined

/** Somebody else put other words into the box meanwhile: theirs stay. */
class Replaced extends Error {}

/** Has AI write into a box about what stands there, or change it. What goes wrong leaves what stood there. */
export async function writeInto(box: Box, change?: CaptionChange) {
  if ($writing.get()) return
  const before = textIn(box)
  if (before.trim() === '') return refuse(box, CAPTION_MESSAGES.noPrompt)
  clearError(box)
  $writing.set({ box, change })
  $said.setKey(box, 'AI is writing.')
  const { signal } = (stopping = new AbortController())
  let shown = before
  const show = (text: string) => {
    if (textIn(box) !== shown) throw new Replaced()
    fill(box, (shown = text))
  }
  try {
    const { text, cut } = await follow({ box, change, prompt: before, signal, show })
    show(text)
    finish(box, before, text)
    if (cut) toast('info', `Cut to what ${namesOf(networksOf(box))} takes.`, { corner: 'bottom' })
  } catch (error) {
    if (error instanceof Replaced) stopping.abort()
    else if (signal.aborted) stopped(box, before, shown)
    else fail(box, before, error)
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
    const told: unknown = JSON.parse(data)
    if (type === 'done') return told as CaptionEvents['done']
    if (type === 'failed') throw failure(told as CaptionEvents['failed'])
    text += (told as CaptionEvents['text']).delta
    show(text.trimStart())
  }
  throw new ApiError('network', UNREACHABLE)
}

const failure = ({ code, message, fields }: CaptionEvents['failed']) => new ApiError(code, message, fields)

/** What was written up to here stays, and can be undone. */
export const stopWriting = () => stopping?.abort()

function stopped(box: Box, before: string, shown: string) {
  if (shown === before) return $said.setKey(box, 'Stopped.')
  finish(box, before, shown)
  $said.setKey(box, 'Stopped. What was written so far is in the box.')
}

function finish(box: Box, before: string, after: string) {
  $written.setKey(box, { before, after })
  rememberAiText(after)
  $said.setKey(box, `AI has written ${after.split(/\s+/).length} words. You can undo it.`)
}

function fail(box: Box, before: string, error: unknown) {
  fill(box, before)
  $said.setKey(box, '')
  if (error instanceof ApiError && error.code === 'unauthenticated') return
  refuse(
    box,
    messageOf(error, CAPTION_MESSAGES.failed),
    error instanceof ApiError && error.code === 'invalid',
  )
}

/** A notice, and beside the box what its words are refused for. */
function refuse(box: Box, message: string, beside = true) {
  if (beside) $errors.setKey(box, message)
  say('error', message)
}

/** Puts back what its author had typed. */
export function undoWriting(box: Box) {
  const written = $written.get()[box]
  if (!written) return
  fill(box, written.before)
  $written.setKey(box, undefined)
  $said.setKey(box, 'Your own words are back.')
}

/** Half a text is not sent. Returns whether AI is writing, and says what to do. */
export function isStillWriting(): boolean {
  if (!$writing.get()) return false
  say('error', 'AI is still writing. Wait for it, or press Stop.')
  return true
}
