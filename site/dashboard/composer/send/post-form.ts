import type { NetworkId } from '#shared/networks.ts'
import type { PostData } from '#shared/posts/posts.ts'
import { commentFor, type Draft, messageFor } from '#site/dashboard/composer/draft/draft.ts'
import type { DraftMedia } from '#site/dashboard/composer/media/media.ts'

export type Outgoing = {
  draft: Draft
  enabled: readonly NetworkId[]
  media: readonly DraftMedia[]
  positions: Record<NetworkId, number[]>
  timeZone: string
  /** Sends the post for approval. */
  submit?: boolean
  /** The draft to delete when the post is created. */
  draftId?: string | undefined
}

const UNIX_SECOND_MS = 1000

/** Builds the `data` of auth/createPosts, apart from the time of sending. */
export const postData = ({
  draft,
  enabled,
  media,
  positions,
  timeZone,
  submit,
  draftId,
}: Outgoing): Omit<PostData, 'timestamp'> => ({
  platforms: enabled.map(platform => ({
    platform,
    message: messageFor(draft, platform),
    ...(commentFor(draft, platform).trim() && { firstComment: commentFor(draft, platform) }),
    ...(positions[platform].length < media.length && { media: positions[platform] }),
  })),
  mediaIds: media.flatMap(({ upload }) => (upload.state === 'uploaded' ? upload.item._id : [])),
  ...(draft.isScheduled && draft.slot && { slot: 'next' as const }),
  textOnly: draft.textOnly && media.length === 0,
  ...(submit && { submit }),
  ...(draftId && { draftId }),
  labels: [...draft.labels],
  altTexts: media.map(({ altText }) => altText.trim()),
  timeZone,
})

/** Empty for a slot, because the api chooses it. A resent post must stay the same even if another slot is free by then. */
export const scheduledTime = ({ isScheduled, publishAt, slot }: Draft) =>
  isScheduled && publishAt && !slot ? String(Math.floor(publishAt.getTime() / UNIX_SECOND_MS)) : ''

export function toForm(post: Outgoing): FormData {
  const form = new FormData()
  form.set('data', JSON.stringify({ ...postData(post), timestamp: new Date().toISOString() }))
  form.set('isScheduled', String(post.draft.isScheduled))
  form.set('scheduledTime', scheduledTime(post.draft))
  return form
}
