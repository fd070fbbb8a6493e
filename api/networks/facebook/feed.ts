import * as v from 'valibot'

import type { EditableFeed, FeedAccess, FeedPost } from '#api/networks/core/feed.ts'
import { NetworkError, undefinedIf } from '#api/networks/core/network.ts'
import { isGone } from '#api/networks/meta/failures.ts'
import { graphRequest } from '#api/networks/meta/graph.ts'
import { GraphId, Success } from '#api/networks/meta/json.ts'
import { readPage } from '#api/networks/meta/pages.ts'
import { brand } from '#shared/brand.ts'
import type { ProviderMedia } from '#shared/posts/provider-posts.ts'
import { type FacebookApp, accountRequest } from './app.ts'

const text = v.optional(v.string(), '')

const Item = {
  type: text,
  media_type: text,
  description: text,
  media: v.optional(v.object({ image: v.optional(v.object({ src: text })), source: v.optional(v.string()) })),
}
const Attachments = v.optional(
  v.object({
    data: v.array(
      v.object({ ...Item, subattachments: v.optional(v.object({ data: v.array(v.object(Item)) })) }),
    ),
  }),
)

const ITEM = 'type,media_type,description,media{image,source}'

/** Sets the limit of an album's items, which is twelve by default. */
const ATTACHMENT_FIELDS = `attachments{${ITEM},subattachments.limit(30){${ITEM}}}`

/** Returns a post's pictures and videos, including each item of an album. */
export const mediaOf = (attachments: v.InferOutput<typeof Attachments>): ProviderMedia[] =>
  (attachments?.data ?? [])
    .flatMap(item => item.subattachments?.data ?? [item])
    .flatMap(({ media, type, media_type: mediaType, description }): ProviderMedia[] => {
      const picture = media?.image?.src
      const isVideo = mediaType === 'video' || type.startsWith('video')
      if (isVideo && media?.source)
        return [
          { kind: 'video', url: media.source, ...(picture && { poster: picture }), altText: description },
        ]
      return picture ? [{ kind: 'image', url: picture, altText: description }] : []
    })

const Counted = v.optional(
  v.object({ summary: v.optional(v.object({ total_count: v.optional(v.number()) })) }),
)
const PagePost = v.object({
  id: GraphId,
  message: v.optional(v.string(), ''),
  created_time: v.string(),
  permalink_url: v.optional(v.string()),
  full_picture: v.optional(v.string()),
  is_published: v.optional(v.boolean(), true),
  application: v.optional(v.object({ id: GraphId })),
  attachments: Attachments,
  likes: Counted,
  comments: Counted,
})

const FIELDS = [
  'id,message,created_time,permalink_url,full_picture,is_published,application{id}',
  ATTACHMENT_FIELDS,
  'likes.summary(true).limit(0),comments.summary(true).limit(0)',
].join(',')

/** Reads a Page's feed without its unpublished posts. */
export function facebookFeed(app: FacebookApp, now: () => Date): EditableFeed {
  const request = ({ token, onUsage }: FeedAccess, path: string) =>
    accountRequest(app, { token, now, onUsage }, path)

  const exists = async (access: FeedAccess, id: string) => {
    const read = { ...request(access, id), query: { fields: 'id' }, schema: v.object({ id: GraphId }) }
    return (await graphRequest(read).catch(undefinedIf(isGone))) !== undefined
  }

  return {
    async list(access, { after, limit }) {
      const { items, next = null } = await readPage({
        ...request(access, `${access.accountId}/feed`),
        query: { fields: FIELDS, limit, after },
        item: PagePost,
      })
      return { posts: items.filter(post => post.is_published).map(post => toFeedPost(app, post)), next }
    },
    // A post's id begins with its Page's, so no other Page's post is touched.
    idFrom: (pageId, part) => (/^(\d{1,40})_\d{1,40}$/.exec(part)?.[1] === pageId ? part : undefined),
    async edit(access, id, message) {
      await graphRequest({
        ...request(access, id),
        method: 'POST',
        form: { message },
        schema: Success,
      }).catch(explainForeignPost)
    },
    async remove(access, id) {
      try {
        await graphRequest({
          ...request(access, id),
          method: 'DELETE',
          schema: Success,
          // No retries: after a lost response, a second deletion would fail because the post is gone.
          risky: true,
        })
      } catch (error) {
        const isUnknown = error instanceof NetworkError && error.kind === 'unknown'
        if (!isUnknown || (await exists(access, id))) throw error
      }
    },
  }
}

/** Facebook reports a missing permission for posts of other apps, but reconnecting wouldn't help. */
function explainForeignPost(error: unknown): never {
  if (error instanceof NetworkError && error.code.split('/')[0] === '200')
    throw new NetworkError(
      'permanent',
      error.code,
      `Facebook only lets us edit posts that were published with ${brand.siteName}. Please edit this one on Facebook.`,
      { cause: error },
    )
  throw error
}

function toFeedPost(app: FacebookApp, post: v.InferOutput<typeof PagePost>): FeedPost {
  const media = mediaOf(post.attachments)
  const { full_picture: picture, permalink_url: permalink } = post
  return {
    id: post.id,
    message: post.message,
    createdAt: new Date(post.created_time).toISOString(),
    ...(picture ? { picture } : media[0] && { picture: media[0].poster ?? media[0].url }),
    ...(permalink && { permalink }),
    likes: post.likes?.summary?.total_count ?? null,
    comments: post.comments?.summary?.total_count ?? null,
    media: media.length > 0 || !picture ? media : [{ kind: 'image', url: picture, altText: '' }],
    canEdit: post.application?.id === app.appId,
  }
}
