import { type NodeFields, project } from '../graph/fields.ts'
import type { GraphCall } from '../graph/operation.ts'
import { graphTime } from '../graph/time.ts'
import type { Container, InstagramMedia } from '../world/entities/instagram.ts'
import { productType } from '../world/instagram-media.ts'
import { mediaInsights } from './insights.ts'

type ReadMedia = (media: InstagramMedia, container: Container) => unknown

/** Returns the fields of published media. A reel is a VIDEO with product type REELS. */
export function mediaFields(call: GraphCall): NodeFields<InstagramMedia> {
  const { world, origin } = call
  const from = (read: ReadMedia) => (media: InstagramMedia) => {
    const container = world.containers.get(media.containerId)
    return container && read(media, container)
  }
  return {
    id: media => media.id,
    alt_text: from((_, container) => container.altText),
    caption: from((_, container) => container.caption),
    comments_count: media => media.comments,
    like_count: media => media.likes,
    is_comment_enabled: () => true,
    is_shared_to_feed: from((_, { kind }) => (kind === 'video' ? true : undefined)),
    media_type: from((_, container) => mediaType(container)),
    media_product_type: from((media, container) => productType(media, container)),
    media_url: from((_, container) => fileUrl(origin, container)),
    thumbnail_url: from((_, { isVideo }) => (isVideo ? `${origin}/pictures/video.svg` : undefined)),
    owner: media => ({ id: media.accountId }),
    permalink: from((media, container) => mediaPermalink(origin, media, container)),
    shortcode: media => media.shortcode,
    timestamp: media => graphTime(media.createdAt),
    username: media => world.instagramAccounts.get(media.accountId)?.username,
    children: (media, { fields }) => {
      const children = [...world.instagramMedia.values()].filter(child => child.parentId === media.id)
      if (children.length === 0) return undefined
      const wanted = fields ?? []
      return { data: children.map(child => project(mediaFields(call), 'IGMedia', child, wanted)) }
    },
    comments: () => ({ data: [] }),
    insights: (media, { args }) => mediaInsights(call, media, args['metric']),
  }
}

export const mediaPermalink = (origin: string, media: InstagramMedia, container: Container) =>
  `${origin}/instagram/${pathOf(media, container)}/${media.shortcode}/`

function pathOf({ parentId }: InstagramMedia, { kind }: Container) {
  if (kind === 'story') return 'stories'
  return kind === 'video' && !parentId ? 'reel' : 'p'
}

const fileUrl = (origin: string, { file }: Container) => file && `${origin}/files/${file.id}`

function mediaType({ kind, isVideo }: Container) {
  if (kind === 'carousel') return 'CAROUSEL_ALBUM'
  return isVideo ? 'VIDEO' : 'IMAGE'
}
