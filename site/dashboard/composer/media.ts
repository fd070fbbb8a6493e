import { atom } from 'nanostores'

import {
  ACCEPTED_TYPES,
  MAX_FILES,
  MAX_IMAGE_BYTES,
  MAX_VIDEO_BYTES,
  MEDIA_MESSAGES,
  type MediaKind,
} from '#shared/media.ts'
import { $errors, clearError } from './errors.ts'

export type DraftMedia = { id: number; kind: MediaKind; file: File; url: string; altText: string }

export const $media = atom<readonly DraftMedia[]>([])

let lastId = 0

const kindOf = (file: File): MediaKind => (file.type === 'video/mp4' ? 'video' : 'image')

/** Why a selection can't be added; it is then refused as a whole. */
function refusal(files: readonly File[]): string | undefined {
  if (files.some(({ type }) => !(ACCEPTED_TYPES as readonly string[]).includes(type)))
    return MEDIA_MESSAGES.type
  if ($media.get().length + files.length > MAX_FILES) return MEDIA_MESSAGES.count
  const tooLarge = files.find(
    file => file.size > (kindOf(file) === 'video' ? MAX_VIDEO_BYTES : MAX_IMAGE_BYTES),
  )
  return tooLarge && MEDIA_MESSAGES[kindOf(tooLarge) === 'video' ? 'videoSize' : 'imageSize']
}

export function addFiles(files: readonly File[]) {
  const message = refusal(files)
  if (message) return $errors.setKey('media', message)
  clearError('media')
  const added = files.map(file => ({
    id: ++lastId,
    kind: kindOf(file),
    file,
    url: URL.createObjectURL(file),
    altText: '',
  }))
  $media.set([...$media.get(), ...added])
}

export function removeMedia(id: number) {
  const removed = $media.get().find(item => item.id === id)
  if (removed) URL.revokeObjectURL(removed.url)
  $media.set($media.get().filter(item => item.id !== id))
  clearError('media')
}

/** Puts it at a position, counted from 0; the others make room. */
export function moveMedia(id: number, position: number) {
  const moved = $media.get().find(item => item.id === id)
  if (!moved) return
  const others = $media.get().filter(item => item !== moved)
  $media.set([...others.slice(0, position), moved, ...others.slice(position)])
}

export const setAltText = (id: number, altText: string) =>
  $media.set($media.get().map(item => (item.id === id ? { ...item, altText } : item)))

export function resetMedia() {
  for (const { url } of $media.get()) URL.revokeObjectURL(url)
  $media.set([])
}
