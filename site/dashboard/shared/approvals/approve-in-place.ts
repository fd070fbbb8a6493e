import type { Post } from '#shared/posts/posts.ts'
import { ask } from '#site/dashboard/shared/ask.tsx'

/** Approves a post. Asks first if that takes the decision from the reviewer whose link holds it. */
export function approveInPlace(post: Post, approve: () => Promise<unknown>): unknown {
  if (!post.approval?.byLink) return approve()
  return ask({
    title: 'Approve in the reviewer’s place?',
    label: 'Approve',
    children:
      'This post is shared by link, and held until somebody approves it. The reviewer hasn’t decided yet. If you approve it, it goes out without their decision.',
    onAction: async () => void (await approve()),
  })
}
