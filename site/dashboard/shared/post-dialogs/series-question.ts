import { atom } from 'nanostores'

import type { Occurrence, Post } from '#shared/posts/posts.ts'
import type { SeriesPart } from '#shared/posts/series.ts'

export type Part = NonNullable<SeriesPart['series']>
/** `alike`: the posts with exactly the same content. */
export type Answer = Part | 'alike' | undefined

/** A question whether something applies to one post of a series or to others too. */
export type SeriesQuestion = {
  title: string
  text: string
  /** Posts to which the widest answer applies, soonest first. */
  posts: readonly Occurrence[]
  domainId: string
  /** Label of the widest answer. */
  all: string
  /** Label of the answer `alike`, unless that is the widest answer. */
  alike?: string | undefined
  /** Texts that the widest answer approves, and that the user may not have read. */
  texts?: readonly WaitingText[]
  /** True if later posts keep their own text or content. */
  keepsTexts?: boolean
  /** True if the widest answer is the default. */
  prefersAll?: boolean
  answer: (part: Answer) => void
}

/** A text that waits for a decision: its number from 0, its posts, and the soonest of them. */
export type WaitingText = { number: number; post: Post; ids: string[] }

/** The question on screen. In a file of its own, because every page loads it. */
export const $seriesQuestion = atom<SeriesQuestion | undefined>()
