import { atom } from 'nanostores'

import { MEDIA_MESSAGES, type MediaItem } from '#shared/media/media.ts'
import { plural } from '#shared/plural.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { ApiError, fileReasonOf } from '#site/lib/api/error.ts'
import { shownDomainHeader, shownDomainId } from '#site/lib/api/shown-domain.ts'
import { uploadMedia } from '#site/lib/api/upload.ts'
import { toast } from '#site/lib/toasts.ts'
import { $library, updateItems } from './store.ts'

/** A file that is being added to the library. `share` is the progress of its upload or conversion, from 0 to 1. */
export type Arrival = { id: number; name: string; isConverting: boolean; share: number }

export const $arrivals = atom<readonly Arrival[]>([])

type Failed = { id: number; name: string; reason: string }

/** Number of files since the last moment without an upload, and those of them that failed. */
export const $batch = atom<{ total: number; failed: readonly Failed[] }>({ total: 0, failed: [] })

export const dismissFailed = () => $batch.set({ ...$batch.get(), failed: [] })

const CONVERSION_POLL_MS = 1000
let lastArrival = 0

const patchArrival = (id: number, change: Partial<Arrival>) =>
  $arrivals.set($arrivals.get().map(each => (each.id === id ? { ...each, ...change } : each)))

/** Uploads files one after the other into the library of the business on screen. Resolves once each is there or has failed. */
export async function uploadFiles(files: readonly File[]): Promise<void> {
  const headers = shownDomainHeader()
  const business = shownDomainId()
  const arriving = files.map(file => ({ file, id: ++lastArrival }))
  const { total, failed } = $arrivals.get().length > 0 ? $batch.get() : { total: 0, failed: [] }
  $batch.set({ total: total + files.length, failed })
  $arrivals.set([
    ...$arrivals.get(),
    ...arriving.map(({ file, id }) => ({ id, name: file.name, isConverting: false, share: 0 })),
  ])
  const known: string[] = []
  let before: Promise<unknown> = Promise.resolve()
  const arrivals = arriving.map(async ({ file, id }) => {
    const onProgress = (share: number) => patchArrival(id, { share })
    const uploaded = before.then(() => uploadMedia(file, { headers, onProgress }))
    before = uploaded.catch(() => undefined)
    try {
      const item = await untilConverted(await uploaded, id)
      if (shownDomainId() === business) known.push(...showItem(item))
    } catch (error) {
      const reason = reasonFor(file, error)
      const { total, failed } = $batch.get()
      // Failures in a batch of several files are listed, because toasts would cover each other.
      if (total > 1) $batch.set({ total, failed: [...failed, { id, name: file.name, reason }] })
      else toast('error', `${file.name}: ${reason}`)
    } finally {
      $arrivals.set($arrivals.get().filter(each => each.id !== id))
    }
  })
  await Promise.all(arrivals)
  const [name] = known
  if (name)
    toast(
      'info',
      `${known.length === 1 ? `${name} is` : plural(known.length, 'file is', 'files are')} already in your media.`,
    )
}

const NOT_MEDIA =
  'this isn’t a picture or a video that we can read. Choose a JPG, PNG, WebP, GIF, AVIF or HEIC, or a video such as MP4 or MOV.'

/** Replaces the specification's message, which omits most types that the library takes. */
function reasonFor(file: File, error: unknown): string {
  const reason = fileReasonOf(error, 'it didn’t arrive. Please try again.')
  if (reason !== MEDIA_MESSAGES.type) return reason
  return file.size === 0 ? 'the file is empty.' : NOT_MEDIA
}

/** Shows a new file. @returns its name if the library already had it */
function showItem(item: MediaItem): string[] {
  const known = $library.get().data?.items.find(({ _id }) => _id === item._id)
  if (known) return [known.name]
  updateItems(items => [
    { ...item, createdAt: new Date().toISOString(), labels: [], posts: 0, drafts: 0 },
    ...items,
  ])
  return []
}

/** Follows the conversion of a video. @throws {ApiError} with the reason if it fails */
async function untilConverted(item: MediaItem, id: number): Promise<MediaItem> {
  let latest = item
  while (latest.conversion) {
    const { state, progress, message = MEDIA_MESSAGES.unconvertible } = latest.conversion
    if (state === 'failed') throw new ApiError('invalid', message, { media: message })
    patchArrival(id, { isConverting: true, share: progress })
    await new Promise(resolve => setTimeout(resolve, CONVERSION_POLL_MS))
    latest = await readItem(latest)
  }
  return latest
}

/** Reads a file's current state. Returns the given one if there is no connection. */
async function readItem(item: MediaItem): Promise<MediaItem> {
  try {
    return await dataOf(api.media[':id'].$get({ param: { id: item._id } }))
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') throw error
    return item
  }
}
