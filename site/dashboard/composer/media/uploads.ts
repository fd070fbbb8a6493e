import type { LibraryItem } from '#shared/media/library.ts'
import { MEDIA_MESSAGES, type MediaItem } from '#shared/media/media.ts'
import { setTextOnly } from '#site/dashboard/composer/draft/draft.ts'
import { $errors } from '#site/dashboard/composer/draft/errors.ts'
import { ApiError, messageOf } from '#site/lib/api/error.ts'
import { upload } from '#site/lib/api/upload.ts'
import {
  $media,
  type DraftMedia,
  findMedia,
  fromFile,
  fromItem,
  patchMedia,
  selectionError,
  removeMedia,
} from './media.ts'

/** More uploads at once would only share the same bandwidth. */
const MAX_CONCURRENT = 2
const FAILED = 'This file didn’t arrive. Try again.'

const inFlight = new Map<number, AbortController>()
let settled = Promise.withResolvers<void>()

/** Adds files and uploads them at once, so that a draft includes them and sending doesn't have to wait for them. */
export function addFiles(files: readonly File[]) {
  const message = selectionError(files)
  if (message) return $errors.setKey('media', message)
  setTextOnly(false)
  $media.set([...$media.get(), ...files.map(fromFile)])
  startUploads()
}

/** Adds files of the library with their last alt texts. */
export function addFromLibrary(items: readonly LibraryItem[]) {
  setTextOnly(false)
  $media.set([...$media.get(), ...items.map(item => fromItem(item, item.altText))])
}

export function removeFile(id: number) {
  inFlight.get(id)?.abort()
  removeMedia(id)
}

export function cancelUploads() {
  for (const controller of inFlight.values()) controller.abort()
}

/** Retries uploads that failed because of the connection. */
export function retryUploads() {
  for (const { id, upload: status } of $media.get())
    if (status.state === 'failed' && status.transient) patchMedia(id, { upload: { state: 'waiting' } })
  startUploads()
}

/** Returns the uploaded share of all files, from 0 to 1. */
export function uploadedShare(media: readonly DraftMedia[]): number {
  const total = media.reduce((sum, { bytes }) => sum + bytes, 0)
  const arrived = media.reduce((sum, { bytes, upload: status }) => sum + bytes * shareOf(status), 0)
  return total === 0 ? 1 : arrived / total
}

const shareOf = (status: DraftMedia['upload']) =>
  status.state === 'uploaded' ? 1 : status.state === 'uploading' ? status.fraction : 0

/**
 * Waits until every file is uploaded.
 * @throws {ApiError} of the first failed upload, or the signal's reason
 */
export async function finishUploads(signal: AbortSignal) {
  signal.throwIfAborted()
  retryUploads()
  const aborted = Promise.withResolvers<never>()
  aborted.promise.catch(() => {})
  const onAbort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    while (inFlight.size > 0) await Promise.race([settled.promise, aborted.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
  signal.throwIfAborted()
  for (const { upload: status } of $media.get()) {
    if (status.state !== 'failed') continue
    throw status.transient
      ? new ApiError('network', status.message)
      : new ApiError('invalid', status.message, { media: status.message })
  }
}

/** Describes a file whose content doesn't match the accepted type in its name. */
const unreadable = (name: string) =>
  `“${name}” can’t be read: it’s damaged, or another kind of file. ${MEDIA_MESSAGES.type}`

function startUploads() {
  for (const item of $media.get()) {
    if (inFlight.size >= MAX_CONCURRENT) return
    if (item.upload.state === 'waiting' && item.file) void transmit(item.id, item.file)
  }
}

async function transmit(id: number, file: File) {
  const controller = new AbortController()
  inFlight.set(id, controller)
  patchMedia(id, { upload: { state: 'uploading', fraction: 0 } })
  const form = new FormData()
  form.append('media', file, file.name)
  try {
    const { data } = await upload<{ data: MediaItem }>('/api/media', form, {
      signal: controller.signal,
      onProgress: fraction => patchMedia(id, { upload: { state: 'uploading', fraction } }),
    })
    patchMedia(id, { upload: { state: 'uploaded', item: data } })
  } catch (error) {
    if (!controller.signal.aborted) fail(id, error)
  }
  inFlight.delete(id)
  startUploads()
  settled.resolve()
  settled = Promise.withResolvers()
}

function fail(id: number, error: unknown) {
  const isPermanent =
    error instanceof ApiError && ['invalid', 'unsupported', 'too_large'].includes(error.code)
  const isUnknown = error instanceof ApiError && error.code === 'unsupported'
  const message = isUnknown ? unreadable(findMedia(id)?.name ?? '') : messageOf(error, FAILED)
  if (findMedia(id)) patchMedia(id, { upload: { state: 'failed', message, transient: !isPermanent } })
}
