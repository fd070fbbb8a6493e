import { atom } from 'nanostores'

import { openDraft } from '#site/dashboard/composer/draft/drafts.ts'
import { api } from '#site/lib/api/api.ts'
import { withErrorToast } from '#site/lib/with-error-toast.ts'
import { dismissSent, type SentPost } from './sent.ts'

export const $undoing = atom(false)

/**
 * Cancels a scheduled post and opens its draft here. Content that was written since is saved as another draft.
 * @returns true if the post is a draft again. Shows a failure in a toast
 */
export async function undoSent({ postId }: SentPost): Promise<boolean> {
  if ($undoing.get()) return false
  let isUndone = false
  $undoing.set(true)
  await withErrorToast('This post couldn’t be cancelled. Choose View to see its state.', async () => {
    const response = await api.posts[':id'].cancel.$post({ param: { id: postId }, json: {} })
    const { draftId } = await response.json()
    isUndone = true
    dismissSent()
    if (draftId) await openDraft(draftId)
  })
  $undoing.set(false)
  return isUndone
}
