import * as v from 'valibot'

import type { Publishing, Publication, PublicationMedia, Published } from '#api/networks/core/network.ts'
import { withinUploadBudget } from '#api/networks/core/upload-budget.ts'
import { graphRequest } from '#api/networks/meta/graph.ts'
import { GraphId } from '#api/networks/meta/json.ts'
import { type FacebookApp, type FacebookAttempt, requestOf } from './app.ts'
import { facebookLatePosts, reconcileFeedPost, reconcileVideo } from './reconcile.ts'
import { publishVideo } from './video.ts'

/** Meta keeps unpublished photos for about a day (developers.facebook.com/docs/graph-api/reference/page/photos). */
const UPLOAD_LIFETIME_MS = 20 * 60 * 60_000
const UPLOAD_TIMEOUT_MS = 120_000

/** Publishes to a Page. Pictures are uploaded unpublished first, so that a single call makes the post visible. */
export const facebookPublishing = (app: FacebookApp): Publishing => ({
  id: 'facebook',
  async publish(publication, intentLog) {
    const attempt = { app, publication, intentLog }
    const finished = intentLog.finished()
    const video = videoOf(publication)
    if (video) return publishVideo(attempt, video)
    return finished ? publishedPost(finished.result) : publishPhotos(attempt)
  },
  reconcile: (publication, intentLog, unanswered) =>
    'upload' in unanswered.intent ||
    'videoId' in unanswered.intent ||
    (unanswered.lost && videoOf(publication))
      ? reconcileVideo({ app, publication, intentLog }, unanswered)
      : reconcileFeedPost({ app, publication, intentLog }, unanswered),
  latePosts: facebookLatePosts(app),
})

const videoOf = ({ media }: Publication) => media.find(({ kind }) => kind === 'video')

const FeedResponse = v.object({ id: GraphId, permalink_url: v.optional(v.string()) })

async function publishPhotos(attempt: FacebookAttempt): Promise<Published> {
  const { publication, intentLog } = attempt
  const photos = await Promise.all(
    publication.media.map((item, index) =>
      withinUploadBudget(item.bytes, () => uploadPhoto(attempt, { item, index })),
    ),
  )
  await intentLog.begin({ photos, message: publication.message })
  const { data } = await graphRequest({
    ...requestOf(attempt, `${publication.accountId}/feed`),
    method: 'POST',
    form: {
      message: publication.message || undefined,
      ...Object.fromEntries(
        photos.map((id, index) => [`attached_media[${index}]`, JSON.stringify({ media_fbid: id })]),
      ),
      fields: 'id,permalink_url',
    },
    schema: FeedResponse,
    risky: true,
  })
  await intentLog.finish(data)
  return publishedPost(data)
}

async function uploadPhoto(
  attempt: FacebookAttempt,
  { item: { altText, type, read }, index }: { item: PublicationMedia; index: number },
): Promise<string> {
  const { publication, intentLog } = attempt
  const known = intentLog.recall(`photo:${index}`, UPLOAD_LIFETIME_MS)
  if (known) return String(known.id)
  const body = new FormData()
  body.set('published', 'false')
  if (altText) body.set('alt_text_custom', altText)
  body.set(
    'source',
    new File([await read()], `picture-${index + 1}.${type === 'image/png' ? 'png' : 'jpg'}`, { type }),
  )
  const { data } = await graphRequest({
    ...requestOf(attempt, `${publication.accountId}/photos`),
    method: 'POST',
    body,
    schema: v.object({ id: GraphId }),
    timeoutMs: UPLOAD_TIMEOUT_MS,
  })
  await intentLog.record(`photo:${index}`, data)
  return data.id
}

const publishedPost = (response: Record<string, unknown>): Published => ({
  externalId: String(response.id),
  ...(typeof response.permalink_url === 'string' && { permalink: response.permalink_url }),
})
