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
