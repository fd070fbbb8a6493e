import type { PagePost, Photo, Video } from './entities/facebook.ts'
import { ids } from './ids.ts'
import type { World } from './world.ts'

interface NewPagePost {
  pageId: string
  appId: string | null
  message: string
  link?: string | null
  photos?: Photo[]
  video?: Video
  visible: PagePost['visible']
}

export function addPagePost(world: World, about: NewPagePost): PagePost {
  const { pageId, appId, message, link = null, photos = [], video, visible } = about
  const at = world.now()
  const post: PagePost = {
    id: `${pageId}_${ids.object()}`,
    pageId,
    appId,
    message,
    link,
    photoIds: photos.map(photo => photo.id),
    videoId: video?.id ?? null,
    createdAt: at,
    updatedAt: at,
    visible,
    likes: 0,
    comments: 0,
  }
  for (const photo of photos) photo.postId = post.id
  if (video) video.postId = post.id
  world.pagePosts.set(post.id, post)
  return post
}

/** Returns the time at which a post becomes public, or null if it never does. */
export function publicSince(post: PagePost): Date | null {
  if (post.visible === 'now') return post.createdAt
  return post.visible === 'never' ? null : post.visible.later
}

export function isPublic(post: PagePost, now: Date): boolean {
  const since = publicSince(post)
  return since !== null && since <= now
}

/** Lists a Page's posts, newest first. */
export const postsOfPage = (world: World, pageId: string): PagePost[] =>
  [...world.pagePosts.values()].filter(post => post.pageId === pageId).toReversed()
