import { atom } from 'nanostores'

import type { NewComment, PostComment } from '#shared/posts/approvals.ts'
import type { Person } from '#shared/posts/mentions.ts'
import { api } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import type { Remote } from '#site/lib/remote.ts'
import { withErrorToast } from '#site/lib/with-error-toast.ts'

/** Discussion of the post whose details are open. */
export const $comments = atom<{ postId: string } & Remote<PostComment[]>>({ postId: '', state: 'loading' })

/** People who can be mentioned in it, including the user. */
export const $people = atom<Person[]>([])

/** Shows the discussion of a post; a failed reload keeps the shown one. */
export async function loadComments(postId: string): Promise<void> {
  const before = $comments.get()
  const isShown = before.postId === postId && before.state === 'ready'
  if (!isShown) $comments.set({ postId, state: 'loading' })
  try {
    const { data, people } = await (await api.posts[':id'].comments.$get({ param: { id: postId } })).json()
    if ($comments.get().postId !== postId) return
    $people.set(people)
    $comments.set({ postId, state: 'ready', data })
  } catch (error) {
    if ($comments.get().postId !== postId || isShown) return
    $comments.set({
      postId,
      state: 'failed',
      message: messageOf(error, 'The discussion didn’t load. Try again.'),
      error,
    })
  }
}

/** @returns true if the comment was added; a failure is shown in a toast */
export async function addComment(postId: string, comment: NewComment): Promise<boolean> {
  return await withErrorToast('Your comment wasn’t added. Try again.', async () => {
    const response = await api.posts[':id'].comments.$post({ param: { id: postId }, json: comment })
    $comments.set({ postId, state: 'ready', data: (await response.json()).data })
  })
}
