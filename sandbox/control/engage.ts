import type { InferOutput } from 'valibot'

import type { World } from '../world/world.ts'
import { type Engagement, InvalidInput } from './inputs.ts'
import { NETWORK_CONTROLS } from './network-controls.ts'

/**
 * Sets a published post's likes, comments, measures and publishing time. Without this call a post has no engagement. Google
 * counts neither likes nor comments.
 */
export function engage(world: World, engagement: InferOutput<typeof Engagement>): void {
  const { id, likes, comments, shares: _, at, ...measures } = engagement
  const localPost = world.business.localPosts.get(id.slice(id.lastIndexOf('/') + 1))
  if (localPost) {
    if (at) localPost.createdAt = new Date(at)
    return
  }
  if (NETWORK_CONTROLS.some(part => part.engage?.(world, engagement))) return
  const published = world.pagePosts.get(id) ?? world.instagramMedia.get(id)
  if (!published) throw new InvalidInput(`Nothing with the id ${id} is published.`)
  published.likes = likes ?? published.likes
  published.comments = comments ?? published.comments
  published.measures = { ...published.measures, ...measures }
  if (at) published.createdAt = new Date(at)
}
