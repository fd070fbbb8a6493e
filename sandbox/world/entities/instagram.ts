import type { StoredFile } from '../../files/file-store.ts'
import type { PictureSize } from '../../files/picture.ts'
import type { Measures } from './engagement.ts'

export type ContainerFate = 'stuck' | 'container-error' | 'container-expired'

export interface Container {
  id: string
  accountId: string
  kind: 'image' | 'video' | 'story' | 'carousel'
  caption: string
  altText: string | null
  collaborators?: string[]
  /** Usernames of the people on the picture. */
  userTags?: string[]
  /** Name of the place that the post shows. */
  place?: string
  coverMs?: number
  /** The picture that is the cover of a reel. */
  cover?: StoredFile
  file: StoredFile | null
  size: PictureSize | null
  isVideo: boolean
  isCarouselItem: boolean
  childIds: string[]
  createdAt: Date
  /** Set if a fault keeps the container from becoming ready. */
  fate: ContainerFate | null
  /** The subcode of an ERROR. */
  failure: number
  mediaId: string | null
}

export interface InstagramMedia {
  id: string
  accountId: string
  containerId: string
  /** The carousel that shows the item. Null for other media. */
  parentId: string | null
  shortcode: string
  createdAt: Date
  likes: number
  comments: number
  /** Measures that a control call has set. */
  measures?: Partial<Measures>
}
