import * as v from 'valibot'

import type { InsightsReader, PostFigures } from '#api/networks/core/insights.ts'
import { undefinedIf, isPermanent } from '#api/networks/core/network.ts'
import { createdAt, readAuthorFeed, type ShownPost } from './feed.ts'
import { permalinkOf } from './records.ts'
import { type Bluesky, xrpc } from './request.ts'

const PAGE_SIZE = 100
const MAX_PAGES = 5

const Counts = v.object({ followersCount: v.optional(v.number()), postsCount: v.optional(v.number()) })

/** Reads an account's followers and its posts with their likes, replies and reposts. Bluesky doesn't count views. */
export const blueskyInsights = (bluesky: Bluesky, now: () => Date): InsightsReader => ({
  async read({ accountId, postsSince }) {
    const counts = await xrpc(bluesky, {
      server: bluesky.appViewUrl,
      nsid: 'app.bsky.actor.getProfile',
      query: { actor: accountId },
      schema: Counts,
      now,
    }).catch(undefinedIf(isPermanent))
    const posts: PostFigures[] = []
    let cursor: string | undefined
    let isWhole = false
    for (let page = 0; page < MAX_PAGES && !isWhole; page++) {
      const read = await readAuthorFeed(bluesky, { actor: accountId, cursor, limit: PAGE_SIZE, now })
      posts.push(...read.posts.map(post => figuresOf(bluesky, post)))
      cursor = read.cursor
      const oldest = posts.at(-1)?.publishedAt
      isWhole =
        cursor === undefined || (postsSince !== undefined && oldest !== undefined && oldest < postsSince)
    }
    return {
      followers: counts?.followersCount ?? null,
      postCount: counts?.postsCount ?? null,
      posts: posts.filter(({ publishedAt }) => !postsSince || publishedAt >= postsSince),
      completeSince: isWhole ? (postsSince ?? new Date(0)) : (posts.at(-1)?.publishedAt ?? null),
      days: [],
      missing: 'nothing',
      usage: { percent: 0, regainMinutes: 0 },
    }
  },
})

const figuresOf = (bluesky: Bluesky, post: ShownPost): PostFigures => ({
  externalId: post.uri,
  publishedAt: createdAt(post),
  text: post.record.text,
  permalink: permalinkOf(bluesky, post.author.did, post.uri),
  likes: post.likeCount,
  comments: post.replyCount,
  shares: post.repostCount + post.quoteCount,
  reach: null,
  views: null,
  saves: null,
  clicks: null,
})
