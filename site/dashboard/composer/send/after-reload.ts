import { DRAFT_MESSAGES } from '#shared/posts/drafts.ts'
import { UNDO_MS } from '#shared/timings.ts'
import { $content, hasContent } from '#site/dashboard/composer/draft/content.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import {
  $sentRecord,
  forgetSent,
  isRecent,
  type SentRecord,
  userId,
} from '#site/dashboard/shared/sent-post.ts'
import { api } from '#site/lib/api/api.ts'
import { ApiError } from '#site/lib/api/error.ts'
import { settled } from '#site/lib/remote.ts'
import { toast, withdrawToast } from '#site/lib/toasts.ts'
import { $busy } from './send.ts'
import { $sent, restoreSent } from './sent.ts'

/** Delays between questions about a post that the server may still be accepting. */
const ASK_AFTER_MS = [0, 300, 700, 1500, 2500]

const CHECKING = 'Checking whether your post was sent…'
const NOT_SENT = 'Your post wasn’t sent. It’s here again: check it, then send it.'

/**
 * Says what became of a post that this tab was sending, or had just sent, when the page was reloaded.
 * @returns true if the server accepted the post in the composer meanwhile
 */
export async function tellSent(): Promise<boolean> {
  if (!$sentRecord.get() || $busy.get() || $sent.get() || hasContent($content.get())) return false
  await settled($me)
  const record = $sentRecord.get()
  if (!record || !isRecent(record, userId())) return false
  if (record.state === 'accepted') restoreSent(record.post)
  if (record.state !== 'sending') return false
  toast('info', CHECKING, { duration: UNDO_MS })
  const message = await findPosted(record)
  withdrawToast(CHECKING)
  forgetSent()
  if (message === undefined) toast('error', NOT_SENT, { duration: UNDO_MS })
  else
    toast('success', message, {
      duration: UNDO_MS,
      more: { label: 'See the posts', run: () => $router.open('/dashboard/view-post') },
    })
  return message !== undefined
}

/** Returns the server's sentence about a post that was sent from this draft, or undefined if none was. */
async function findPosted({ draftId }: SentRecord): Promise<string | undefined> {
  for (const wait of ASK_AFTER_MS) {
    await new Promise(resolve => setTimeout(resolve, wait))
    try {
      await api.drafts[':id'].$get({ param: { id: draftId } })
    } catch (error) {
      const isMissing = error instanceof ApiError && error.code === 'not_found'
      if (isMissing && error.message !== DRAFT_MESSAGES.gone) return error.message
    }
  }
  return undefined
}
