import { missingObject, graphError } from '../graph/graph-error.ts'
import type { GraphCall } from '../graph/operation.ts'
import type { PagePost } from '../world/entities/facebook.ts'
import type { Token } from '../world/entities/sign-ins.ts'
import { checkMessage } from './message.ts'
import { publishingPage } from './sign-in/page-access.ts'
import { readBoolean } from './visibility.ts'

/** Changes a post's message. Only the app that created the post may do so. */
export function editPost(call: GraphCall) {
  const { post, token } = ownPost(call)
  if (post.appId !== token.appId) throw graphError(200, 'The app can only edit posts that it created')
  const { message } = call.params
  if (message !== undefined) {
    checkMessage(message)
    if (message.trim() === '' && !post.link && post.photoIds.length === 0 && !post.videoId) {
      throw graphError(197, 'The post is empty. Please enter a message to share.')
    }
    post.message = message
  }
  if (readBoolean('is_published', call.params['is_published'], false) && post.visible !== 'now') {
    post.visible = 'now'
    post.createdAt = call.world.now()
  }
  post.updatedAt = call.world.now()
  return { success: true }
}

/** Deletes a post with its photos and video. */
export function deletePost(call: GraphCall) {
  const { world } = call
  const { post } = ownPost(call)
  world.pagePosts.delete(post.id)
  for (const id of post.photoIds) world.photos.delete(id)
  if (post.videoId) world.videos.delete(post.videoId)
  return { success: true }
}

function ownPost(call: GraphCall): { post: PagePost; token: Token } {
  const post = call.world.pagePosts.get(call.id)
  if (!post) throw missingObject(call.method, call.id)
  return { post, token: publishingPage(call, post.pageId).token }
}
