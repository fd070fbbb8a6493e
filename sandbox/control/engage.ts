import type { InferOutput } from 'valibot'

import type { World } from '../world/world.ts'
import { type Engagement, UnfitOrder } from './orders.ts'

/** Sets how many likes and comments something published has, and when it was published; nothing has any by itself. */
export function engage(world: World, { id, likes, comments, at }: InferOutput<typeof Engagement>): void {
  const published = world.pagePosts.get(id) ?? world.instagramMedia.get(id)
  if (!published) throw new UnfitOrder(`Nothing with the id ${id} is published.`)
  published.likes = likes ?? published.likes
  published.comments = comments ?? published.comments
  if (at) published.createdAt = new Date(at)
}
