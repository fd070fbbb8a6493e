import type { InferOutput } from 'valibot'

import { recordOf } from '../bluesky/posts.ts'
import type { World } from '../world/world.ts'
import { type Engagement, InvalidInput } from './inputs.ts'

/**
 * Sets a published post's likes, comments, measures and publishing time. Without this call a post has no engagement. Google
 * counts neither likes nor comments.
 */
export function engage(
  world: World,
  { id, likes, comments, shares, at, ...measures }: InferOutput<typeof Engagement>,
): void {
  const localPost = world.business.localPosts.get(id.slice(id.lastIndexOf('/') + 1))
  if (localPost) {
    if (at) localPost.createdAt = new Date(at)
    return
  }
  const record = world.bluesky.posts.get(id)
  if (record) {
    record.likes = likes ?? record.likes
    record.comments = comments ?? record.comments
    record.reposts = shares ?? record.reposts
    if (at) record.record = JSON.stringify({ ...recordOf(record), createdAt: at })
    return
  }
  const published = world.pagePosts.get(id) ?? world.instagramMedia.get(id)
  if (!published) throw new InvalidInput(`Nothing with the id ${id} is published.`)
  published.likes = likes ?? published.likes
  published.comments = comments ?? published.comments
  published.measures = { ...published.measures, ...measures }
  if (at) published.createdAt = new Date(at)
}
