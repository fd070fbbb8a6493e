import type { FileWriter, StoredFile } from '../../files/file-store.ts'
import type { PictureSize } from '../../files/picture.ts'
export interface PagePost {
  id: string
  pageId: string
  appId: string | null
  message: string
  link: string | null
  photoIds: string[]
  videoId: string | null
  createdAt: Date
  updatedAt: Date
  /** `later` is a date that the network keeps itself; `never` is an unpublished post. */
  visible: 'now' | 'never' | { later: Date }
  likes: number
  comments: number
}

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

export interface VideoUpload {
  sessionId: string
  fileSize: number
  writer: FileWriter
}

export interface Video {
  id: string
  pageId: string
  title: string
  description: string
  /** An unfinished chunked upload; null from the moment that the file is whole. */
  upload: VideoUpload | null
  sessionId: string | null
  file: StoredFile | null
  createdAt: Date
  finishedAt: Date | null
  postId: string | null
  /** What became of the file, where it isn't ready soon. */
  fate: 'stuck' | 'video-error' | null
}

/** A file on its way by the Resumable Upload API. */
export interface UploadSession {
  /** With its prefix, `upload:`. */
  id: string
  personId: string
  fileLength: number
  writer: FileWriter
  /** Once it is whole: what publishes it, and the file until it is published. */
  handle: string | null
  file: StoredFile | null
}
