import { parseFields, project } from '../graph/fields.ts'
import { GraphError, graphError } from '../graph/graph-error.ts'
import type { GraphCall } from '../graph/operation.ts'
import type { PagePost, Photo } from '../world/entities/facebook.ts'
import { addPagePost, postsOfPage } from '../world/page-posts.ts'
import { DAY } from '../world/tokens.ts'
import type { World } from '../world/world.ts'
import { checkMessage } from './message.ts'
import { postFields } from './post-node.ts'
import { publishingPage } from './sign-in/page-access.ts'
import { readVisibility } from './visibility.ts'

const UNPUBLISHED_PHOTO_LIFETIME_MS = DAY

/** Publishes text, a link or photos that were uploaded as unpublished. */
export function publishFeed(call: GraphCall) {
  const { world, params } = call
  const { page, token } = publishingPage(call, call.id)
  const message = params['message'] ?? ''
  const link = params['link'] || null
  checkMessage(message)
  if (link !== null && !/^https?:\/\/[^\s/]+/.test(link)) {
    throw new GraphError({ code: 100, subcode: 1500, message: '(#100) The url you supplied is invalid' })
  }
  const photos = attachedIds(params).map(id => attachablePhoto(world, page.id, id))
  if (message.trim() === '' && !link && photos.length === 0) {
    throw graphError(197, 'The post is empty. Please enter a message to share.')
  }
  rejectDuplicate(world, page.id, { message, link, photos })
  const visible = readVisibility(params, world.now())
  const post = addPagePost(world, { pageId: page.id, appId: token.appId, message, link, photos, visible })
  // Graph returns the post's fields if `fields` is given.
  return project(postFields(call, token), 'PagePost', post, parseFields(params['fields'] ?? 'id'))
}

/** Accepts one field per item, `attached_media[0]={…}`, or one JSON array in `attached_media`. */
function attachedIds(params: Record<string, string>): string[] {
  const entries = Object.entries(params)
    .filter(([name]) => /^attached_media\[\d*\]$/.test(name))
    .toSorted(([a], [b]) => position(a) - position(b))
    .map(([, value]) => parseJson(value))
  const list = params['attached_media'] === undefined ? [] : parseJson(params['attached_media'])
  if (!Array.isArray(list)) throw graphError(100, 'Param attached_media must be an array.')
  const attached = [...entries, ...list].map(mediaFbid)
  if (new Set(attached).size < attached.length) throw graphError(100, 'attached_media names a photo twice')
  return attached
}

const position = (name: string) => Number(name.slice('attached_media['.length, -1))

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw graphError(100, 'Param attached_media must be JSON')
  }
}

function mediaFbid(entry: unknown): string {
  const value = typeof entry === 'string' ? parseJson(entry) : entry
  const id = typeof value === 'object' && value !== null && 'media_fbid' in value ? value.media_fbid : null
  if (typeof id !== 'string') throw graphError(100, 'Each attached_media needs media_fbid, a string')
  return id
}

function attachablePhoto(world: World, pageId: string, id: string): Photo {
  if (world.videos.has(id)) throw graphError(100, `media_fbid ${id} is a video; only photos can be attached`)
  const photo = world.photos.get(id)
  if (!photo || photo.pageId !== pageId)
    throw graphError(100, `media_fbid ${id} is not a photo of this Page`, 33)
  if (photo.postId) throw graphError(100, `media_fbid ${id} is already published in another post`)
  const age = world.now().getTime() - photo.createdAt.getTime()
  if (age > UNPUBLISHED_PHOTO_LIFETIME_MS) throw graphError(100, `media_fbid ${id} has expired`)
  return photo
}

/** Compares message, link and pictures with the previous post only, as Facebook does. */
function rejectDuplicate(
  world: World,
  pageId: string,
  next: { message: string; link: string | null; photos: Photo[] },
): void {
  const last = postsOfPage(world, pageId)[0]
  if (!last || last.videoId) return
  const isSame =
    last.message === next.message && last.link === next.link && pictures(world, last) === hashes(next.photos)
  if (isSame) throw graphError(506, 'Duplicate status message')
}

const hashes = (photos: Photo[]) => photos.map(photo => photo.sha256).join()
const pictures = (world: World, post: PagePost) =>
  hashes(post.photoIds.flatMap(id => world.photos.get(id) ?? []))
