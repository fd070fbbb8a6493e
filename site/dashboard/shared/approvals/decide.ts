import { atom } from 'nanostores'

import type { Post } from '#shared/posts/posts.ts'
import { change } from '#site/dashboard/shared/post-dialogs/change-posts.ts'
import { api } from '#site/lib/api/api.ts'
import { loadComments } from './comments.ts'

/** Id of the post that the user decided on last. */
export const $decided = atom<string | undefined>()

/**
 * Approves the post as it was shown, or reloads it if it has changed since. Shows failures in a toast, and throws them. The
 * success is shown by the approval's panel: a toast would cover the buttons of the next post.
 */
export async function approve(post: Post, contentHash: string) {
  await change(
    post,
    () => api.posts[':id'].approve.$post({ param: { id: post._id }, json: { contentHash } }),
    { toastsSuccess: false },
  )
  $decided.set(post._id)
}

export async function requestChanges(post: Post, comment: string) {
  const json = { comment: comment.trim() }
  await change(post, () => api.posts[':id']['request-changes'].$post({ param: { id: post._id }, json }), {
    toastsSuccess: false,
  })
  $decided.set(post._id)
  void loadComments(post._id)
}

export const sendForApproval = (post: Post) =>
  change(post, () => api.posts[':id'].submit.$post({ param: { id: post._id } }))
