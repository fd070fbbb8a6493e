import { quotedNames } from '#shared/format-list.ts'
import { fileType, mediaKindOf, FILE_TYPE_BYTES } from '#shared/media/file-type.ts'
import type { LibraryItem } from '#shared/media/library.ts'
import { MAX_FILES, MEDIA_MESSAGES, type MediaItem } from '#shared/media/media.ts'
import { setTextOnly, $errors } from '#site/dashboard/composer/draft/draft.ts'
import { $draggedItem } from '#site/dashboard/shared/library/store.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { ApiError, fileReasonOf } from '#site/lib/api/error.ts'
import { uploadMedia } from '#site/lib/api/upload.ts'
import { until } from '#site/lib/remote.ts'
import {
  $media,
  type DraftMedia,
  fileError,
  findMedia,
  fromFile,
  fromItem,
  itemOf,
  patchMedia,
  releaseUrl,
  removeMedia,
  arrived,
  shareOf,
} from './media.ts'

const POLL_MS = 1000

/** Shows an uploaded file. A converted video is shown from the server, because the browser may not play the local one. */
function showArrived(id: number, item: MediaItem) {
  const media = findMedia(id)
  if (!media) return
  const isConverted = media.upload.state === 'converting' || media.url === ''
  const url = isConverted && item.url ? item.url : media.url
  if (url !== media.url) releaseUrl(media.url)
  patchMedia(id, { upload: arrived(item), url, bytes: item.bytes, altText: media.altText || item.altText })
}

let polling = false

/** Polls until no file in the composer is being converted. */
async function pollConversions() {
  if (polling) return
  polling = true
  try {
    for (;;) {
      const waiting = $media
        .get()
        .flatMap(({ id, upload }) => (upload.state === 'converting' ? [{ id, item: upload.item }] : []))
      if (waiting.length === 0) return
      await new Promise(resolve => setTimeout(resolve, POLL_MS))
      await Promise.all(waiting.map(({ id, item }) => refresh(id, item._id)))
    }
  } finally {
    polling = false
  }
}

async function refresh(id: number, mediaId: string) {
  try {
    showArrived(id, await dataOf(api.media[':id'].$get({ param: { id: mediaId } })))
  } catch (error) {
    // After other errors, the next poll tries again.
    if (error instanceof ApiError && (error.code === 'not_found' || error.code === 'forbidden'))
      patchMedia(id, { upload: { state: 'failed', message: error.message, transient: false } })
  }
}

$media.listen(media => {
  if (media.some(({ upload }) => upload.state === 'converting')) void pollConversions()
})

/** More uploads would only share the same bandwidth. */
const MAX_CONCURRENT = 2
const FAILED = 'This file didn’t arrive. Try again.'

const inFlight = new Map<number, AbortController>()
/** Names of the last selection's files that weren't added, by reason. */
let rejected = new Map<string, string[]>()

/** Adds files and uploads them at once, so that drafts have them. Names those that can't be published or are too many. */
export function addFiles(files: readonly File[]) {
  const room = MAX_FILES - $media.get().length
  rejected = new Map()
  if (room > 0) {
    setTextOnly(false)
    $media.set([...$media.get(), ...files.slice(0, room).map(fromFile)])
  }
  if (files.length > room) {
    const names = files.slice(room).map(({ name }) => name)
    rejected.set(MEDIA_MESSAGES.count, names)
    $errors.setKey('media', describeRejected())
  }
  startUploads()
}

/** Adds files of the library with their last alt texts. */
export function addFromLibrary(items: readonly LibraryItem[]) {
  setTextOnly(false)
  $media.set([...$media.get(), ...items.map(item => fromItem(item, item.altText))])
}

/** Returns true if files, or a file of the library beside the composer, are being dragged. */
export const bringsMedia = ({ types }: DataTransfer) =>
  types.includes('Files') || $draggedItem.get() !== undefined

export function takeDropped({ files }: DataTransfer) {
  const item = $draggedItem.get()
  if (!item) return addFiles([...files])
  const media = $media.get()
  if (media.some(each => itemOf(each)?._id === item._id)) return
  if (media.length < MAX_FILES) addFromLibrary([item])
  else $errors.setKey('media', MEDIA_MESSAGES.count)
}

export function removeFile(id: number) {
  inFlight.get(id)?.abort()
  const { upload: status } = findMedia(id) ?? {}
  // Stops the conversion, as the server does when an unused file expires.
  if (status?.state === 'converting')
    void api.media[':id'].$delete({ param: { id: status.item._id } }).catch(() => undefined)
  removeMedia(id)
}

/** Stops all uploads, and forgets which files weren't added. */
export function cancelUploads() {
  for (const controller of inFlight.values()) controller.abort()
  rejected = new Map()
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
  const arrived = media.reduce(
    (sum, { bytes, upload: status }) =>
      sum + bytes * (shareOf(status) ?? (status.state === 'uploaded' ? 1 : 0)),
    0,
  )
  return total === 0 ? 1 : arrived / total
}

const isPending = ({ upload: { state } }: DraftMedia) =>
  state === 'waiting' || state === 'uploading' || state === 'converting'

/** Resolves once every file is uploaded. @throws {ApiError} of the first failed upload, or the signal's reason */
export async function finishUploads(signal: AbortSignal) {
  signal.throwIfAborted()
  retryUploads()
  const aborted = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true })
  await Promise.race([until($media, media => !media.some(isPending)), aborted.promise])
  if (rejected.size > 0) {
    const message = describeRejected()
    rejected = new Map()
    throw new ApiError('invalid', message, { media: message })
  }
  for (const { upload: status } of $media.get()) {
    if (status.state !== 'failed') continue
    throw status.transient
      ? new ApiError('network', status.message)
      : new ApiError('invalid', status.message, { media: status.message })
  }
}

function describeRejected() {
  const were = (names: readonly string[]) => (names.length === 1 ? 'wasn’t' : 'weren’t')
  return [...rejected]
    .map(([reason, names]) => `${quotedNames(names)} ${were(names)} added. ${reason}`)
    .join(' ')
}

function reject({ id, name }: DraftMedia, reason: string) {
  rejected.set(reason, [...(rejected.get(reason) ?? []), name])
  removeMedia(id)
  $errors.setKey('media', describeRejected())
}

function startUploads() {
  for (const item of $media.get()) {
    if (inFlight.size >= MAX_CONCURRENT) return
    if (item.upload.state === 'waiting' && item.file) void transmit(item, item.file)
  }
}

async function transmit(item: DraftMedia, file: File) {
  const { id } = item
  const controller = new AbortController()
  inFlight.set(id, controller)
  patchMedia(id, { upload: { state: 'uploading', fraction: 0 } })
  if ((await isAccepted(item, file)) && findMedia(id)) await send(id, file, controller)
  inFlight.delete(id)
  startUploads()
}

/** Checks a file by its content, because browsers derive the type from the name. Removes it if it can't be published. */
async function isAccepted(item: DraftMedia, file: File): Promise<boolean> {
  // A file that can't be read, such as one in a phone's cloud, fails in its upload, which can be retried.
  const start = await file
    .slice(0, FILE_TYPE_BYTES)
    .arrayBuffer()
    .catch(() => undefined)
  if (!start) return true
  const type = fileType(new Uint8Array(start))
  const reason = fileError(file, type)
  if (reason) {
    if (findMedia(item.id)) reject(item, reason)
    return false
  }
  if (!type) return true
  // Few browsers show HEIC.
  const isHidden = type === 'image/heic'
  if (isHidden) releaseUrl(item.url)
  patchMedia(item.id, { kind: mediaKindOf(type), ...(isHidden && { url: '' }) })
  return true
}

async function send(id: number, file: File, controller: AbortController) {
  const onProgress = (fraction: number) => patchMedia(id, { upload: { state: 'uploading', fraction } })
  try {
    showArrived(id, await uploadMedia(file, { signal: controller.signal, onProgress }))
  } catch (error) {
    if (controller.signal.aborted || !findMedia(id)) return
    const isPermanent =
      error instanceof ApiError && ['invalid', 'unsupported', 'too_large'].includes(error.code)
    const message = fileReasonOf(error, FAILED)
    patchMedia(id, { upload: { state: 'failed', message, transient: !isPermanent } })
  }
}
