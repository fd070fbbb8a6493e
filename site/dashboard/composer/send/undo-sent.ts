import { atom } from 'nanostores'

import { reusePost } from '#site/dashboard/composer/draft/reuse-post.ts'
import { saveNow } from '#site/dashboard/composer/draft/saving.ts'
import { pickTime, switchScheduling } from '#site/dashboard/composer/when/when.ts'
import { messageOf } from '#site/lib/api-error.ts'
import { api } from '#site/lib/api/api.ts'
import { toast } from '#site/lib/toasts.ts'
import { dismissSent, type SentPost } from './sent.ts'

export const $undoing = atom(false)

/** Cancels a scheduled post and opens it here again. What was written since stays a draft. */
export async function undoSent({ postId, at }: SentPost) {
  if ($undoing.get()) return
  $undoing.set(true)
  try {
    await api.posts[':id'].cancel.$post({ param: { id: postId }, json: {} })
    dismissSent()
    await saveNow()
    await reusePost(postId)
    if (!at) return
    switchScheduling(true)
    pickTime(at)
  } catch (error) {
    toast('error', messageOf(error, 'This post couldn’t be taken back. See where it is under View.'))
  } finally {
    $undoing.set(false)
  }
}
