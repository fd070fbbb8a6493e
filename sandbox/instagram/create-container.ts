import { fetchMedia, UnreachableMedia } from '../files/fetch-media.ts'
import type { StoredFile } from '../files/file-store.ts'
import { pictureFormat, pictureSize, type PictureSize } from '../files/picture.ts'
import { isMp4, isPublishableVideo } from '../files/video.ts'
import { graphError } from '../graph/graph-error.ts'
import type { GraphCall } from '../graph/operation.ts'
import type { Container } from '../world/entities/instagram.ts'
import { ids } from '../world/ids.ts'
import { isContainerFate } from '../world/instagram-media.ts'
import { requirePublishing } from './account-access.ts'
import { checkCaption } from './caption.ts'
import { mediaError } from './instagram-error.ts'

const MAX_ALT_TEXT = 1000
const UNKNOWN_FAILURE = 2207032

/** Creates a container for a picture, reel, story, carousel item or carousel. */
export async function createContainer(call: GraphCall) {
  const { world, params, fault } = call
  const account = requirePublishing(call)
  checkCaption(params['caption'] ?? '')
  const kind = containerKind(params)
  checkAltText(params, kind)
  const people = checkPeople(params, kind)
  checkCover(params, kind)
  const place = placeOf(call, kind)
  const cover = params['cover_url'] === undefined ? null : await receiveCover(call, params['cover_url'])

  const container: Container = {
    id: ids.container(),
    accountId: account.id,
    kind,
    caption: params['caption'] ?? '',
    altText: params['alt_text'] || null,
    ...people,
    // A picture takes precedence over a moment.
    ...(cover
      ? { cover }
      : params['thumb_offset'] !== undefined && { coverMs: Number(params['thumb_offset']) }),
    ...(place !== undefined && { place }),
    file: null,
    size: null,
    isVideo: kind === 'video' || (kind === 'story' && params['video_url'] !== undefined),
    isCarouselItem: isTrue(params['is_carousel_item']),
    childIds: kind === 'carousel' ? carouselChildren(call, account.id) : [],
    createdAt: world.now(),
    fate: fault && isContainerFate(fault.kind) ? fault.kind : null,
    failure: fault?.subcode ?? UNKNOWN_FAILURE,
    mediaId: null,
  }
  if (container.isVideo) container.file = await receiveVideo(call, params['video_url'] ?? '', kind)
  else if (kind !== 'carousel') {
    const { file, size } = await receivePicture(call, params['image_url'] ?? '', kind)
    container.file = file
    container.size = size
  }
  container.createdAt = world.now()
  world.containers.set(container.id, container)
  return { id: container.id }
}

const isTrue = (text: string | undefined) => text === 'true' || text === '1'

const badType = (message: string) => mediaError(100, 2207023, 'Unknown media type', message)

function containerKind(params: Record<string, string>): Container['kind'] {
  const { media_type: type, image_url: image, video_url: video, upload_type: upload } = params
  const isItem = isTrue(params['is_carousel_item'])
  if (upload !== undefined) throw graphError(100, 'upload_type is not available with Instagram Login')
  if (image && video) throw graphError(100, 'Send either image_url or video_url, not both')

  if (type === 'CAROUSEL') {
    if (image || video || isItem) throw badType('A carousel has children and no media of its own.')
    return 'carousel'
  }
  if (params['children'] !== undefined) throw badType('children needs media_type CAROUSEL.')
  if (type === undefined) {
    if (!image) throw graphError(100, 'The parameter image_url is required.')
    return 'image'
  }
  if (type === 'STORIES') {
    for (const name of ['collaborators', 'caption'])
      if (params[name]) throw graphError(100, `${name} is not supported on stories`)
    if (isItem) throw badType('A story cannot be a carousel item.')
    if (!image && !video) throw graphError(100, 'The parameter image_url or video_url is required.')
    return 'story'
  }
  if (type === 'VIDEO' && !isItem) {
    throw badType('The VIDEO value for media_type is no longer supported. Use the REELS media type instead.')
  }
  if (type === 'REELS' && isItem) throw badType('A carousel item that is a video has media_type VIDEO.')
  if (type !== 'VIDEO' && type !== 'REELS') throw badType(`Media type ${type} is not known.`)
  if (!video) throw graphError(100, 'The parameter video_url is required.')
  return 'video'
}

function checkAltText(params: Record<string, string>, kind: Container['kind']): void {
  const text = params['alt_text']
  if (text === undefined) return
  if (kind !== 'image') throw graphError(100, 'alt_text is supported on image posts only')
  if (text.length > MAX_ALT_TEXT) throw graphError(100, `alt_text must be at most ${MAX_ALT_TEXT} characters`)
}

const MAX_COLLABORATORS = 3
const MAX_TAGS = 20
const USERNAME = /^[\w.]{1,30}$/

interface UserTag {
  username: string
  x?: number
  y?: number
}

function checkPeople(params: Record<string, string>, kind: Container['kind']) {
  const isItem = isTrue(params['is_carousel_item'])
  const collaborators = readList<string>('collaborators', params['collaborators'])
  if (collaborators.length > 0 && isItem)
    throw graphError(100, 'collaborators is not supported on carousel items')
  if (collaborators.length > MAX_COLLABORATORS)
    throw graphError(100, `collaborators may have at most ${MAX_COLLABORATORS} usernames`)
  const userTags = readList<UserTag>('user_tags', params['user_tags'])
  if (userTags.length > MAX_TAGS) throw graphError(100, `user_tags may have at most ${MAX_TAGS} users`)
  if (userTags.length > 0 && kind === 'carousel')
    throw graphError(100, 'user_tags is not supported on carousels; tag their items')
  const isShare = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 1
  if (kind === 'image' && userTags.some(({ x, y }) => !isShare(x) || !isShare(y)))
    throw graphError(100, 'user_tags of a picture need x and y from 0.0 to 1.0')
  const names = [...collaborators, ...userTags.map(({ username }) => username)]
  if (names.some(name => typeof name !== 'string' || !USERNAME.test(name)))
    throw graphError(100, 'A username is not valid')
  return { collaborators, userTags: userTags.map(({ username }) => username) }
}

function readList<Item>(name: string, text: string | undefined): Item[] {
  if (text === undefined) return []
  try {
    const list: unknown = JSON.parse(text)
    if (Array.isArray(list)) return list as Item[]
  } catch {
    // Refused below.
  }
  throw graphError(100, `Param ${name} must be an array.`)
}

function checkCover(params: Record<string, string>, kind: Container['kind']): void {
  for (const name of ['thumb_offset', 'cover_url'])
    if (params[name] !== undefined && (kind !== 'video' || isTrue(params['is_carousel_item'])))
      throw graphError(100, `${name} is supported on reels only`)
  const offset = params['thumb_offset']
  if (offset !== undefined && !/^\d+$/.test(offset))
    throw graphError(100, 'Param thumb_offset must be a number of milliseconds')
}

/** Places besides the Pages of people in the sandbox. */
const OTHER_PLACES = new Map([['7640348500', 'Solomon R. Guggenheim Museum']])

function placeOf({ world, params }: GraphCall, kind: Container['kind']): string | undefined {
  const id = params['location_id']
  if (id === undefined) return undefined
  if (kind === 'story' || isTrue(params['is_carousel_item']))
    throw graphError(100, 'location_id is supported on posts only')
  const page = world.pages.get(id)
  const name = page?.hasNoAddress ? undefined : (page?.name ?? OTHER_PLACES.get(id))
  if (name === undefined) throw graphError(100, 'INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID')
  return name
}

function carouselChildren({ world, params }: GraphCall, accountId: string): string[] {
  const named = (params['children'] ?? '').replace(/[[\]"\s]/g, '').split(',')
  const childIds = named.filter(Boolean)
  if (childIds.length < 2 || childIds.length > 10 || new Set(childIds).size < childIds.length) {
    throw mediaError(100, 2207028, 'Carousel count', 'A carousel needs between two and ten different items.')
  }
  for (const id of childIds) {
    const child = world.containers.get(id)
    if (!child || child.accountId !== accountId || !child.isCarouselItem || child.mediaId) {
      throw mediaError(
        24,
        2207008,
        'Media builder not found',
        `Carousel item ${id} does not exist or was used.`,
      )
    }
  }
  return childIds
}

const MAX_PICTURE_BYTES = 8 * 1024 * 1024
const MAX_VIDEO_BYTES = 300 * 1024 * 1024
const MAX_STORY_VIDEO_BYTES = 100 * 1024 * 1024
const NARROWEST = 4 / 5
const WIDEST = 1.91
/** Tolerates an aspect ratio that is rounded to whole pixels: 1080 × 566 counts as 1.91:1. */
const ROUNDING = 0.005

/** Fetches a picture and validates its type, size and aspect ratio. */
async function receivePicture(
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

/** Fetches the cover of a reel. Any ratio is accepted, because Instagram crops it. */
async function receiveCover(call: GraphCall, url: string): Promise<StoredFile> {
  const { file } = await receiveJpeg(call, url)
  call.world.shownFiles.set(file.id, file)
  return file
}

async function receiveJpeg(call: GraphCall, url: string): Promise<{ file: StoredFile; size: PictureSize }> {
  const file = await fetchOrReject(call, url)
  if (file.bytes > MAX_PICTURE_BYTES) {
    throw mediaError(36000, 2207004, 'Image size too large', 'The image is larger than 8 MiB.')
  }
  const bytes = call.world.files.read(file)
  const size = pictureFormat(file.head) === 'jpeg' && bytes ? pictureSize(bytes) : null
  if (!size) throw mediaError(36001, 2207005, 'Unsupported image format', 'The image format is not JPEG.')
  return { file, size }
}

/** Fetches a video and validates its type, size, codecs, frame rate and length. Files too large to be kept are not read. */
async function receiveVideo(call: GraphCall, url: string, kind: Container['kind']): Promise<StoredFile> {
  const file = await fetchOrReject(call, url)
  const bytes = call.world.files.read(file)
  const isStory = kind === 'story'
  const maxBytes = isStory ? MAX_STORY_VIDEO_BYTES : MAX_VIDEO_BYTES
  if (!isMp4(file.head) || file.bytes > maxBytes || (bytes && !(await isPublishableVideo(bytes, isStory)))) {
    throw mediaError(352, 2207026, 'Unsupported video format', 'The video format is not supported.')
  }
  call.world.shownFiles.set(file.id, file)
  return file
}

async function fetchOrReject(call: GraphCall, url: string): Promise<StoredFile> {
  try {
    return await fetchMedia(call.world.files, url, 'error')
  } catch (error) {
    if (!(error instanceof UnreachableMedia)) throw error
    const message = `Only photo or video can be accepted as media type; the media could not be fetched from this URI: ${error.message}`
    throw mediaError(9004, 2207052, 'Media download has failed', message)
  }
}
