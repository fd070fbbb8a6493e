import type { DraftMedia } from '#site/dashboard/composer/media/media.ts'

/** What a network's card shows. */
export type PreviewProps = {
  name: string
  username: string
  picture: string
  text: string
  time: string
  media: readonly DraftMedia[]
  /** Follows the post; empty without one. */
  comment: string
}

const MARKED = /(https?:\/\/\S+|(?<![\p{L}\p{N}_])[#@][\p{L}\p{N}_.]*[\p{L}\p{N}_])/u

/** A text in pieces; those that a network makes a link of are marked. */
export const markLinks = (text: string) =>
  text.split(MARKED).map((piece, index) => ({ piece, isLink: index % 2 === 1 }))
