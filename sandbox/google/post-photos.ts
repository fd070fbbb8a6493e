import { fetchMedia, UnreachableMedia } from '../files/fetch-media.ts'
import { pictureFormat, pictureSize } from '../files/picture.ts'
import type { LocalPost } from '../world/entities/google.ts'
import { ids } from '../world/ids.ts'
import type { World } from '../world/world.ts'
import { BusinessError, invalidPost } from './business/error.ts'
import { parseJsonField } from './json-field.ts'

const MIN_BYTES = 10 * 1024
const MAX_BYTES = 5 * 1024 * 1024
const MIN_SIDE = 250

/** Fetches a post's photos by URL and validates them as Google does. */
export async function receivePhotos(world: World, text: string | undefined): Promise<LocalPost['photos']> {
  const media = parseJsonField(text, 'media')
  if (media === null) return []
  if (!Array.isArray(media)) throw invalidPost(3, 'media', 'The media must be a list.')
  if (media.length > 1) throw invalidPost(3, 'media', 'A post can have one media item at most.')
  return Promise.all(media.map((item: Record<string, unknown>) => receivePhoto(world, item)))
}

async function receivePhoto(world: World, item: Record<string, unknown>) {
  // Google returns this error for any video.
  if (item['mediaFormat'] === 'VIDEO') throw new BusinessError(500, 'Internal error encountered.')
  if (item['mediaFormat'] !== 'PHOTO')
    throw invalidPost(3, 'media.media_format', 'A media format is required.')
  const url = typeof item['sourceUrl'] === 'string' ? item['sourceUrl'] : ''
  const file = await fetchMedia(world.files, url, 'follow').catch((error: unknown) => {
    if (!(error instanceof UnreachableMedia)) throw error
    throw invalidPost(3, 'media.source_url', `Fetching image failed: ${error.message}.`, url)
  })
  const format = pictureFormat(file.head)
  if (format !== 'jpeg' && format !== 'png')
    throw invalidPost(3, 'media.source_url', 'Images must be JPG or PNG.', url)
  if (file.bytes < MIN_BYTES)
    throw invalidPost(3, 'media.source_url', 'Image is too small: at least 10 KB.', url)
  if (file.bytes > MAX_BYTES)
    throw invalidPost(3, 'media.source_url', 'Image is too large: at most 5 MB.', url)
  const bytes = world.files.read(file)
  const size = bytes && pictureSize(bytes)
  if (size && Math.min(size.width, size.height) < MIN_SIDE)
    throw invalidPost(3, 'media.source_url', 'Images must be at least 250 by 250 pixels.', url)
  world.shownFiles.set(file.id, file)
  return { id: ids.localPost(), file, size }
}
