import type { DraftMedia } from '#site/dashboard/composer/media/media.ts'

export type PreviewProps = {
  name: string
  username: string
  picture: string
  text: string
  time: string
  media: readonly DraftMedia[]
  /** First comment; empty without one. */
  comment: string
}

const MARKED = /(https?:\/\/\S+|(?<![\p{L}\p{N}_])[#@][\p{L}\p{N}_.]*[\p{L}\p{N}_])/u

/** Splits a text into pieces, marking those that a network links. */
export const markLinks = (text: string) =>
  text.split(MARKED).map((piece, index) => ({ piece, isLink: index % 2 === 1 }))
