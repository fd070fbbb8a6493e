import type { StoredFile } from '../files/file-store.ts'
import type { PictureSize } from '../files/picture.ts'

export interface Photo {
  id: string
  pageId: string
  file: StoredFile
  size: PictureSize | null
  altText: string | null
  caption: string
  /** The post that shows it; an unpublished photo waits for one. */
  postId: string | null
  createdAt: Date
}
