import { takesFirstComment } from '#shared/posts/first-comments.ts'
import type { Post } from '#shared/posts/posts.ts'
import { commentFor, messageFor } from '#site/dashboard/composer/draft/draft.ts'
import { type Outgoing, postData } from '#site/dashboard/composer/send/post-form.ts'
import { api } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { toast } from '#site/lib/toasts.ts'
import type { Editing } from './editing.ts'

const UNIX_SECOND_MS = 1000

/**
 * Saves the changes of a post. One that was sent back is then sent for approval again.
 * @throws {ApiError} `conflict` if it was changed elsewhere, or publishing has begun
 */
export async function putChanges(editing: Editing, outgoing: Outgoing): Promise<Post> {
  const json = editing.out.length > 0 ? partOf(editing, outgoing) : wholeOf(editing, outgoing)
  const { data } = await (await api.posts[':id'].$put({ param: { id: editing.postId }, json })).json()
  return data.approval?.state === 'changes_requested' ? resubmit(data) : data
}

/** A failure is only shown, because the changes are already saved and the post's details offer the same action. */
async function resubmit(post: Post): Promise<Post> {
  try {
    return (await (await api.posts[':id'].submit.$post({ param: { id: post._id } })).json()).data
  } catch (error) {
    const reason = messageOf(error, 'Send it from its details.')
    toast('error', `Your changes are saved, but the post wasn’t sent for approval. ${reason}`)
    return post
  }
}

const seconds = (date: Date) => Math.floor(+date / UNIX_SECOND_MS)

function wholeOf({ version }: Editing, outgoing: Outgoing) {
  const { platforms, mediaIds, altTexts, textOnly, slot, labels, timeZone } = postData(outgoing)
  const { isScheduled, publishAt } = outgoing.draft
  const when = slot
    ? { slot }
    : !isScheduled
      ? { now: true }
      : publishAt && { scheduledTime: seconds(publishAt) }
  return { version, platforms, mediaIds, altTexts, textOnly, labels, timeZone, ...when }
}

/** Returns the texts for the networks that don't have the post yet, and the time if it has changed. */
function partOf({ saved }: Editing, { draft, enabled, timeZone }: Outgoing) {
  const at = draft.isScheduled ? draft.publishAt : new Date()
  const isMoved = at && at.toISOString() !== saved.publishAt
  return {
    platforms: enabled.map(platform => ({
      platform,
      message: messageFor(draft, platform),
      ...(takesFirstComment(platform) && { firstComment: commentFor(draft, platform) }),
    })),
    ...(isMoved && { scheduledTime: seconds(at), timeZone }),
  }
}
