import { atom } from 'nanostores'

import { similarity, STILL_THE_SAME_TEXT } from '#shared/similarity.ts'

const MOST_KEPT = 10

/** The last texts that AI wrote here. */
export const $aiTexts = atom<readonly string[]>([])

export const rememberAiText = (text: string) => $aiTexts.set([text, ...$aiTexts.get()].slice(0, MOST_KEPT))

/** Whether a message still is what AI wrote: a changed word leaves it so, a rewritten text is its author's. */
export const isByAi = (message: string, aiTexts: readonly string[]) =>
  aiTexts.some(text => similarity(text, message) >= STILL_THE_SAME_TEXT)
