import { POST_MESSAGES } from '#shared/posts/posts.ts'
import { UNDO_MS } from '#shared/timings.ts'
import type { Item } from '#site/dashboard/calendar/items.ts'
import { $entries } from '#site/dashboard/calendar/store.ts'
import { $zone } from '#site/dashboard/calendar/url.ts'
import { sendDraft } from '#site/dashboard/shared/drafts/schedule.ts'
import { $drafts } from '#site/dashboard/shared/drafts/store.ts'
import { removeShown } from '#site/dashboard/shared/post-dialogs/shown-posts.ts'
import { formatDueIn } from '#site/dashboard/shared/zone.ts'
import { api } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { toast } from '#site/lib/toasts.ts'
import { COPY_FAILED } from './messages.ts'

/** Copies a post to a time. A copy that isn't ready for one of its networks stays among the drafts. */
export async function copyTo({ postId }: Item, at: Date) {
  if (at <= new Date()) return void toast('error', POST_MESSAGES.pastTime)
  const draftId = await duplicate(postId)
  if (!draftId) return
  try {
    const { postId: copyId, isInReview } = await sendDraft(draftId, at)
    toast(
      'success',
      `Copied to ${formatDueIn($zone.get(), at)}${isInReview ? ', and sent for approval' : ''}.`,
      {
        duration: UNDO_MS,
        action: { label: 'Undo', run: () => void undo(copyId) },
      },
    )
  } catch (error) {
    toast('error', `${messageOf(error, COPY_FAILED)} The copy is in your drafts.`)
    await $drafts.reload()
  }
}

/** Returns the id of the new draft, or undefined after a failure, which it shows. */
async function duplicate(id: string): Promise<string | undefined> {
  try {
    return (await (await api.posts[':id'].duplicate.$post({ param: { id }, json: {} })).json()).draftId
  } catch (error) {
    toast('error', messageOf(error, COPY_FAILED))
    return undefined
  }
}

/** Cancels the copy, and deletes the draft that this creates. */
async function undo(id: string) {
  try {
    const { draftId } = await (await api.posts[':id'].cancel.$post({ param: { id }, json: {} })).json()
    if (draftId) await api.drafts[':id'].$delete({ param: { id: draftId } })
    removeShown(id)
    await $drafts.reload()
  } catch (error) {
    toast('error', messageOf(error, 'That wasn’t undone. Try again.'))
    void $entries.reload()
  }
}
