import { graphError } from '../graph/graph-error.ts'
import type { GraphCall } from '../graph/operation.ts'
import type { Container } from '../world/entities/instagram.ts'
import { ids } from '../world/ids.ts'
import { isContainerFate } from '../world/instagram-media.ts'
import { requirePublishing } from './account-access.ts'
import { checkCaption } from './caption.ts'
import { mediaError } from './instagram-error.ts'
import { receiveCover, receivePicture, receiveVideo } from './receive-media.ts'

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

/** Places that aren't a Page of a person here. */
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
