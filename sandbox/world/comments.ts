import type { Comment } from './entities/engagement.ts'
import { ids } from './ids.ts'
import type { World } from './world.ts'

export function addComment(world: World, about: Omit<Comment, 'id' | 'createdAt'>): Comment {
  const comment: Comment = { id: `${about.objectId}_${ids.object()}`, createdAt: world.now(), ...about }
  world.comments.push(comment)
  return comment
}

/** Lists comments and the replies to them, oldest first. */
export const commentsOn = (world: World, objectId: string): Comment[] =>
  world.comments.filter(comment => comment.objectId === objectId)

/** Lists the replies to a comment, oldest first. */
export const repliesTo = (world: World, id: string): Comment[] =>
  world.comments.filter(comment => comment.parentId === id)

export const commentById = (world: World, id: string): Comment | undefined =>
  world.comments.find(comment => comment.id === id)

/** Adds a reply. A reply to a reply belongs to the same top comment. */
export const addReply = (world: World, to: Comment, about: Pick<Comment, 'authorId' | 'message'>): Comment =>
  addComment(world, { objectId: to.objectId, parentId: to.parentId ?? to.id, ...about })

/** Deletes a comment with the replies to it. */
export function deleteComment(world: World, { id, objectId }: Comment): void {
  const gone = world.comments.filter(comment => comment.id === id || comment.parentId === id)
  world.comments = world.comments.filter(comment => !gone.includes(comment))
  const commented = world.pagePosts.get(objectId) ?? world.instagramMedia.get(objectId)
  if (commented) commented.comments -= gone.length
}
