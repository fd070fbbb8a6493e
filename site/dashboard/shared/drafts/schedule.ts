import { mediaTaken } from '#shared/media/network-media.ts'
import { NETWORK_IDS, type NetworkId } from '#shared/networks.ts'
import type { Draft } from '#shared/posts/drafts.ts'
import { takesFirstComment } from '#shared/posts/first-comments.ts'
import {
  type DeliveryState,
  POST_MESSAGES,
  type PlatformMessage,
  type PostData,
} from '#shared/posts/posts.ts'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { refreshPost } from '#site/dashboard/shared/post-dialogs/live-posts.ts'
import { removeShown } from '#site/dashboard/shared/post-dialogs/shown-posts.ts'
import { $freeTimes } from '#site/dashboard/shared/quick-times/times.ts'
import { $businessZone, formatDueIn } from '#site/dashboard/shared/zone.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { upload } from '#site/lib/api/upload.ts'
import { settled } from '#site/lib/remote.ts'
import { withErrorToast, toastWithUndo } from '#site/lib/toasts.ts'
import { $networksFor, $drafts } from './store.ts'

type CreatedPost = {
  postId: string
  results: { success: boolean; message?: string; state?: DeliveryState }[]
}

/**
 * Sends a draft as a post for a time, with a toast to undo it.
 * @throws {ApiError} if it isn't ready for one of its networks
 */
export async function scheduleDraft(id: string, at: Date) {
  const { data: draft } = await bodyOf(api.drafts[':id'].$get({ param: { id } }))
  const { postId, results } = await upload<CreatedPost>(
    '/api/auth/createPosts',
    toForm(draft, await networksOf(draft), at),
    {
      headers: { 'Idempotency-Key': `${id}-${draft.version}-${+at}` },
    },
  )
  if (results.some(({ success }) => !success)) throw new Error(POST_MESSAGES.failed)
  $freeTimes.refresh()
  await Promise.all([$drafts.reload(), refreshPost(postId)])
  const isInReview = results.some(({ state }) => state === 'in_review')
  const due = formatDueIn($businessZone.get(), at)
  const message = isInReview ? `Sent for approval. Goes out ${due} once approved.` : `Scheduled for ${due}.`
  toastWithUndo(message, () => undo(postId))
}

async function undo(postId: string) {
  const isUndone = await withErrorToast('That wasn’t undone. Try again.', async () => {
    await api.posts[':id'].cancel.$post({ param: { id: postId }, json: {} })
    removeShown(postId)
    await $drafts.reload()
  })
  if (!isUndone) void refreshPost(postId)
}

async function networksOf({ content }: Draft): Promise<NetworkId[]> {
  await Promise.all(NETWORK_IDS.map(network => settled($accounts[network])))
  return $networksFor.get()(content.networks)
}

function toForm(draft: Draft, networks: NetworkId[], at: Date): FormData {
  const { content } = draft
  const data: PostData = {
    platforms: networks.map(network => platformOf(draft, network)),
    mediaIds: content.media.map(({ mediaId }) => mediaId),
    altTexts: content.media.map(({ altText }) => altText.trim()),
    draftId: draft._id,
    textOnly: content.textOnly ?? false,
    labels: content.labels ?? [],
    timeZone: $businessZone.get(),
    timestamp: new Date().toISOString(),
  }
  const form = new FormData()
  form.set('data', JSON.stringify(data))
  form.set('isScheduled', 'true')
  form.set('scheduledTime', String(Math.floor(+at / 1000)))
  return form
}

function platformOf({ content, media }: Draft, platform: NetworkId): PlatformMessage {
  const { sameMessage, message, messages, firstComment, firstComments, mediaKind } = content
  const kinds = content.media.map(({ mediaId }) => media.find(({ _id }) => _id === mediaId)?.kind ?? 'image')
  const oneKind = mediaKind && kinds.includes(mediaKind) ? mediaKind : kinds[0]
  const positions = mediaTaken(platform, kinds, oneKind)
  const comment = sameMessage ? firstComment : (firstComments[platform] ?? '')
  return {
    platform,
    message: sameMessage ? message : (messages[platform] ?? ''),
    ...(takesFirstComment(platform) && comment.trim() && { firstComment: comment }),
    ...(positions.length < kinds.length && { media: positions }),
  }
}
