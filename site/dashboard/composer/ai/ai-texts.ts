import { atom } from 'nanostores'

import { MAX_AI_TEXTS } from '#shared/posts/drafts.ts'
import { COMPARED, similarity, STILL_THE_SAME_TEXT } from '#shared/posts/similarity.ts'

/** The last texts that AI wrote here, or in a draft that was opened; as much of each as is compared. */
export const $aiTexts = atom<readonly string[]>([])

export function rememberAiTexts(texts: readonly string[]) {
  const beginnings = texts.map(text => text.slice(0, COMPARED).toWellFormed())
  $aiTexts.set([...new Set([...beginnings, ...$aiTexts.get()])].slice(0, MAX_AI_TEXTS))
}

/** Whether a message still is what AI wrote: a changed word leaves it so, a rewritten text is its author's. */
export const isByAi = (message: string, aiTexts: readonly string[]) =>
  aiTexts.some(text => similarity(text, message) >= STILL_THE_SAME_TEXT)

/** Those that one of the messages still is. */
export const aiTextsOf = (messages: readonly string[], aiTexts: readonly string[]) =>
  aiTexts.filter(text => messages.some(message => isByAi(message, [text])))
