import { atom } from 'nanostores'

import { POST_MESSAGES } from '#shared/posts/posts.ts'
import { openDraft } from '#site/dashboard/composer/draft/drafts.ts'
import { api } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { toast, withdrawToast } from '#site/lib/toasts.ts'
import { dismissSent, type SentPost } from './sent.ts'

export const $undoing = atom(false)

/** Cancels a scheduled post and opens its draft here. Content that was written since is saved as another draft. */
export async function undoSent({ postId }: SentPost) {
  if ($undoing.get()) return
  $undoing.set(true)
  try {
    const response = await api.posts[':id'].cancel.$post({ param: { id: postId }, json: {} })
    const { draftId } = await response.json()
    dismissSent()
    withdrawToast(POST_MESSAGES.accepted)
    if (draftId) await openDraft(draftId)
  } catch (error) {
    toast('error', messageOf(error, 'This post couldn’t be cancelled. Choose View to see its state.'))
  } finally {
    $undoing.set(false)
  }
}
