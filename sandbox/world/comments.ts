import type { Comment } from './entities/engagement.ts'
import { ids } from './ids.ts'
import type { World } from './world.ts'

export function addComment(world: World, about: Omit<Comment, 'id' | 'createdAt'>): Comment {
  const comment: Comment = { id: `${about.objectId}_${ids.object()}`, createdAt: world.now(), ...about }
  world.comments.push(comment)
  return comment
}

/** Lists comments, oldest first. */
export const commentsOn = (world: World, objectId: string): Comment[] =>
  world.comments.filter(comment => comment.objectId === objectId)
