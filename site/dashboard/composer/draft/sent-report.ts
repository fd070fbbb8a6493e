import { DRAFT_MESSAGES } from '#shared/posts/drafts.ts'
import { UNDO_MS } from '#shared/timings.ts'
import { proposeFreeSlot } from '#site/dashboard/composer/send/time-choice.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { $composer } from '#site/dashboard/shared/post-dialogs/url.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import {
  $sentRecord,
  clearSentRecord,
  isRecent,
  type SentRecord,
  userId,
} from '#site/dashboard/shared/sent-record.ts'
import { api } from '#site/lib/api/api.ts'
import { ApiError } from '#site/lib/api/error.ts'
import { settled } from '#site/lib/remote.ts'
import { toast, withdrawToast } from '#site/lib/toasts.ts'
import { $content, hasContent } from './content.ts'
import { type DeviceCopy, takeCopy } from './device-copy.ts'
import { openDraft } from './drafts.ts'

/** Delays between requests, because the server may still be accepting the post. */
const POLL_DELAYS_MS = [0, 300, 700, 1500, 2500]

const CHECKING = 'Checking whether your post was sent…'
const NOT_SENT = 'Your post wasn’t sent. It’s here again: check it, then send it.'
const NOT_SENT_KEPT = 'Your post wasn’t sent. It’s kept as a draft, with its time.'

/**
 * Reports on a post that this tab was sending when the page was reloaded. Opens it again if it wasn't sent and nothing else is open.
 * @param isFree true if the composer was opened for no other content, except perhaps a draft
 * @returns undefined if there was no such post
 */
export async function reportSentPost(isFree: boolean): Promise<'sent' | 'not sent' | undefined> {
  await settled($me)
  const record = $sentRecord.get()
  if (record?.state !== 'sending' || !isRecent(record, userId())) return undefined
  const { draft = record.draftId } = $composer.get() ?? {}
  const mayOpen = isFree && draft === record.draftId
  toast('info', CHECKING, { duration: UNDO_MS })
  // A post that is begun meanwhile is scheduled, and mustn't replace this device's copy of the earlier one.
  if (mayOpen) void proposeFreeSlot()
  let copy: DeviceCopy | undefined
  const stop = $content.listen(content => {
    if (hasContent(content)) copy ??= takeCopy()
  })
  const { posted, isDraft } = await findPosted(record)
  stop()
  withdrawToast(CHECKING)
  clearSentRecord()
  if (posted !== undefined) {
    toast('success', posted, {
      duration: UNDO_MS,
      more: { label: 'See the posts', run: () => $router.open('/dashboard/view-post') },
    })
    return 'sent'
  }
  if (hasContent($content.get())) await offerUnsent(record, copy, isDraft)
  else {
    if (mayOpen && isDraft) await openDraft(record.draftId)
    if (mayOpen || !isDraft) toast('error', NOT_SENT, { duration: UNDO_MS })
    else await offerUnsent(record, undefined, true)
  }
  return 'not sent'
}

/** Says that the unsent post is a draft, and makes it one if only this device has it. */
async function offerUnsent({ draftId: id }: SentRecord, copy: DeviceCopy | undefined, isDraft: boolean) {
  if (copy) {
    const { version, content } = copy
    await api.drafts[':id']
      .$put({ param: { id }, json: { version, content } })
      .then(() => (isDraft = true))
      .catch(() => undefined)
  }
  toast('error', isDraft ? NOT_SENT_KEPT : 'Your post wasn’t sent. Please write it again.', {
    duration: UNDO_MS,
    ...(isDraft && { action: { label: 'Open it', run: () => void openDraft(id) } }),
  })
}

/** Returns the server's message about the post that was sent from this draft, or else whether the draft exists. */
async function findPosted({ draftId }: SentRecord): Promise<{ posted?: string; isDraft: boolean }> {
  let isDraft = false
  for (const wait of POLL_DELAYS_MS) {
    await new Promise(resolve => setTimeout(resolve, wait))
    try {
      await api.drafts[':id'].$get({ param: { id: draftId } })
      isDraft = true
    } catch (error) {
      const isMissing = error instanceof ApiError && error.code === 'not_found'
      if (isMissing && error.message !== DRAFT_MESSAGES.gone) return { posted: error.message, isDraft }
    }
  }
  return { isDraft }
}
