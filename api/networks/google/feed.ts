import * as v from 'valibot'

import type { EditableFeed, FeedAccess, FeedPost } from '#api/networks/core/feed.ts'
import { NetworkError, undefinedIf } from '#api/networks/core/network.ts'
import { isMissing } from './errors.ts'
import { instanceTimeOf, isShown, LocalPost } from './posts.ts'
import { type GoogleBusiness, googleRequest } from './request.ts'

const Photo = v.object({ mediaFormat: v.optional(v.string(), 'PHOTO'), googleUrl: v.optional(v.string()) })
const ShownPost = v.object({ ...LocalPost.entries, media: v.optional(v.array(Photo), []) })
const Page = v.object({
  localPosts: v.optional(v.array(ShownPost), []),
  nextPageToken: v.optional(v.string(), ''),
})

/** Our code for a deleted post, which Google's own code doesn't distinguish from a missing location. */
export const NO_POST = 'google/no-post'

/** Reads and changes a location's visible posts. Google reports neither likes nor comments. */
export function googleFeed(business: GoogleBusiness, now: () => Date): EditableFeed {
  const urlOf = (name: string) => `${business.postsUrl}/${name}`

  async function exists({ token }: FeedAccess, name: string): Promise<boolean> {
    const read = googleRequest({ url: urlOf(name), token, schema: LocalPost, now })
    return (await read.catch(undefinedIf(isMissing))) !== undefined
  }

  return {
    async list(access, { after, limit }) {
      const { localPosts, nextPageToken } = await googleRequest({
        url: `${business.postsUrl}/${access.accountId}/localPosts`,
        query: { pageSize: limit, pageToken: after },
        token: access.token,
        schema: Page,
        now,
      })
      return {
        posts: localPosts.filter(isPost).map(toFeedPost),
        next: nextPageToken || null,
      }
    },
    idFrom: (location, part) => (/^[\w-]{1,200}$/.test(part) ? `${location}/localPosts/${part}` : undefined),
    async edit(access, name, message) {
      await googleRequest({
        url: urlOf(name),
        method: 'PATCH',
        query: { updateMask: 'summary' },
        json: { summary: message },
        token: access.token,
        schema: LocalPost,
        now,
      }).catch(explainMissing)
    },
    async remove(access, name) {
      try {
        await googleRequest({
          url: urlOf(name),
          method: 'DELETE',
          token: access.token,
          schema: v.object({}),
          // No retries: after a lost response, a second deletion would fail because the post is gone.
          risky: true,
          now,
        })
      } catch (error) {
        const isUnknown = error instanceof NetworkError && error.kind === 'unknown'
        if (!isUnknown || (await exists(access, name))) explainMissing(error)
      }
    },
  }
}

/** Leaves out the repetitions that Google may list beside a recurring post. */
const isPost = (post: LocalPost) =>
  isShown(post) && (post.state === 'RECURRING' || instanceTimeOf(post) === undefined)

function explainMissing(error: unknown): never {
  if (error instanceof NetworkError && isMissing(error))
    throw new NetworkError('permanent', NO_POST, 'Google no longer has this post.', { cause: error })
  throw error
}

function toFeedPost({
  name,
  state,
  topicType,
  summary,
  createTime,
  searchUrl,
  media,
}: v.InferOutput<typeof ShownPost>): FeedPost {
  const pictures = media.flatMap(({ mediaFormat, googleUrl: url }) =>
    url && mediaFormat === 'PHOTO' ? [{ kind: 'image' as const, url, altText: '' }] : [],
  )
  return {
    id: name,
    message: summary,
    createdAt: new Date(Date.parse(createTime) || 0).toISOString(),
    ...(pictures[0] && { picture: pictures[0].url }),
    ...(searchUrl && { permalink: searchUrl }),
    ...(state === 'RECURRING' && { repeats: true as const }),
    likes: null,
    comments: null,
    media: pictures,
    canEdit: topicType !== 'ALERT',
  }
}
