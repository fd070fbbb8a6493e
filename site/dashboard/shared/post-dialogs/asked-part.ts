import { atom } from 'nanostores'

import type { Occurrence, Post } from '#shared/posts/posts.ts'
import type { SeriesPart } from '#shared/posts/series.ts'

export type Part = NonNullable<SeriesPart['series']>
/** `alike` stands for the posts with exactly the same content. */
export type Answer = Part | 'alike' | undefined

/** A question whether something applies to one post of a series or to others too. */
export type Asked = {
  title: string
  text: string
  /** Posts to which the widest answer applies, soonest first. */
  posts: readonly Occurrence[]
  domainId: string
  /** Label of the widest answer. */
  all: string
  /** Label of the answer `alike`, unless that is the widest answer. */
  alike?: string | undefined
  /** Texts to which the widest answer applies, and which the user may not have read yet. */
  texts?: readonly WaitingText[]
  /** True if later posts keep their own text or content. */
  keepsTexts?: boolean
  /** True if the widest answer is the default. */
  prefersAll?: boolean
  answer: (part: Answer) => void
}

/** A text that waits for a decision: its number from 0, and the posts that have it, the soonest of which is loaded. */
export type WaitingText = { number: number; post: Post; ids: string[] }

/** The question on screen, apart from what asks it, because the shell loads with every page. */
export const $askedPart = atom<Asked | undefined>()
