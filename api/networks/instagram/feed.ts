import * as v from 'valibot'

import type { Feed, FeedPost } from '#api/networks/core/feed.ts'
import { GraphId } from '#api/networks/meta/json.ts'
import { readPage } from '#api/networks/meta/pages.ts'
import type { ProviderMedia } from '#shared/posts/provider-posts.ts'
import { type InstagramApp, accountRequest } from './app.ts'

const Item = {
  media_type: v.optional(v.string(), ''),
  media_url: v.optional(v.string()),
  thumbnail_url: v.optional(v.string()),
  alt_text: v.optional(v.string(), ''),
}
const Media = v.object({
  ...Item,
  id: GraphId,
  caption: v.optional(v.string(), ''),
  timestamp: v.string(),
  permalink: v.optional(v.string()),
  like_count: v.optional(v.number()),
  comments_count: v.optional(v.number()),
  children: v.optional(v.object({ data: v.array(v.object(Item)) })),
})
type Item = Pick<v.InferOutput<typeof Media>, keyof typeof Item>

const ITEM = 'media_type,media_url,thumbnail_url,permalink,alt_text'
const FIELDS = `id,caption,timestamp,like_count,comments_count,${ITEM},children{${ITEM}}`

/** Lists an account's posts. Instagram's API can neither edit nor delete them. */
export const instagramFeed = (app: InstagramApp, now: () => Date): Feed => ({
  async list({ accountId, token, onUsage }, { after, limit }) {
    const { items, next = null } = await readPage({
      ...accountRequest(app, { token, now, onUsage }, `${accountId}/media`),
      query: { fields: FIELDS, limit, after },
      item: Media,
    })
    return { posts: items.map(toFeedPost), next }
  },
})

function toFeedPost(post: v.InferOutput<typeof Media>): FeedPost {
  const picture = post.media_type === 'VIDEO' ? post.thumbnail_url : post.media_url
  const media = (post.children?.data ?? [post]).flatMap(mediaOf)
  const cover = picture ?? media[0]?.poster ?? media[0]?.url
  return {
    id: post.id,
    message: post.caption,
    createdAt: new Date(post.timestamp).toISOString(),
    ...(cover && { picture: cover }),
    ...(post.permalink && { permalink: post.permalink }),
    likes: post.like_count ?? null,
    comments: post.comments_count ?? null,
    media,
    canEdit: false,
  }
}

/** Returns a video's poster as a picture if Instagram provides no URL for the video, as for those with licensed music. */
function mediaOf({
  media_type: type,
  media_url: url,
  thumbnail_url: poster,
  alt_text: altText,
}: Item): ProviderMedia[] {
  if (type === 'VIDEO' && url) return [{ kind: 'video', url, ...(poster && { poster }), altText }]
  const picture = url ?? poster
  return picture ? [{ kind: 'image', url: picture, altText }] : []
}
