import * as v from 'valibot'

import { absenceCounts, CLOCK_SLACK_MS } from '#api/networks/core/call-time.ts'
import {
  asUnknown,
  NetworkError,
  type PublicationMedia,
  type Published,
  type Reconciliation,
  type UnansweredCall,
  undefinedIf,
  isPermanent,
} from '#api/networks/core/network.ts'
import { withinUploadBudget } from '#api/networks/core/upload-budget.ts'
import { graphRequest } from '#api/networks/meta/graph.ts'
import { GraphId } from '#api/networks/meta/json.ts'
import { readPosts } from '#api/networks/meta/posts.ts'
import { type FacebookAttempt, requestOf } from './app.ts'
import { PHOTO_LIFETIME_MS, uploadPhoto } from './photo.ts'
import { ABSENT_AFTER_MS } from './reconcile.ts'
import { asUnreadable, processingFailed, refusedFor, POLL_PAUSES_MS } from './video.ts'

/** Names of the steps: an open upload, and the id of a video that has arrived whole. */
const UPLOAD = 'story-upload'
const VIDEO = 'story-video'

const UPLOAD_LIFETIME_MS = 12 * 60 * 60_000
const UPLOAD_TIMEOUT_MS = 10 * 60_000

const refused = refusedFor('stories')

/**
 * Publishes a picture or a video as a story: nobody sees its upload before a single call (developers.facebook.com/docs/page-stories-api).
 * Facebook takes each upload once.
 */
export async function publishStory(attempt: FacebookAttempt, file: PublicationMedia): Promise<Published> {
  const { publication, intentLog } = attempt
  const finished = intentLog.finished()
  if (finished) return publishedStory(attempt, finished.result)
  const isVideo = file.kind === 'video'
  const mediaId = isVideo
    ? await uploadVideo(attempt, file).catch(refused)
    : await uploadPhoto(attempt, { item: file, index: 0 })
  await intentLog.begin({ story: mediaId, isVideo, extras: publication.extras })
  const { data } = await graphRequest({
    ...requestOf(attempt, `${publication.accountId}/${isVideo ? 'video_stories' : 'photo_stories'}`),
    method: 'POST',
    form: isVideo ? { upload_phase: 'finish', video_id: mediaId } : { photo_id: mediaId },
    schema: v.object({ success: v.literal(true), post_id: GraphId }),
    risky: true,
  }).catch(async error => {
    // An upload that was permanently rejected can't be used by the next attempt.
    if (error instanceof NetworkError && error.kind === 'permanent')
      await (isVideo ? forgetVideo(attempt) : intentLog.forget(['photo:0']))
    return refused(error)
  })
  const result = { id: data.post_id, ...(isVideo && { videoId: mediaId }) }
  await intentLog.finish(result)
  return publishedStory(attempt, result)
}

const Session = v.object({ video_id: GraphId, upload_url: v.pipe(v.string(), v.url()) })

/** Uploads the file, resuming an earlier attempt. @returns the video's id */
async function uploadVideo(attempt: FacebookAttempt, { bytes, read }: PublicationMedia): Promise<string> {
  const { publication, intentLog } = attempt
  const known = intentLog.recall(VIDEO, UPLOAD_LIFETIME_MS)
  if (known) return String(known.id)
  const { id, url, offset } = await openUpload(attempt, bytes)
  if (offset < bytes)
    await withinUploadBudget(bytes - offset, async () =>
      graphRequest({
        ...requestOf(attempt, ''),
        url,
        appSecret: '',
        method: 'POST',
        headers: {
          Authorization: `OAuth ${publication.token}`,
          offset: String(offset),
          file_size: String(bytes),
          'Content-Type': 'application/octet-stream',
        },
        body: await read(offset),
        schema: v.object({ success: v.literal(true) }),
        timeoutMs: UPLOAD_TIMEOUT_MS,
      }),
    )
  await intentLog.record(VIDEO, { id })
  return id
}

/** Returns an earlier attempt's upload if Facebook still has it, otherwise a new one. */
async function openUpload(attempt: FacebookAttempt, bytes: number) {
  const { publication, intentLog } = attempt
  const known = intentLog.recall(UPLOAD, UPLOAD_LIFETIME_MS)
  if (known) {
    const id = String(known.id)
    const status = await readStatus(attempt, id).catch(undefinedIf(isPermanent))
    if (status) return { id, url: String(known.url), offset: Math.min(bytes, status.arrived) }
    await intentLog.forget([UPLOAD])
  }
  const { data } = await graphRequest({
    ...requestOf(attempt, `${publication.accountId}/video_stories`),
    method: 'POST',
    form: { upload_phase: 'start' },
    schema: Session,
  })
  const upload = { id: data.video_id, url: data.upload_url }
  await intentLog.record(UPLOAD, upload)
  return { ...upload, offset: 0 }
}

const forgetVideo = ({ intentLog }: FacebookAttempt) => intentLog.forget([UPLOAD, VIDEO])

/** Meta's guide spells it `transfered`. */
const Status = v.object({
  post_id: v.optional(GraphId),
  status: v.object({
    video_status: v.optional(v.string(), ''),
    uploading_phase: v.optional(
      v.object({ bytes_transfered: v.optional(v.number()), bytes_transferred: v.optional(v.number()) }),
      {},
    ),
    publishing_phase: v.optional(v.object({ publish_status: v.optional(v.string(), '') }), {
      publish_status: '',
    }),
  }),
})

async function readStatus(attempt: FacebookAttempt, videoId: string) {
  const { data } = await graphRequest({
    ...requestOf(attempt, videoId),
    query: { fields: 'post_id,status' },
    schema: Status,
  }).catch(asUnreadable)
  const { video_status, uploading_phase: uploading, publishing_phase: publishing } = data.status
  return {
    state: video_status,
    arrived: uploading.bytes_transfered ?? uploading.bytes_transferred ?? 0,
    isPublished: publishing.publish_status === 'published',
    postId: data.post_id,
  }
}

/** Waits until Facebook has processed the video of a story. A picture is public at once. */
async function publishedStory(
  attempt: FacebookAttempt,
  { id, videoId }: Record<string, unknown>,
): Promise<Published> {
  const postId = String(id)
  if (typeof videoId === 'string') await processed(attempt, videoId)
  const url = await readUrl(attempt, postId)
  return { externalId: postId, ...(url && { permalink: url }) }
}

async function processed(attempt: FacebookAttempt, videoId: string): Promise<void> {
  for (const wait of POLL_PAUSES_MS) {
    const { state, isPublished } = await readStatus(attempt, videoId).catch(asUnknown)
    if (isPublished) return
    if (state === 'error') {
      await forgetVideo(attempt)
      throw processingFailed()
    }
    await attempt.intentLog.pause(wait)
  }
  throw new NetworkError('unknown', 'processing', 'Facebook has the video and is getting it ready.')
}

const Story = v.object({
  post_id: GraphId,
  media_id: v.optional(GraphId, ''),
  creation_time: v.pipe(v.union([v.string(), v.number()]), v.transform(toIsoTime)),
  url: v.optional(v.string()),
})

/** Meta's examples have seconds as text. */
function toIsoTime(time: string | number): string {
  const seconds = Number(time)
  return Number.isNaN(seconds) ? String(time) : new Date(seconds * 1000).toISOString()
}

/** Lists the Page's stories since a time. Those older than a day are listed only if the Page keeps an archive. */
const readStories = (attempt: FacebookAttempt, since: Date) =>
  readPosts({
    ...requestOf(attempt, `${attempt.publication.accountId}/stories`),
    fields: 'post_id,media_id,creation_time,url',
    createdAt: ({ creation_time }) => creation_time,
    since: new Date(+since - CLOCK_SLACK_MS),
    item: Story,
  })

/** The story is published, even if its URL can't be read. */
async function readUrl(attempt: FacebookAttempt, postId: string): Promise<string | undefined> {
  const madeAt = attempt.intentLog.finished()?.at ?? attempt.intentLog.now()
  const stories = await readStories(attempt, madeAt).catch(undefinedIf(() => true))
  return stories?.find(story => story.post_id === postId)?.url
}

/** Searches the Page's stories for the upload that the call named, and a video's own status for whether it was published. */
export async function reconcileStory(
  attempt: FacebookAttempt,
  unanswered: UnansweredCall,
): Promise<Reconciliation> {
  const { intentLog } = attempt
  const { mediaId, isVideo } = uploadOf(attempt, unanswered)
  if (mediaId !== undefined) {
    const found = (await readStories(attempt, unanswered.at)).find(({ media_id }) => media_id === mediaId)
    if (found)
      return {
        state: 'published',
        published: { externalId: found.post_id, ...(found.url && { permalink: found.url }) },
      }
    const video = isVideo ? await readStatus(attempt, mediaId) : undefined
    if (video?.isPublished) return { state: 'published', published: { externalId: video.postId ?? mediaId } }
    if (video?.state === 'error') {
      await forgetVideo(attempt)
      return { state: 'absent' }
    }
  }
  return absenceCounts(intentLog.now(), unanswered, ABSENT_AFTER_MS)
    ? { state: 'absent' }
    : { state: 'unknown', why: 'The Page does not show it yet.' }
}

/** Returns the upload that the call named or, if the call's intent was lost, the one that is known. */
function uploadOf({ intentLog }: FacebookAttempt, { intent }: UnansweredCall) {
  if (typeof intent.story === 'string') return { mediaId: intent.story, isVideo: intent.isVideo === true }
  const video = intentLog.recall(VIDEO, Infinity)
  const known = video ?? intentLog.recall('photo:0', PHOTO_LIFETIME_MS)
  return { mediaId: known && String(known.id), isVideo: video !== undefined }
}
