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

/** The common message or a network's own; also the key of its error. */
export type MessageField = 'message' | NetworkId

const textIn = (field: MessageField): string => {
  const { message, messages } = $draft.get()
  return field === 'message' ? message : messages[field]
}

const fill = (field: MessageField, text: string) =>
  field === 'message' ? setMessage(text) : setMessageFor(field, text)

function networksOf(field: MessageField): readonly NetworkId[] {
  if (field !== 'message') return [field]
  const enabled = $enabled.get()
  return enabled.length > 0 ? enabled : NETWORK_IDS
}

type Step = { before: string; after: string; prompt: string }

const MAX_STEPS = 20

/** AI texts of each field, newest last. */
export const $aiSteps = map<Partial<Record<MessageField, readonly Step[]>>>({})

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

export const $writing = atom<{ field: MessageField; change: CaptionChange | undefined } | undefined>()

/** Announcements for screen readers. */
export const $announcements = map<Partial<Record<MessageField, string>>>({})

let stopping: AbortController | undefined

/** Thrown when the text was changed meanwhile, so that AI doesn't overwrite it. */
class Replaced extends Error {}

/** Lets AI write about the text in a field, or change it. Regenerates AI's own text from its prompt. A failure restores the text. */
export async function writeInto(field: MessageField, change?: CaptionChange) {
  if ($writing.get()) return
  const before = textIn(field)
  if (before.trim() === '') return showError(field, CAPTION_MESSAGES.noPrompt)
  clearError(field)
  $writing.set({ field, change })
  $announcements.setKey(field, 'AI is writing.')
  const { signal } = (stopping = new AbortController())
  const authorPrompt = lastStep($aiSteps.get()[field], before)?.prompt ?? before
  const save = (after: string) => finish(field, { before, after, prompt: authorPrompt })
  let shown = before
  const show = (text: string) => {
    if (textIn(field) !== shown) throw new Replaced()
    fill(field, (shown = text))
  }
  try {
    const prompt = change ? before : authorPrompt
    const json = { networks: [...networksOf(field)], prompt, ...(change && { change }) }
    const [{ readAiText }, response] = await Promise.all([
      import('#site/lib/live/ai-text.ts'),
      api.captions.$post({ json }, { init: { signal } }),
    ])
    const { text, cut } = await readAiText(response, show)
    show(text)
    save(text)
    if (cut) toast('info', `Shortened to fit ${networkNames(networksOf(field))}.`)
  } catch (error) {
    if (error instanceof Replaced) stopping.abort()
    else if (signal.aborted) stopped(field, shown === before ? undefined : () => save(shown))
    else {
      if (textIn(field) === shown) fill(field, before)
      fail(field, error)
    }
  } finally {
    $writing.set(undefined)
  }
}

/** Keeps the text written so far, which can be undone. */
export const stopWriting = () => stopping?.abort()

function stopped(field: MessageField, save: (() => void) | undefined) {
  save?.()
  $announcements.setKey(field, save ? 'Stopped. The text so far is in the box.' : 'Stopped.')
}

function finish(field: MessageField, step: Step) {
  $aiSteps.setKey(field, [...($aiSteps.get()[field] ?? []), step].slice(-MAX_STEPS))
  rememberAiTexts([step.after])
  $announcements.setKey(field, `AI has written ${step.after.split(/\s+/).length} words. You can undo it.`)
}

function fail(field: MessageField, error: unknown) {
  $announcements.setKey(field, '')
  if (error instanceof ApiError && error.code === 'unauthenticated') return
  const isInvalid = error instanceof ApiError && error.code === 'invalid'
  showError(field, messageOf(error, CAPTION_MESSAGES.failed), isInvalid)
}

function showError(field: MessageField, message: string, isInvalid = true) {
  if (isInvalid) $errors.setKey(field, message)
  showProblem(message)
}

/** Restores the text from before AI's last one. */
export function undoWriting(field: MessageField) {
  const steps = $aiSteps.get()[field] ?? []
  const step = lastStep(steps, textIn(field))
  if (!step) return
  fill(field, step.before)
  $aiSteps.setKey(field, steps.slice(0, -1))
  $announcements.setKey(field, 'Undone.')
}

/** Returns true, and shows why the post can't be sent, while AI is writing. */
export function isStillWriting(): boolean {
  if (!$writing.get()) return false
  showProblem('AI is still writing. Wait for it, or press Stop.')
  return true
}
