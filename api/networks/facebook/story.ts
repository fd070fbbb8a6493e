import * as v from 'valibot'

import { isAbsenceConclusive, CLOCK_TOLERANCE_MS } from '#api/networks/core/call-time.ts'
import {
  rethrowAsUnknown,
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
import { GraphId, Success } from '#api/networks/meta/json.ts'
import { readPosts } from '#api/networks/meta/posts.ts'
import { type FacebookAttempt, attemptRequest } from './app.ts'
import { PHOTO_LIFETIME_MS, uploadPhoto } from './photo.ts'
import { ABSENT_AFTER_MS } from './reconcile.ts'
import {
  rethrowForbiddenAsUnknown,
  processingFailedError,
  explainMissingPermission,
  POLL_PAUSES_MS,
} from './video.ts'

/** Steps: an open upload, and the id of a completely uploaded video. */
const UPLOAD = 'story-upload'
const VIDEO = 'story-video'

const UPLOAD_LIFETIME_MS = 12 * 60 * 60_000
const UPLOAD_TIMEOUT_MS = 10 * 60_000

const refuseStories = explainMissingPermission('stories')

/**
 * Publishes a picture or a video as a story: an invisible upload, then a single publishing call
 * (developers.facebook.com/docs/page-stories-api). Each upload can be published once.
 */
export async function publishStory(attempt: FacebookAttempt, file: PublicationMedia): Promise<Published> {
  const { publication, intentLog } = attempt
  const finished = intentLog.finished()
  if (finished) return waitForStory(attempt, finished.result)
  const isVideo = file.kind === 'video'
  const mediaId = isVideo
    ? await uploadVideo(attempt, file).catch(refuseStories)
    : await uploadPhoto(attempt, { item: file, index: 0 })
  await intentLog.begin({ story: mediaId, isVideo, extras: publication.extras })
  const { data } = await graphRequest({
    ...attemptRequest(attempt, `${publication.accountId}/${isVideo ? 'video_stories' : 'photo_stories'}`),
    method: 'POST',
    form: isVideo ? { upload_phase: 'finish', video_id: mediaId } : { photo_id: mediaId },
    schema: v.object({ success: v.literal(true), post_id: GraphId }),
    risky: true,
  }).catch(async error => {
    // The next attempt can't use an upload that was permanently rejected.
    if (error instanceof NetworkError && error.kind === 'permanent')
      await (isVideo ? forgetVideo(attempt) : intentLog.forget(['photo:0']))
    return refuseStories(error)
  })
  const result = { id: data.post_id, ...(isVideo && { videoId: mediaId }) }
  await intentLog.finish(result)
  return waitForStory(attempt, result)
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
        ...attemptRequest(attempt, ''),
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
        schema: Success,
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
    if (status) return { id, url: String(known.url), offset: Math.min(bytes, status.uploadedBytes) }
    await intentLog.forget([UPLOAD])
  }
  const { data } = await graphRequest({
    ...attemptRequest(attempt, `${publication.accountId}/video_stories`),
    method: 'POST',
    form: { upload_phase: 'start' },
    schema: Session,
  })
  const upload = { id: data.video_id, url: data.upload_url }
  await intentLog.record(UPLOAD, upload)
  return { ...upload, offset: 0 }
}

const forgetVideo = ({ intentLog }: FacebookAttempt) => intentLog.forget([UPLOAD, VIDEO])

/** Meta's guide misspells `bytes_transfered`. */
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
    ...attemptRequest(attempt, videoId),
    query: { fields: 'post_id,status' },
    schema: Status,
  }).catch(rethrowForbiddenAsUnknown)
  const { video_status, uploading_phase: uploading, publishing_phase: publishing } = data.status
  return {
    state: video_status,
    uploadedBytes: uploading.bytes_transfered ?? uploading.bytes_transferred ?? 0,
    isPublished: publishing.publish_status === 'published',
    postId: data.post_id,
  }
}

/** Waits until Facebook has processed a story's video. A picture is public at once. */
async function waitForStory(
  attempt: FacebookAttempt,
  { id, videoId }: Record<string, unknown>,
): Promise<Published> {
  const postId = String(id)
  if (typeof videoId === 'string') await waitUntilProcessed(attempt, videoId)
  const url = await readUrl(attempt, postId)
  return { externalId: postId, ...(url && { permalink: url }) }
}

async function waitUntilProcessed(attempt: FacebookAttempt, videoId: string): Promise<void> {
  for (const wait of POLL_PAUSES_MS) {
    const { state, isPublished } = await readStatus(attempt, videoId).catch(rethrowAsUnknown)
    if (isPublished) return
    if (state === 'error') {
      await forgetVideo(attempt)
      throw processingFailedError()
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

/** Converts a time, which is epoch seconds as text in Meta's examples. */
function toIsoTime(time: string | number): string {
  const seconds = Number(time)
  return Number.isNaN(seconds) ? String(time) : new Date(seconds * 1000).toISOString()
}

/** Lists the Page's stories since a time. Those older than a day are listed only if the Page keeps an archive. */
const readStories = (attempt: FacebookAttempt, since: Date) =>
  readPosts({
    ...attemptRequest(attempt, `${attempt.publication.accountId}/stories`),
    fields: 'post_id,media_id,creation_time,url',
    createdAt: ({ creation_time }) => creation_time,
    since: new Date(+since - CLOCK_TOLERANCE_MS),
    item: Story,
  })

/** Ignores errors, because the story is published even if its URL can't be read. */
async function readUrl(attempt: FacebookAttempt, postId: string): Promise<string | undefined> {
  const madeAt = attempt.intentLog.finished()?.at ?? attempt.intentLog.now()
  const stories = await readStories(attempt, madeAt).catch(undefinedIf(() => true))
  return stories?.find(story => story.post_id === postId)?.url
}

/** Searches the Page's stories for the call's upload. A video's own status also shows whether it was published. */
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
  return isAbsenceConclusive(intentLog.now(), unanswered, ABSENT_AFTER_MS)
    ? { state: 'absent' }
    : { state: 'unknown', why: 'The Page does not show it yet.' }
}

/** Returns the call's upload or, if its intent was lost, the recorded one. */
function uploadOf({ intentLog }: FacebookAttempt, { intent }: UnansweredCall) {
  if (typeof intent.story === 'string') return { mediaId: intent.story, isVideo: intent.isVideo === true }
  const video = intentLog.recall(VIDEO, Infinity)
  const known = video ?? intentLog.recall('photo:0', PHOTO_LIFETIME_MS)
  return { mediaId: known && String(known.id), isVideo: video !== undefined }
}
