import type { Video } from './entities/facebook.ts'

const PROCESSING_MS = 300

/** Returns `processing` for a moment after the upload. The real network takes minutes. */
export function videoStatus(video: Video, now: Date): 'uploading' | 'processing' | 'ready' | 'error' {
  if (!video.finishedAt) return 'uploading'
  if (video.fate === 'video-error') return 'error'
  const processed = now.getTime() - video.finishedAt.getTime() >= PROCESSING_MS
  return processed && !video.fate ? 'ready' : 'processing'
}
