import type { Field } from '../graph/fields.ts'
import type { GraphCall } from '../graph/operation.ts'
import type { PagePost, Photo } from '../world/entities/facebook.ts'
import { photoUrl } from './photo-node.ts'
import { videoSource } from './videos/node.ts'

const DEFAULT_CHILDREN = 12

/** Returns a post's attachments: a photo, an album of photos, a video or a link. */
export function attachments(call: GraphCall, post: PagePost, field: Field) {
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
