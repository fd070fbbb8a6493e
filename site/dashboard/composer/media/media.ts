import { atom, computed } from 'nanostores'

import { type FileType, mediaKindOf } from '#shared/media/file-type.ts'
import {
  MAX_IMAGE_BYTES,
  MAX_VIDEO_BYTES,
  MEDIA_MESSAGES,
  type MediaItem,
  type MediaKind,
} from '#shared/media/media.ts'
import { acceptedPositions, kindsOn } from '#shared/media/network-media.ts'
import { byNetwork, type NetworkId } from '#shared/networks.ts'
import type { CropArea } from '#shared/posts/drafts.ts'
import { $enabled, clearError, $stories } from '#site/dashboard/composer/draft/draft.ts'

export type Upload =
  | { state: 'waiting' }
  | { state: 'uploading'; fraction: number }
  /** The server converts the video. Drafts can have it already, posts can't. */
  | { state: 'converting'; item: MediaItem }
  | { state: 'uploaded'; item: MediaItem }
  /** `transient`: the same file may succeed later. */
  | { state: 'failed'; message: string; transient: boolean }

export type DraftMedia = {
  id: number
  kind: MediaKind
  name: string
  bytes: number
  /** URL of the local or the uploaded file; empty while the browser can't show either. */
  url: string
  altText: string
  /** The only networks that get the file; undefined if all of the post's do. */
  networks?: NetworkId[] | undefined
  /** Missing for media of a saved draft. */
  file?: File
  upload: Upload
  /** Set for a crop. The original picture stays saved. */
  crop?: { original: MediaItem; ratio: string; area: CropArea }
}

export const $media = atom<readonly DraftMedia[]>([])

/** Pictures that are covers of videos, which aren't among the files. */
export const $covers = atom<readonly MediaItem[]>([])

let lastId = 0

/** Accepted types, as browsers derive them from a file's name. */
const ACCEPTED = /^(image\/(jpe?g|png|webp|hei[cf]|avif)|video\/(mp4|quicktime))$/

/** Returns why a file is rejected, if it is. */
export function fileError(file: File, type: FileType | undefined): string | undefined {
  const named = ACCEPTED.test(file.type) ? file.type : undefined
  if (!type && !named) return MEDIA_MESSAGES.type
  const isVideo = mediaKindOf(type ?? named ?? '') === 'video'
  if (isVideo && file.size > MAX_VIDEO_BYTES) return MEDIA_MESSAGES.videoSize
  if (!isVideo && file.size > MAX_IMAGE_BYTES) return MEDIA_MESSAGES.imageSize
  if (type) return undefined
  return isVideo ? MEDIA_MESSAGES.unreadableVideo : MEDIA_MESSAGES.unreadableImage
}

let released: string[] = []

/** Revokes a local file's URL when the next file is added, because a video that was just removed may still load it. */
export function releaseUrl(url: string) {
  if (url.startsWith('blob:')) released.push(url)
}

export function fromFile(file: File): DraftMedia {
  for (const url of released) URL.revokeObjectURL(url)
  released = []
  return {
    id: ++lastId,
    // A guess until the file is read, because browsers don't know every type.
    kind: mediaKindOf(file.type),
    name: file.name,
    bytes: file.size,
    url: URL.createObjectURL(file),
    altText: '',
    file,
    upload: { state: 'waiting' },
  }
}

/** Creates media that are already on the server. */
export const fromItem = (item: MediaItem, altText: string): DraftMedia => ({
  id: ++lastId,
  kind: item.kind,
  name: item.name,
  bytes: item.bytes,
  url: item.url,
  altText,
  upload: arrived(item),
})

/** Returns the state of a file that the server has. */
export function arrived(item: MediaItem): Upload {
  const { conversion } = item
  if (!conversion) return { state: 'uploaded', item }
  if (conversion.state !== 'failed') return { state: 'converting', item }
  return { state: 'failed', message: conversion.message ?? MEDIA_MESSAGES.unconvertible, transient: false }
}

/** Returns the uploaded or converted share of a file in progress, from 0 to 1. */
export function shareOf(upload: Upload): number | undefined {
  if (upload.state === 'waiting') return 0
  if (upload.state === 'uploading') return upload.fraction
  return upload.state === 'converting' ? (upload.item.conversion?.progress ?? 0) : undefined
}

/** Returns the file on the server, if it is there or being converted. */
export const itemOf = ({ upload }: DraftMedia): MediaItem | undefined =>
  upload.state === 'uploaded' || upload.state === 'converting' ? upload.item : undefined

export const originalOf = ({ crop, upload }: DraftMedia): MediaItem | undefined =>
  crop?.original ?? (upload.state === 'uploaded' ? upload.item : undefined)

export const findMedia = (id: number) => $media.get().find(item => item.id === id)

export const patchMedia = (id: number, change: Partial<DraftMedia>) =>
  $media.set($media.get().map(item => (item.id === id ? { ...item, ...change } : item)))

export function removeMedia(id: number) {
  const removed = findMedia(id)
  if (removed) releaseUrl(removed.url)
  $media.set($media.get().filter(item => item.id !== id))
  clearError('media')
}

export function moveMedia(id: number, position: number) {
  const moved = findMedia(id)
  if (!moved) return
  const others = $media.get().filter(item => item !== moved)
  $media.set([...others.slice(0, position), moved, ...others.slice(position)])
}

export const setAltText = (id: number, altText: string) => patchMedia(id, { altText })

export function resetMedia() {
  for (const { url } of $media.get()) releaseUrl(url)
  $media.set([])
  $covers.set([])
  $chosenKind.set(undefined)
}

/** The author's choice for networks that take pictures or one video. Defaults to the first file's kind. */
export const $chosenKind = atom<MediaKind | undefined>(undefined)

export const $positions = computed(
  [$media, $chosenKind, $stories],
  (media, chosen, stories): Record<NetworkId, number[]> =>
    byNetwork(network =>
      acceptedPositions(network, kindsOn(network, media), chosen, stories.includes(network)),
    ),
)

/** Networks that don't accept all of the files that are meant for them. */
export const $restricted = computed([$enabled, $media, $positions], (enabled, media, positions) =>
  enabled.filter(
    each => kindsOn(each, media).filter(kind => kind !== 'none').length > positions[each].length,
  ),
)
