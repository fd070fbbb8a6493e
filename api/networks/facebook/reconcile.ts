import * as v from 'valibot'

import { absenceCounts, CLOCK_SLACK_MS, isOfCall } from '#api/networks/core/call-time.ts'
import type { IntentLog, Publication, Reconciliation, UnansweredCall } from '#api/networks/core/network.ts'
import { isSameText } from '#api/networks/core/same-text.ts'
import { GraphId } from '#api/networks/meta/json.ts'
import { readPostPages, readPosts } from '#api/networks/meta/posts.ts'
import { type FacebookApp, signed } from './app.ts'
import { attachedIds, hasPictureCount, type PagePost, postsSince } from './page-posts.ts'
import { forgetUpload } from './upload.ts'
import { readVideo } from './video.ts'

/** Facebook may list a post late, so until then its absence proves nothing. */
const ABSENT_AFTER_MS = 2 * 60_000

const PageVideo = v.object({
  id: GraphId,
  description: v.optional(v.string(), ''),
  created_time: v.string(),
})

/**
 * Searches the Page's posts since the call by our uploaded photos or, failing that, by our app, the text and the number of
 * pictures. Two deliveries with the same text each claim one post.
 */
export async function reconcileFeedPost(
  app: FacebookApp,
  publication: Publication,
  intentLog: IntentLog,
  unanswered: UnansweredCall,
): Promise<Reconciliation> {
  const photos = new Set(photosOf(publication, intentLog, unanswered))
  const pages = readPostPages({
    ...postsSince(app, publication.accountId, unanswered.at),
    ...signed(app, publication, intentLog),
  })
  for await (const posts of pages) {
    const alike = posts.filter(post => looksLike(post, app, publication, unanswered)).toReversed()
    const ours =
      posts.find(post => isOurs(post, photos))?.id ?? (await intentLog.claim(alike.map(({ id }) => id)))
    const post = posts.find(({ id }) => id === ours)
    if (post)
      return {
        state: 'published',
        published: { externalId: post.id, ...(post.permalink_url && { permalink: post.permalink_url }) },
      }
  }
  return absenceCounts(intentLog.now(), unanswered, ABSENT_AFTER_MS)
    ? { state: 'absent' }
    : { state: 'unknown', why: 'The Page does not show it yet.' }
}

/** Returns the photos that the call attached or, if the call's intent was lost, those known to be uploaded. */
const photosOf = ({ media }: Publication, intentLog: IntentLog, { intent }: UnansweredCall) =>
  Array.isArray(intent.photos)
    ? intent.photos.map(String)
    : media.flatMap((_, index) => {
        const uploaded = intentLog.recall(`photo:${index}`, Infinity)
        return uploaded ? String(uploaded.id) : []
      })

/**
 * Searches the Page's uploads since the call for the video by its text, since its id is only in the lost response. Two
 * deliveries with the same text each claim one video. Release 0.1.0 knew the id before the call (`videoId`).
 */
export async function reconcileVideo(
  app: FacebookApp,
  publication: Publication,
  intentLog: IntentLog,
  unanswered: UnansweredCall,
): Promise<Reconciliation> {
  const known = unanswered.intent.videoId
  const videoId = typeof known === 'string' ? known : await findVideo(app, publication, intentLog, unanswered)
  const isYoung = !absenceCounts(intentLog.now(), unanswered, ABSENT_AFTER_MS)
  if (videoId === undefined)
    return isYoung ? { state: 'unknown', why: 'The Page does not show it yet.' } : { state: 'absent' }
  const { status, published } = await readVideo(app, publication, intentLog, videoId)
  if (published) return { state: 'published', published }
  if (status === 'error') {
    await forgetUpload(intentLog)
    return { state: 'absent' }
  }
  // A video found by its text is the one that the call created, even while Facebook is still processing it.
  if (status === 'processing' || known === undefined || isYoung)
    return { state: 'unknown', why: 'The video is not on the Page yet.' }
  return { state: 'absent' }
}

async function findVideo(
  app: FacebookApp,
  publication: Publication,
  intentLog: IntentLog,
  unanswered: UnansweredCall,
) {
  const videos = await readPosts({
    provider: 'facebook',
    url: `${app.graphUrl}/${publication.accountId}/videos`,
    query: { type: 'uploaded' },
    fields: 'id,description,created_time',
    createdAt: video => video.created_time,
    since: new Date(+unanswered.at - CLOCK_SLACK_MS),
    item: PageVideo,
    hasBudget: () => true,
    ...signed(app, publication, intentLog),
  })
  const ours = videos.filter(
    ({ description, created_time }) =>
      isSameText(description, unanswered.intent.message ?? publication.message) &&
      (!unanswered.lost || isOfCall(Date.parse(created_time), unanswered)),
  )
  return await intentLog.claim(ours.map(({ id }) => id).toReversed())
}

const isOurs = (post: PagePost, photos: ReadonlySet<string>) => attachedIds(post).some(id => photos.has(id))

/** Compares without photo ids, in case Facebook lists other ids than the upload returned, or ours are lost. */
const looksLike = (
  post: PagePost,
  app: FacebookApp,
  { media, message }: Publication,
  unanswered: UnansweredCall,
) =>
  post.application?.id === app.appId &&
  isSameText(post.message, unanswered.intent.message ?? message) &&
  hasPictureCount(
    post,
    (Array.isArray(unanswered.intent.photos) ? unanswered.intent.photos : media).length,
  ) &&
  isOfCall(Date.parse(post.created_time), unanswered)
