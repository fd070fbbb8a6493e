import { atom } from 'nanostores'

import { MAX_AI_TEXTS } from '#shared/posts/drafts.ts'
import { COMPARED, similarity, STILL_THE_SAME_TEXT } from '#shared/text/similarity.ts'

/** Recent AI texts of this composer or draft, shortened to the part that is compared. */
export const $aiTexts = atom<readonly string[]>([])

export function rememberAiTexts(texts: readonly string[]) {
  const beginnings = texts.map(text => text.slice(0, COMPARED).toWellFormed())
  $aiTexts.set([...new Set([...beginnings, ...$aiTexts.get()])].slice(0, MAX_AI_TEXTS))
}

/** Returns true while a message is still AI's: small edits don't change that, a rewrite does. */
export const isByAi = (message: string, aiTexts: readonly string[]) =>
  aiTexts.some(text => similarity(text, message) >= STILL_THE_SAME_TEXT)

/** Returns the AI texts that one of the messages still matches. */
export const aiTextsOf = (messages: readonly string[], aiTexts: readonly string[]) =>
  aiTexts.filter(text => messages.some(message => isByAi(message, [text])))
