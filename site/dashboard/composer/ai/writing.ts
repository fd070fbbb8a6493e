import { atom, map } from 'nanostores'

import { networkNames } from '#shared/format-list.ts'
import { NETWORK_IDS, type NetworkId } from '#shared/networks.ts'
import { CAPTION_MESSAGES, type CaptionChange } from '#shared/posts/captions.ts'
import { MAX_AI_TEXTS } from '#shared/posts/drafts.ts'
import { MAX_COMPARED, similarity, STILL_THE_SAME_TEXT } from '#shared/text/similarity.ts'
import {
  $draft,
  $enabled,
  setMessage,
  setMessageFor,
  $errors,
  clearError,
} from '#site/dashboard/composer/draft/draft.ts'
import { showProblem } from '#site/dashboard/composer/send/notice.ts'
import { api } from '#site/lib/api/api.ts'
import { ApiError, messageOf } from '#site/lib/api/error.ts'
import { toast } from '#site/lib/toasts.ts'

/** The common message box or a network's own; also the key of its error. */
export type Box = 'message' | NetworkId

const textIn = (box: Box): string => {
  const { message, messages } = $draft.get()
  return box === 'message' ? message : messages[box]
}

const fill = (box: Box, text: string) => (box === 'message' ? setMessage(text) : setMessageFor(box, text))

function networksOf(box: Box): readonly NetworkId[] {
  if (box !== 'message') return [box]
  const enabled = $enabled.get()
  return enabled.length > 0 ? enabled : NETWORK_IDS
}

type Step = { before: string; after: string; prompt: string }

const MAX_STEPS = 20

/** AI texts of each box, newest last. */
export const $aiSteps = map<Partial<Record<Box, readonly Step[]>>>({})

/** Returns the step that produced this text, unless its author has changed it. */
export function lastStep(steps: readonly Step[] | undefined, text: string): Step | undefined {
  const step = steps?.at(-1)
  return step?.after === text ? step : undefined
}

/** Recent AI texts of the draft, as far as they are compared. */
export const $aiTexts = atom<readonly string[]>([])

export function rememberAiTexts(texts: readonly string[]) {
  const beginnings = texts.map(text => text.slice(0, MAX_COMPARED).toWellFormed())
  $aiTexts.set([...new Set([...beginnings, ...$aiTexts.get()])].slice(0, MAX_AI_TEXTS))
}

/** Returns true for AI's text, also after small edits. */
export const isByAi = (message: string, aiTexts: readonly string[]) =>
  aiTexts.some(text => similarity(text, message) >= STILL_THE_SAME_TEXT)

export const aiTextsOf = (messages: readonly string[], aiTexts: readonly string[]) =>
  aiTexts.filter(text => messages.some(message => isByAi(message, [text])))

export const $writing = atom<{ box: Box; change: CaptionChange | undefined } | undefined>()

/** Announcements for screen readers. */
export const $announcements = map<Partial<Record<Box, string>>>({})

let stopping: AbortController | undefined

/** Thrown when the text was changed meanwhile, so that AI doesn't overwrite it. */
class Replaced extends Error {}

/** Lets AI write about the text in a box, or change it. Regenerates AI's own text from its prompt. A failure restores the text. */
export async function writeInto(box: Box, change?: CaptionChange) {
  if ($writing.get()) return
  const before = textIn(box)
  if (before.trim() === '') return showError(box, CAPTION_MESSAGES.noPrompt)
  clearError(box)
  $writing.set({ box, change })
  $announcements.setKey(box, 'AI is writing.')
  const { signal } = (stopping = new AbortController())
  const authorPrompt = lastStep($aiSteps.get()[box], before)?.prompt ?? before
  const save = (after: string) => finish(box, { before, after, prompt: authorPrompt })
  let shown = before
  const show = (text: string) => {
    if (textIn(box) !== shown) throw new Replaced()
    fill(box, (shown = text))
  }
  try {
    const prompt = change ? before : authorPrompt
    const json = { networks: [...networksOf(box)], prompt, ...(change && { change }) }
    const [{ readAiText }, response] = await Promise.all([
      import('#site/lib/live/ai-text.ts'),
      api.captions.$post({ json }, { init: { signal } }),
    ])
    const { text, cut } = await readAiText(response, show)
    show(text)
    save(text)
    if (cut) toast('info', `Shortened to fit ${networkNames(networksOf(box))}.`)
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

/** Keeps the text written so far, which can be undone. */
export const stopWriting = () => stopping?.abort()

function stopped(box: Box, save: (() => void) | undefined) {
  save?.()
  $announcements.setKey(box, save ? 'Stopped. The text so far is in the box.' : 'Stopped.')
}

function finish(box: Box, step: Step) {
  $aiSteps.setKey(box, [...($aiSteps.get()[box] ?? []), step].slice(-MAX_STEPS))
  rememberAiTexts([step.after])
  $announcements.setKey(box, `AI has written ${step.after.split(/\s+/).length} words. You can undo it.`)
}

function fail(box: Box, error: unknown) {
  $announcements.setKey(box, '')
  if (error instanceof ApiError && error.code === 'unauthenticated') return
  const isInvalid = error instanceof ApiError && error.code === 'invalid'
  showError(box, messageOf(error, CAPTION_MESSAGES.failed), isInvalid)
}

function showError(box: Box, message: string, isInvalid = true) {
  if (isInvalid) $errors.setKey(box, message)
  showProblem(message)
}

/** Restores the text from before AI's last one. */
export function undoWriting(box: Box) {
  const steps = $aiSteps.get()[box] ?? []
  const step = lastStep(steps, textIn(box))
  if (!step) return
  fill(box, step.before)
  $aiSteps.setKey(box, steps.slice(0, -1))
  $announcements.setKey(box, 'Undone.')
}

/** Returns true, and shows why the post can't be sent, while AI is writing. */
export function isStillWriting(): boolean {
  if (!$writing.get()) return false
  showProblem('AI is still writing. Wait for it, or press Stop.')
  return true
}
