import type { MediaItem } from '#shared/media/media.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { ApiError } from '#site/lib/api/error.ts'
import { $media, arrived, findMedia, patchMedia } from './media.ts'

const POLL_MS = 1000

/** Shows a file that was uploaded. A converted video is shown from the server, because a browser may not play the local file. */
export function showArrived(id: number, item: MediaItem) {
  const media = findMedia(id)
  if (!media) return
  const isConverted = media.upload.state === 'converting' || media.url === ''
  const url = isConverted && item.url ? item.url : media.url
  if (url !== media.url && media.url.startsWith('blob:')) URL.revokeObjectURL(media.url)
  patchMedia(id, { upload: arrived(item), url, bytes: item.bytes, altText: media.altText || item.altText })
}

/** Stops a conversion and deletes its file. If the call fails, the server does both when the unused file expires. */
export async function stopConversion(id: string): Promise<void> {
  await api.media[':id'].$delete({ param: { id } }).catch(() => {})
}

let polling = false

/** Follows the conversions of the files in the composer, also of a draft that was opened again. */
async function follow() {
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
    // Without a connection, the next poll tries again.
    if (error instanceof ApiError && error.code === 'not_found')
      patchMedia(id, { upload: { state: 'failed', message: error.message, transient: false } })
  }
}

$media.listen(media => {
  if (media.some(({ upload }) => upload.state === 'converting')) void follow()
})
