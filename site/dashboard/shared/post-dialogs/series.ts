import { atom } from 'nanostores'

import type { SeriesPart } from '#shared/posts/series.ts'

type Part = NonNullable<SeriesPart['series']>
type Asked = { title: string; answer: (part: Part | undefined) => void }

/** The open question whether a change is about one post of a series, or about all from there. */
export const $askedPart = atom<Asked | undefined>()

/** Asks for which posts of a series a change is meant. Resolves to undefined if the user closes the question. */
export const askForPart = (title: string) =>
  new Promise<Part | undefined>(resolve => {
    $askedPart.get()?.answer(undefined)
    $askedPart.set({
      title,
      answer(part) {
        $askedPart.set(undefined)
        resolve(part)
      },
    })
  })
