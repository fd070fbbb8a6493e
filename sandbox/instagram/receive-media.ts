import { fetchMedia, UnreachableMedia } from '../files/fetch-media.ts'
import type { StoredFile } from '../files/file-store.ts'
import { pictureFormat, pictureSize, type PictureSize } from '../files/picture.ts'
import { isMp4, isReel } from '../files/video.ts'
import type { GraphCall } from '../graph/operation.ts'
import type { Container } from '../world/entities/instagram.ts'
import { mediaError } from './instagram-error.ts'

const MAX_PICTURE_BYTES = 8 * 1024 * 1024
const MAX_VIDEO_BYTES = 300 * 1024 * 1024
const MAX_STORY_VIDEO_BYTES = 100 * 1024 * 1024
const NARROWEST = 4 / 5
const WIDEST = 1.91
/** Tolerates an aspect ratio that is rounded to whole pixels: 1080 × 566 counts as 1.91:1. */
const ROUNDING = 0.005

/** Fetches a picture and validates its type, size and aspect ratio. */
export async function receivePicture(
  call: GraphCall,
  url: string,
  kind: Container['kind'],
): Promise<{ file: StoredFile; size: PictureSize }> {
  const { file, size } = await receiveJpeg(call, url)
  const ratio = size.width / size.height
  if (kind !== 'story' && (ratio < NARROWEST - ROUNDING || ratio > WIDEST + ROUNDING)) {
    const message = `The aspect ratio ${ratio.toFixed(2)} is not between 4:5 and 1.91:1.`
    throw mediaError(36003, 2207009, 'Invalid aspect ratio', message)
  }
  call.world.shownFiles.set(file.id, file)
  return { file, size }
}

/** Fetches the cover of a reel, whose ratio is free because its middle is shown. */
export async function receiveCover(call: GraphCall, url: string): Promise<StoredFile> {
  const { file } = await receiveJpeg(call, url)
  call.world.shownFiles.set(file.id, file)
  return file
}

async function receiveJpeg(call: GraphCall, url: string): Promise<{ file: StoredFile; size: PictureSize }> {
  const file = await fetchOrRefuse(call, url)
  if (file.bytes > MAX_PICTURE_BYTES) {
    throw mediaError(36000, 2207004, 'Image size too large', 'The image is larger than 8 MiB.')
  }
  const bytes = call.world.files.read(file)
  const size = pictureFormat(file.head) === 'jpeg' && bytes ? pictureSize(bytes) : null
  if (!size) throw mediaError(36001, 2207005, 'Unsupported image format', 'The image format is not JPEG.')
  return { file, size }
}

/** Fetches a video and validates its type, size, codecs, frame rate and length. Files too large to be kept are not read. */
export async function receiveVideo(
  call: GraphCall,
  url: string,
  kind: Container['kind'],
): Promise<StoredFile> {
  const file = await fetchOrRefuse(call, url)
  const bytes = call.world.files.read(file)
  const isStory = kind === 'story'
  const maxBytes = isStory ? MAX_STORY_VIDEO_BYTES : MAX_VIDEO_BYTES
  if (!isMp4(file.head) || file.bytes > maxBytes || (bytes && !(await isReel(bytes, isStory)))) {
    throw mediaError(352, 2207026, 'Unsupported video format', 'The video format is not supported.')
  }
  call.world.shownFiles.set(file.id, file)
  return file
}

async function fetchOrRefuse(call: GraphCall, url: string): Promise<StoredFile> {
  try {
    return await fetchMedia(call.world.files, url, 'error')
  } catch (error) {
    if (!(error instanceof UnreachableMedia)) throw error
    const message = `Only photo or video can be accepted as media type; the media could not be fetched from this URI: ${error.message}`
    throw mediaError(9004, 2207052, 'Media download has failed', message)
  }
}
