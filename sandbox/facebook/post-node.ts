import type { Field, NodeFields } from '../graph/fields.ts'
import type { GraphCall } from '../graph/operation.ts'
import { graphTime } from '../graph/time.ts'
import type { PagePost, Photo } from '../world/entities/facebook.ts'
import type { Token } from '../world/entities/sign-ins.ts'
import { isPublic, publicSince } from '../world/page-posts.ts'
import { postInsights } from './insights.ts'
import { photoUrl } from './photo-node.ts'
import { videoSource } from './videos/node.ts'

/** Returns a post's fields. Only the app that created the post sees which app did. */
export const postFields = (call: GraphCall, token: Token): NodeFields<PagePost> => ({
  id: post => post.id,
  message: post => post.message,
  created_time: post => graphTime(publicSince(post) ?? post.createdAt),
  updated_time: post => graphTime(post.updatedAt),
  permalink_url: post => `${call.origin}/facebook/${post.pageId}/posts/${post.id}`,
  full_picture: post => firstPhotoUrl(call, post),
  picture: post => firstPhotoUrl(call, post),
  status_type: post =>
    post.videoId ? 'added_video' : post.photoIds[0] ? 'added_photos' : 'mobile_status_update',
  is_published: post => isPublic(post, call.world.now()),
  is_hidden: () => false,
  scheduled_publish_time: post =>
    typeof post.visible === 'object' ? Math.floor(post.visible.later.getTime() / 1000) : undefined,
  shares: () => undefined,
  application: post =>
    post.appId !== null && post.appId === token.appId ? { id: post.appId, name: 'Sandbox app' } : undefined,
  from: post => ({ id: post.pageId, name: call.world.pages.get(post.pageId)?.name }),
  attachments: (post, field) => attachments(call, post, field),
  insights: (post, field) => postInsights(call, token, post, field),
  likes: (post, field) => summarised(post.likes, field, { can_like: true, has_liked: false }),
  reactions: (post, field) => summarised(post.likes, field, { viewer_reaction: 'NONE' }),
  comments: (post, field) => summarised(post.comments, field, { order: 'ranked', can_comment: true }),
})

function firstPhotoUrl(call: GraphCall, post: PagePost): string | undefined {
  const photo = call.world.photos.get(post.photoIds[0] ?? '')
  return photo && photoUrl(call, photo)
}

/** Returns an edge without items. Its count is included if a summary is requested. */
function summarised(total: number, { args }: Field, more: Record<string, unknown>) {
  const isRequested = args['summary'] !== undefined && !['false', '0'].includes(args['summary'])
  return { data: [], ...(isRequested && { summary: { total_count: total, ...more } }) }
}

const DEFAULT_CHILDREN = 12

/** Returns a post's attachments: a photo, an album of photos, a video or a link. */
function attachments(call: GraphCall, post: PagePost, field: Field) {
  const items = post.photoIds
    .flatMap(id => call.world.photos.get(id) ?? [])
    .map(photo => photoItem(call, photo))
  const [first] = items
  if (first && items.length > 1) {
    const limit = field.fields?.find(({ name }) => name === 'subattachments')?.args['limit']
    return { data: [album(call, post, first, items.slice(0, Number(limit ?? DEFAULT_CHILDREN)))] }
  }
  if (first) return { data: [first] }
  if (post.videoId) return { data: [videoItem(call, post, post.videoId)] }
  if (post.link) {
    return {
      data: [
        { type: 'share', media_type: 'link', url: post.link, title: post.link, target: { url: post.link } },
      ],
    }
  }
  return undefined
}

type PhotoItem = ReturnType<typeof photoItem>

function photoItem(call: GraphCall, photo: Photo) {
  const url = `${call.origin}/facebook/${photo.pageId}/photos/${photo.id}`
  const { width = 0, height = 0 } = photo.size ?? {}
  return {
    type: 'photo',
    media_type: 'photo',
    description: photo.caption || undefined,
    media: { image: { src: photoUrl(call, photo), width, height } },
    target: { id: photo.id, url },
    url,
  }
}

function album(call: GraphCall, post: PagePost, first: PhotoItem, children: PhotoItem[]) {
  const url = `${call.origin}/facebook/${post.pageId}/posts/${post.id}`
  return {
    type: 'album',
    media_type: 'album',
    title: 'Photos',
    media: first.media,
    target: { id: post.id.split('_')[1], url },
    url,
    subattachments: { data: children },
  }
}

function videoItem(call: GraphCall, post: PagePost, videoId: string) {
  const video = call.world.videos.get(videoId)
  const url = `${call.origin}/facebook/${post.pageId}/videos/${videoId}`
  return {
    type: 'video_inline',
    media_type: 'video',
    title: video?.title || undefined,
    description: video?.description || undefined,
    media: {
      image: { src: `${call.origin}/pictures/video.svg`, width: 1280, height: 720 },
      source: video && videoSource(call, video),
    },
    target: { id: videoId, url },
    url,
  }
}
