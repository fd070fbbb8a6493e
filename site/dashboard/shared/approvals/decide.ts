import { atom } from 'nanostores'

import type { Post } from '#shared/posts/posts.ts'
import { change } from '#site/dashboard/shared/post-dialogs/change-posts.ts'
import { api } from '#site/lib/api/api.ts'
import { loadComments } from './comments.ts'

/** Id of the post that the user decided on last. */
export const $decided = atom<string | undefined>()

/**
 * Approves the post as it was shown; if it has changed since, reloads it. Shows failures in a toast, and throws them. The
 * approval's panel shows the success itself: a toast would cover the buttons of the next post.
 */
export async function approve(post: Post, contentHash: string, { toastsSuccess = false } = {}) {
  await change(
    post,
    () => api.posts[':id'].approve.$post({ param: { id: post._id }, json: { contentHash } }),
    { toastsSuccess },
  )
  $decided.set(post._id)
}

/** Approves the post of a row as it is listed. Shows the result in a toast. */
export const approveListed = (post: Post) =>
  void approve(post, post.approval?.contentHash ?? '', { toastsSuccess: true }).catch(() => undefined)

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
