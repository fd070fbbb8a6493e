import * as v from 'valibot'

import type { FeedPost, RemovableFeed } from '#api/networks/core/feed.ts'
import { undefinedIf, isPermanent } from '#api/networks/core/network.ts'
import type { ProviderMedia } from '#shared/posts/provider-posts.ts'
import { deletePost, keyOf, permalinkOf, uriOf } from './records.ts'
import { type Bluesky, xrpc } from './request.ts'

const text = v.optional(v.string(), '')
const Embed = v.object({
  images: v.optional(v.array(v.object({ fullsize: v.string(), alt: text })), []),
  playlist: v.optional(v.string()),
  thumbnail: v.optional(v.string()),
  alt: text,
})
export const ShownPost = v.object({
  uri: v.string(),
  author: v.object({ did: v.string() }),
  record: v.object({ text, createdAt: text, reply: v.optional(v.unknown()) }),
  embed: v.optional(Embed),
  likeCount: v.optional(v.number(), 0),
  replyCount: v.optional(v.number(), 0),
  repostCount: v.optional(v.number(), 0),
  quoteCount: v.optional(v.number(), 0),
  indexedAt: text,
})
export type ShownPost = v.InferOutput<typeof ShownPost>

const Feed = v.object({ feed: v.array(v.object({ post: ShownPost })), cursor: v.optional(v.string()) })

/** Reads a page of an account's posts without replies and reposts, newest first. The app view needs no sign-in. */
export async function readAuthorFeed(
  bluesky: Bluesky,
  {
    actor,
    cursor,
    limit,
    now,
  }: { actor: string; cursor?: string | undefined; limit: number; now: () => Date },
): Promise<{ posts: ShownPost[]; cursor: string | undefined }> {
  const page = await xrpc(bluesky, {
    server: bluesky.appViewUrl,
    nsid: 'app.bsky.feed.getAuthorFeed',
    query: { actor, cursor, limit, filter: 'posts_no_replies' },
    schema: Feed,
    now,
    // The account's server may not be connected to the network.
  }).catch(undefinedIf(isPermanent))
  const posts = page?.feed.flatMap(({ post }) => (post.author.did === actor ? post : [])) ?? []
  return { posts, cursor: page?.cursor }
}

/** Reads and deletes an account's posts. */
export const blueskyFeed = (bluesky: Bluesky, now: () => Date): RemovableFeed => ({
  async list({ accountId }, { after, limit }) {
    const { posts, cursor } = await readAuthorFeed(bluesky, { actor: accountId, cursor: after, limit, now })
    return { posts: posts.map(post => toFeedPost(bluesky, post)), next: cursor ?? null }
  },
  idFrom: (did, part) => (/^[2-7a-z]{13}$/.test(part) ? uriOf(did, part) : undefined),
  remove: (access, id) => deletePost(bluesky, access, keyOf(id), { now }),
})

function toFeedPost(bluesky: Bluesky, { uri, author, record, embed, ...counts }: ShownPost): FeedPost {
  const media = mediaOf(embed)
  const [cover] = media
  return {
    id: uri,
    message: record.text,
    createdAt: createdAt({ record, ...counts }).toISOString(),
    ...(cover && { picture: cover.poster ?? cover.url }),
    permalink: permalinkOf(bluesky, author.did, uri),
    likes: counts.likeCount,
    comments: counts.replyCount,
    media,
    canEdit: false,
  }
}

/** Returns a post's time, limited by when the app view indexed it, because a record may claim any time. */
export function createdAt({ record, indexedAt }: Pick<ShownPost, 'record' | 'indexedAt'>): Date {
  const [own, indexed] = [Date.parse(record.createdAt), Date.parse(indexedAt)]
  return new Date(own && indexed ? Math.min(own, indexed) : own || indexed || 0)
}

/** Returns a post's pictures. A video is represented by its thumbnail, because our player can't play Bluesky's streams. */
function mediaOf(embed: ShownPost['embed']): ProviderMedia[] {
  if (!embed) return []
  if (embed.thumbnail) return [{ kind: 'image', url: embed.thumbnail, altText: embed.alt }]
  return embed.images.map(({ fullsize, alt }) => ({ kind: 'image', url: fullsize, altText: alt }))
}
