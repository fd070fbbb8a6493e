import type { FileWriter, StoredFile } from '../files/file-store.ts'

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

const PROCESSING_MS = 300

/** `processing` for a moment after the upload, as the real one is for minutes. */
export function videoStatus(video: Video, now: Date): 'uploading' | 'processing' | 'ready' | 'error' {
  if (!video.finishedAt) return 'uploading'
  if (video.fate === 'video-error') return 'error'
  const processed = now.getTime() - video.finishedAt.getTime() >= PROCESSING_MS
  return processed && !video.fate ? 'ready' : 'processing'
}
