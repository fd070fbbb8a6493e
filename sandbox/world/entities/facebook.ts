import type { StoredFile } from '../../files/file-store.ts'
import type { PictureSize } from '../../files/picture.ts'
import type { Measures } from './engagement.ts'

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
  /** `later` is scheduled at the network. `never` is an unpublished post. */
  visible: 'now' | 'never' | { later: Date }
  likes: number
  comments: number
  /** Measures that a control call has set. */
  measures?: Partial<Measures>
}

export interface Photo {
  id: string
  pageId: string
  file: StoredFile
  sha256: string
  size: PictureSize | null
  altText: string | null
  caption: string
  /** The post or story that shows the photo. Null for an unpublished photo that none shows yet. */
  postId: string | null
  createdAt: Date
}

export interface PageStory {
  /** Its `post_id`. */
  id: string
  pageId: string
  appId: string | null
  /** The photo or video that it shows. */
  mediaId: string
  mediaType: 'photo' | 'video'
  createdAt: Date
}

export interface VideoUpload {
  sessionId: string
  fileSize: number
  /** Holds the bytes received so far. */
  file: StoredFile
}

export interface Video {
  id: string
  pageId: string
  title: string
  description: string
  /** An unfinished chunked upload. Null once the file is complete. */
  upload: VideoUpload | null
  sessionId: string | null
  file: StoredFile | null
  createdAt: Date
  finishedAt: Date | null
  postId: string | null
  /** Set if a fault keeps the video from becoming ready. */
  fate: 'stuck' | 'video-error' | null
}

/** An upload in progress through the Resumable Upload API. */
export interface UploadSession {
  /** Includes the prefix `upload:`. */
  id: string
  personId: string
  fileLength: number
  /** Holds the bytes received so far. */
  file: StoredFile
  /** Set once the upload is complete. A post refers to the file by it, once. */
  handle: string | null
  published: boolean
}
