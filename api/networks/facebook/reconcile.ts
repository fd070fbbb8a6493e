import * as v from 'valibot'

import { isAbsenceConclusive, CLOCK_TOLERANCE_MS, mayBelongToCall } from '#api/networks/core/call-time.ts'
import {
  type Reconciliation,
  type UnansweredCall,
  type LateCall,
  type LatePosts,
} from '#api/networks/core/network.ts'
import { isSameText } from '#api/networks/core/same-text.ts'
import { GraphId } from '#api/networks/meta/json.ts'
import { readPostPages, readPosts } from '#api/networks/meta/posts.ts'
import { isStory } from '#shared/posts/stories.ts'
import { type FacebookAttempt, attemptRequest, accountRequest, type FacebookApp } from './app.ts'
import { forgetUpload } from './upload.ts'
import { readVideo } from './video.ts'

/** Delay after which an unlisted post is conclusive, because Facebook may list a post late. */
export const ABSENT_AFTER_MS = 2 * 60_000

const Target = v.optional(v.object({ id: v.optional(GraphId) }))
const PagePost = v.object({
  id: GraphId,
  message: v.optional(v.string(), ''),
  created_time: v.string(),
  permalink_url: v.optional(v.string()),
  application: v.optional(v.object({ id: GraphId })),
  attachments: v.optional(
    v.object({
      data: v.array(
        v.object({
          target: Target,
          subattachments: v.optional(v.object({ data: v.array(v.object({ target: Target })) })),
        }),
      ),
    }),
  ),
})
type PagePost = v.InferOutput<typeof PagePost>

/** Returns the request for a Page's posts since a call. */
const postsSince = (request: ReturnType<typeof accountRequest>, calledAt: Date) => ({
  ...request,
  fields:
    'id,message,created_time,permalink_url,application{id},attachments{target{id},subattachments.limit(20){target{id}}}',
  createdAt: (post: PagePost) => post.created_time,
  since: new Date(+calledAt - CLOCK_TOLERANCE_MS),
  item: PagePost,
})

/** Returns the ids of the post's pictures, including each picture of an album. */
const attachedIds = ({ attachments }: PagePost): string[] =>
  (attachments?.data ?? [])
    .flatMap(({ target, subattachments }) =>
      subattachments ? subattachments.data.map(child => child.target) : [target],
    )
    .flatMap(target => target?.id ?? [])

/** True for any post of a call without pictures, because Facebook may attach a link preview. */
const hasPictureCount = (post: PagePost, pictures: number) =>
  pictures === 0 || attachedIds(post).length === pictures

const PageVideo = v.object({
  id: GraphId,
  description: v.optional(v.string(), ''),
  created_time: v.string(),
})

/**
 * Searches the Page's posts since the call for our uploaded photos or, failing that, for our app, the text and the number of
 * pictures. Of two deliveries with the same text, each claims one post.
 */
export async function reconcileFeedPost(
  attempt: FacebookAttempt,
  unanswered: UnansweredCall,
): Promise<Reconciliation> {
  const { publication, intentLog } = attempt
  const photos = new Set(photosOf(attempt, unanswered))
  const request = attemptRequest(attempt, `${publication.accountId}/published_posts`)
  const pages = readPostPages(postsSince(request, unanswered.at))
  for await (const posts of pages) {
    const alike = posts.filter(post => looksLike(post, attempt, unanswered)).toReversed()
    const ours =
      posts.find(post => attachedIds(post).some(id => photos.has(id)))?.id ??
      (await intentLog.claim(alike.map(({ id }) => id)))
    const post = posts.find(({ id }) => id === ours)
    if (post)
      return {
        state: 'published',
        published: { externalId: post.id, ...(post.permalink_url && { permalink: post.permalink_url }) },
      }
  }
  return isAbsenceConclusive(intentLog.now(), unanswered, ABSENT_AFTER_MS)
    ? { state: 'absent' }
    : { state: 'unknown', why: 'The Page does not show it yet.' }
}

/** Returns the photos that the call attached or, if its intent was lost, the uploaded ones. */
const photosOf = ({ publication: { media }, intentLog }: FacebookAttempt, { intent }: UnansweredCall) =>
  Array.isArray(intent.photos)
    ? intent.photos.map(String)
    : media.flatMap((_, index) => {
        const uploaded = intentLog.recall(`photo:${index}`, Infinity)
        return uploaded ? String(uploaded.id) : []
      })

/**
 * Searches the Page's uploads since the call for the video by its text, because its id was in the lost response. Of two deliveries
 * with the same text, each claims one video. Release 0.1.0 knew the id before the call (`videoId`).
 */
export async function reconcileVideo(
  attempt: FacebookAttempt,
  unanswered: UnansweredCall,
): Promise<Reconciliation> {
  const known = unanswered.intent.videoId
  const videoId = typeof known === 'string' ? known : await findVideo(attempt, unanswered)
  const isYoung = !isAbsenceConclusive(attempt.intentLog.now(), unanswered, ABSENT_AFTER_MS)
  if (videoId === undefined)
    return isYoung ? { state: 'unknown', why: 'The Page does not show it yet.' } : { state: 'absent' }
  const { status, published } = await readVideo(attempt, videoId)
  if (published) return { state: 'published', published }
  if (status === 'error') {
    await forgetUpload(attempt.intentLog)
    return { state: 'absent' }
  }
  // A video found by its text is the one that the call created, even while Facebook is still processing it.
  if (status === 'processing' || known === undefined || isYoung)
    return { state: 'unknown', why: 'The video is not on the Page yet.' }
  return { state: 'absent' }
}

async function findVideo(attempt: FacebookAttempt, unanswered: UnansweredCall) {
  const { publication, intentLog } = attempt
  const videos = await readPosts({
    ...attemptRequest(attempt, `${publication.accountId}/videos`),
    query: { type: 'uploaded' },
    fields: 'id,description,created_time',
    createdAt: video => video.created_time,
    since: new Date(+unanswered.at - CLOCK_TOLERANCE_MS),
    item: PageVideo,
  })
  const ours = videos.filter(
    ({ description, created_time }) =>
      isSameText(description, unanswered.intent.message ?? publication.message) &&
      (!unanswered.lost || mayBelongToCall(Date.parse(created_time), unanswered)),
  )
  return await intentLog.claim(ours.map(({ id }) => id).toReversed())
}

/** Compares without photo ids, which may be lost, or differ from those that Facebook lists. */
const looksLike = (
  post: PagePost,
  { app, publication: { media, message } }: FacebookAttempt,
  unanswered: UnansweredCall,
) =>
  post.application?.id === app.appId &&
  isSameText(post.message, unanswered.intent.message ?? message) &&
  hasPictureCount(
    post,
    (Array.isArray(unanswered.intent.photos) ? unanswered.intent.photos : media).length,
  ) &&
  mayBelongToCall(Date.parse(post.created_time), unanswered)

/**
 * Lists a Page's posts since a written-off call, and marks those with its content. Facebook rejects an unedited repeat: it accepts
 * a photo once, and the same text only after another post. So a second post usually follows an edit.
 */
export const facebookLatePosts = (app: FacebookApp): LatePosts => ({
  rejectsRepeatedCalls: true,
  async list(call, now) {
    // A story has no text to recognise it by, and its upload can't be published twice.
    if (isStory(call)) return []
    const request = accountRequest(app, { token: call.token, now }, `${call.accountId}/published_posts`)
    const posts = await readPosts(postsSince(request, call.since))
    return posts.toReversed().map(post => ({ id: post.id, isAsSent: isAsSent(app, post, call) }))
  },
})

const isAsSent = (app: FacebookApp, post: PagePost, { message, pictures, until }: LateCall) =>
  Date.parse(post.created_time) <= +until &&
  post.application?.id === app.appId &&
  isSameText(post.message, message) &&
  hasPictureCount(post, pictures)
