import type { StoredFile } from '../files/file-store.ts'
import type { PictureSize } from '../files/picture.ts'
import type { NetworkName } from '../networks.ts'
import type { LocalPostEvent } from '../world/entities/google.ts'
import type { World } from '../world/world.ts'

export interface PublishedMedia {
  type: 'image' | 'video'
  id: string
  bytes: number
  altText?: string
  width?: number
  height?: number
  /** Instagram: the people on the picture, and the moment of a video's cover. */
  userTags?: string[]
  coverMs?: number
  /** URL of the picture that is a video's cover. */
  coverUrl?: string
  /** URL of the file. Absent if the file is too large to store. */
  url?: string
}

export interface PublishedPost {
  network: NetworkName
  account: string
  accountName: string
  /** True for a post that vanishes after a day. */
  isStory?: true
  /** Instagram: the accounts that are asked to show the post as theirs. */
  collaborators?: string[]
  /** Instagram. */
  place?: string
  /** Articles. */
  title?: string
  message: string
  media: PublishedMedia[]
  createdAt: Date
  id: string
  /** Where visitors comment, if other accounts have posts with the same id. */
  on?: string
  permalink: string
  link?: string
  /** Google. */
  event?: LocalPostEvent
  offer?: Record<string, string>
  callToAction?: Record<string, string>
  likes: number
  comments: number
  /** The account's own comments, oldest first. */
  ownComments: string[]
}

export interface MediaSource {
  type: PublishedMedia['type']
  id: string
  file: StoredFile | null
  altText: string | null
  size: PictureSize | null
  userTags?: string[] | undefined
  coverMs?: number | undefined
  cover?: StoredFile | undefined
}

export const describeMedia = (
  { files }: World,
  origin: string,
  { type, id, file, altText, size, userTags = [], coverMs, cover }: MediaSource,
): PublishedMedia => ({
  type,
  id,
  bytes: file?.bytes ?? 0,
  ...(altText && { altText }),
  ...(userTags.length > 0 && { userTags }),
  ...(coverMs !== undefined && { coverMs }),
  ...(cover && { coverUrl: `${origin}/files/${cover.id}` }),
  ...size,
  ...(file && files.has(file) && { url: `${origin}/files/${file.id}` }),
})

export const decodeEntities = (text: string) =>
  text
    .replaceAll(/&#0*(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
