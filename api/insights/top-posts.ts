import type { UserContext } from '#api/context.ts'
import { thumbnailsOf } from '#api/media/thumbnails.ts'
import { type CombinedPost, TOP_POSTS, type TopPost } from '#shared/insights.ts'
import { combinedPosts, reactionsOf } from './combined-posts.ts'
import { DAY_MS } from './days.ts'

type TopQuery = {
  domainId?: string | undefined
  days: number
  /** Instants of a window, instead of the last `days`. */
  from?: string | undefined
  to?: string | undefined
  count?: number
}

/** Returns the posts with the most reactions on all their networks together. */
export async function readTopPosts(
  ctx: UserContext,
  { domainId, days, from, to, count = TOP_POSTS }: TopQuery,
): Promise<TopPost[]> {
  const posts = await combinedPosts(ctx, {
    domainId,
    from: from ? new Date(from) : new Date(+ctx.now() - days * DAY_MS),
    to: to ? new Date(to) : new Date(+ctx.now() + DAY_MS),
  })
  const best = posts
    .filter(post => (reactionsOf(post) ?? 0) > 0)
    .toSorted((a, b) => (reactionsOf(b) ?? 0) - (reactionsOf(a) ?? 0))
    .slice(0, count)
  const thumbnails = await thumbnailsOf(
    ctx,
    best.flatMap(({ postId }) => postId ?? []),
  )
  return best.map(post => ({
    ...post,
    thumbnailUrl: (post.postId && thumbnails.get(post.postId)?.thumbnailUrl) ?? null,
    ...totalsOf(post),
  }))
}

function totalsOf({ placements }: CombinedPost): Pick<TopPost, 'likes' | 'comments' | 'shares'> {
  const sum = (name: 'likes' | 'comments' | 'shares') =>
    placements.reduce((total, { reactions }) => total + (reactions?.[name] ?? 0), 0)
  return { likes: sum('likes'), comments: sum('comments'), shares: sum('shares') }
}
