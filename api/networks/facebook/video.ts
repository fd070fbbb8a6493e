import * as v from 'valibot'

import {
  rethrowAsUnknown,
  NetworkError,
  type Publication,
  type PublicationMedia,
  type Published,
} from '#api/networks/core/network.ts'
import { isPermission } from '#api/networks/meta/failures.ts'
import { graphRequest } from '#api/networks/meta/graph.ts'
import { GraphId } from '#api/networks/meta/json.ts'
import { type FacebookAttempt, attemptRequest } from './app.ts'
import { forgetUpload, uploadVideo } from './upload.ts'

export const VIDEO_ERROR = 'video_error'

/** Pauses between polls of one attempt while Facebook processes the video; later attempts poll again. */
export const POLL_PAUSES_MS = [200, 400, 800, 1600, 3000]

/** Publishes the uploaded file as a post. Only the response contains the video's id. */
export async function publishVideo(attempt: FacebookAttempt, file: PublicationMedia): Promise<Published> {
  const { app, publication, intentLog } = attempt
  const finished = intentLog.finished()
  if (finished) {
    // Release 0.1.0 recorded `videoId`.
    const { id, videoId } = finished.result
    return waitForVideo(attempt, String(id ?? videoId))
  }
  const handle = await uploadVideo(attempt, file).catch(refuseVideos)
  await intentLog.begin({ upload: handle, message: publication.message })
  const { data } = await graphRequest({
    ...attemptRequest(attempt, `${publication.accountId}/videos`),
    url: `${app.videoUrl}/${publication.accountId}/videos`,
    method: 'POST',
    form: { fbuploader_video_file_chunk: handle, description: publication.message || undefined },
    schema: v.object({ id: GraphId }),
    risky: true,
  }).catch(async error => {
    // The next attempt can't use a handle that was permanently rejected.
    if (error instanceof NetworkError && error.kind === 'permanent') await forgetUpload(intentLog)
    return refuseVideos(error)
  })
  await intentLog.finish(data)
  return waitForVideo(attempt, data.id)
}

const Video = v.object({
  published: v.optional(v.boolean(), false),
  post_id: v.optional(GraphId),
  permalink_url: v.optional(v.string()),
  status: v.optional(v.object({ video_status: v.optional(v.string(), '') }), { video_status: '' }),
})

export async function readVideo(attempt: FacebookAttempt, videoId: string) {
  const { data } = await graphRequest({
    ...attemptRequest(attempt, videoId),
    query: { fields: 'published,post_id,permalink_url,status' },
    schema: Video,
  }).catch(rethrowForbiddenAsUnknown)
  const published: Published | undefined = data.published
    ? {
        externalId: postIdOf(attempt.publication, data.post_id ?? videoId),
        ...(data.permalink_url && { permalink: absolute(data.permalink_url) }),
      }
    : undefined
  return { status: data.status.video_status, published }
}

/** Waits until Facebook has processed and published the video. */
async function waitForVideo(attempt: FacebookAttempt, videoId: string): Promise<Published> {
  for (const wait of POLL_PAUSES_MS) {
    const video = await readVideo(attempt, videoId).catch(rethrowAsUnknown)
    if (video.published) return video.published
    if (video.status === 'error') {
      await forgetUpload(attempt.intentLog)
      throw processingFailedError()
    }
    await attempt.intentLog.pause(wait)
  }
  throw new NetworkError('unknown', 'processing', 'Facebook has the video and is getting it ready.')
}

export const processingFailedError = () =>
  new NetworkError(
    'permanent',
    VIDEO_ERROR,
    'Facebook could not process this video. Please export it again as an MP4 with H.264.',
  )

/**
 * Returns a `catch` handler that turns a missing permission into a failure of this post only. Other posts may still be allowed,
 * and the Page's health check detects a permission that was lost completely.
 * @param what the kind of posts that Facebook refuses
 */
export const explainMissingPermission =
  (what: 'videos' | 'stories') =>
  (error: unknown): never => {
    if (error instanceof NetworkError && isMissingPermission(error))
      throw new NetworkError(
        'permanent',
        error.code,
        `Facebook doesn’t let us publish ${what} to this Page. Reconnect it in Social Hub and grant every permission that it asks for, then choose Try again.`,
      )
    throw error
  }

const refuseVideos = explainMissingPermission('videos')

const isMissingPermission = ({ kind, code }: NetworkError) => kind === 'reconnect' && isPermission(code)

/** Without permission to read a video, its state is unknown, but the Page's sign-in is still valid. */
export function rethrowForbiddenAsUnknown(error: unknown): never {
  if (error instanceof NetworkError && isMissingPermission(error))
    throw new NetworkError('unknown', error.code, error.message)
  throw error
}

const postIdOf = ({ accountId }: Publication, postId: string) =>
  postId.includes('_') ? postId : `${accountId}_${postId}`

const absolute = (permalink: string) =>
  permalink.startsWith('/') ? `https://www.facebook.com${permalink}` : permalink
