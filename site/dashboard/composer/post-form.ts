import type { NetworkId } from '#shared/networks.ts'
import type { PostData } from '#shared/posts.ts'
import { type Draft, messageFor } from './draft.ts'
import type { DraftMedia } from './media.ts'

export type Outgoing = {
  draft: Draft
  enabled: readonly NetworkId[]
  media: readonly DraftMedia[]
  positions: Record<NetworkId, number[]>
  timeZone: string
}

const UNIX_SECOND_MS = 1000

/** The `data` of auth/createPosts, but for the moment of sending. */
export const postData = ({
  draft,
  enabled,
  media,
  positions,
  timeZone,
}: Outgoing): Omit<PostData, 'timestamp'> => ({
  platforms: enabled.map(platform => ({
    platform,
    message: messageFor(draft, platform),
    ...(positions[platform].length < media.length && { media: positions[platform] }),
  })),
  altTexts: media.map(({ altText }) => altText.trim()),
  timeZone,
})

export const scheduledTime = ({ isScheduled, publishAt }: Draft) =>
  isScheduled && publishAt ? String(Math.floor(publishAt.getTime() / UNIX_SECOND_MS)) : ''

export function toForm(post: Outgoing): FormData {
  const form = new FormData()
  form.set('data', JSON.stringify({ ...postData(post), timestamp: new Date().toISOString() }))
  form.set('isScheduled', String(post.draft.isScheduled))
  form.set('scheduledTime', scheduledTime(post.draft))
  for (const { file } of post.media) form.append('media', file, file.name)
  return form
}
