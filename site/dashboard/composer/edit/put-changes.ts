import { takesFirstComment } from '#shared/posts/first-comments.ts'
import type { Post } from '#shared/posts/posts.ts'
import { commentFor, messageFor } from '#site/dashboard/composer/draft/draft.ts'
import { type Outgoing, postData } from '#site/dashboard/composer/send/post-form.ts'
import { api } from '#site/lib/api/api.ts'
import type { Editing } from './editing.ts'

const UNIX_SECOND_MS = 1000

/**
 * Saves the changes of a post.
 * @throws {ApiError} `conflict` if it was changed elsewhere, or has begun to be published
 */
export async function putChanges(editing: Editing, outgoing: Outgoing): Promise<Post> {
  const json = editing.out.length > 0 ? partOf(editing, outgoing) : wholeOf(editing, outgoing)
  return (await (await api.posts[':id'].$put({ param: { id: editing.postId }, json })).json()).data
}

const seconds = (date: Date) => Math.floor(+date / UNIX_SECOND_MS)

function wholeOf({ version }: Editing, outgoing: Outgoing) {
  const { platforms, mediaIds, altTexts, textOnly, slot, timeZone } = postData(outgoing)
  const { isScheduled, publishAt } = outgoing.draft
  const when = slot
    ? { slot }
    : !isScheduled
      ? { now: true }
      : publishAt && { scheduledTime: seconds(publishAt) }
  return { version, platforms, mediaIds, altTexts, textOnly, timeZone, ...when }
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
