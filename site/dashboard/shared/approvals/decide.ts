import { atom } from 'nanostores'

import type { Post } from '#shared/posts/posts.ts'
import { change } from '#site/dashboard/shared/post-dialogs/change-posts.ts'
import { excerptOf } from '#site/dashboard/shared/post-dialogs/messages.ts'
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
    { toastsSuccess, message: ({ deliveries }) => `Approved: “${excerptOf(deliveries[0]?.message ?? '')}”` },
  )
  $decided.set(post._id)
}

/** Longest time between the response and the second tap of a double tap, when the next post's button is under the finger. */
const DOUBLE_TAP_MS = 700
let busyUntil = 0

/** Approves the post of a row as it is listed, and shows the result in a toast. Ignores the second tap of a double tap. */
export async function approveListed(post: Post) {
  if (performance.now() < busyUntil) return
  busyUntil = Infinity
  await approve(post, post.approval?.contentHash ?? '', { toastsSuccess: true }).catch(() => undefined)
  busyUntil = performance.now() + DOUBLE_TAP_MS
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
