import { atom } from 'nanostores'

import {
  ACCEPTED_TYPES,
  MAX_FILES,
  MAX_IMAGE_BYTES,
  MAX_VIDEO_BYTES,
  MEDIA_MESSAGES,
  type MediaItem,
  type MediaKind,
} from '#shared/media/media.ts'
import type { CropArea } from '#shared/posts/drafts.ts'
import { clearError } from '#site/dashboard/composer/draft/errors.ts'

export type Upload =
  | { state: 'waiting' }
  | { state: 'uploading'; fraction: number }
  | { state: 'uploaded'; item: MediaItem }
  /** `transient`: uploading the same file may succeed later. */
  | { state: 'failed'; message: string; transient: boolean }

export type DraftMedia = {
  id: number
  kind: MediaKind
  name: string
  bytes: number
  /** URL of the local file, or of the server's. */
  url: string
  altText: string
  /** Missing for media of a saved draft. */
  file?: File
  upload: Upload
  /** Set for a crop. The original picture stays saved. */
  crop?: { original: MediaItem; ratio: string; area: CropArea }
}

export const $media = atom<readonly DraftMedia[]>([])

let lastId = 0

export const kindOf = (file: File): MediaKind => (file.type === 'video/mp4' ? 'video' : 'image')

/** Returns the reason for rejecting a whole selection, if any. */
export function selectionError(files: readonly File[]): string | undefined {
  if (files.some(({ type }) => !(ACCEPTED_TYPES as readonly string[]).includes(type)))
    return MEDIA_MESSAGES.type
  if ($media.get().length + files.length > MAX_FILES) return MEDIA_MESSAGES.count
  const tooLarge = files.find(
    file => file.size > (kindOf(file) === 'video' ? MAX_VIDEO_BYTES : MAX_IMAGE_BYTES),
  )
  return tooLarge && MEDIA_MESSAGES[kindOf(tooLarge) === 'video' ? 'videoSize' : 'imageSize']
}

export const fromFile = (file: File): DraftMedia => ({
  id: ++lastId,
  kind: kindOf(file),
  name: file.name,
  bytes: file.size,
  url: URL.createObjectURL(file),
  altText: '',
  file,
  upload: { state: 'waiting' },
})

/** Creates media that are already on the server. */
export const fromItem = (
  item: MediaItem,
  altText: string,
  crop?: NonNullable<DraftMedia['crop']>,
): DraftMedia => ({
  id: ++lastId,
  kind: item.kind,
  name: item.name,
  bytes: item.bytes,
  url: item.url,
  altText,
  upload: { state: 'uploaded', item },
  ...(crop && { crop }),
})

export const findMedia = (id: number) => $media.get().find(item => item.id === id)

export const patchMedia = (id: number, change: Partial<DraftMedia>) =>
  $media.set($media.get().map(item => (item.id === id ? { ...item, ...change } : item)))

export function removeMedia(id: number) {
  const removed = findMedia(id)
  if (removed) release(removed)
  $media.set($media.get().filter(item => item.id !== id))
  clearError('media')
}

/** Moves a file to a position, counted from 0. */
export function moveMedia(id: number, position: number) {
  const moved = findMedia(id)
  if (!moved) return
  const others = $media.get().filter(item => item !== moved)
  $media.set([...others.slice(0, position), moved, ...others.slice(position)])
}

export const setAltText = (id: number, altText: string) => patchMedia(id, { altText })

export function resetMedia() {
  for (const item of $media.get()) release(item)
  $media.set([])
}

const release = ({ url }: DraftMedia) => {
  if (url.startsWith('blob:')) URL.revokeObjectURL(url)
}
