import * as v from 'valibot'

import { type FacebookApp, signed } from './facebook-app.ts'
import { isPermission } from './graph-failures.ts'
import { graphRequest } from './graph.ts'
import { GraphId } from './graph-json.ts'
import {
  concernsMoreThanThePost,
  type Journal,
  NetworkError,
  type Publication,
  type Published,
} from './network.ts'
import { withUploadRoom } from './upload-room.ts'

const UPLOAD_LIVES_MS = 12 * 60 * 60_000
const CHUNK_TIMEOUT_MS = 120_000
/** How long one attempt looks on while Facebook makes the video ready; later attempts look again. */
const LOOKS_MS = [200, 400, 800, 1600, 3000]

const Offsets = v.object({
  start_offset: v.pipe(GraphId, v.transform(Number)),
  end_offset: v.pipe(GraphId, v.transform(Number)),
})
const Started = v.object({ video_id: GraphId, upload_session_id: GraphId, ...Offsets.entries })

/** Sends the file in the chunks that Graph asks for. Nothing is seen until the session is finished. */
export async function uploadVideo(
  app: FacebookApp,
  publication: Publication,
  journal: Journal,
): Promise<{ videoId: string; sessionId: string }> {
  const known = journal.recall('video', UPLOAD_LIVES_MS)
  if (known) return { videoId: String(known.videoId), sessionId: String(known.sessionId) }
  const { bytes, read } = publication.media[0]!
  const request = {
    provider: 'facebook',
    method: 'POST',
    url: `${app.graphUrl}/${publication.accountId}/videos`,
    ...signed(app, publication, journal),
  } as const

  const { data: session } = await graphRequest({
    ...request,
    form: { upload_phase: 'start', file_size: bytes },
    schema: Started,
  })
  let { start_offset: start, end_offset: end } = session
  while (start < end) {
    const next = await withUploadRoom(end - start, () => transfer(start, end))
    if (next.start_offset <= start)
      throw new NetworkError('passing', 'transfer', 'Facebook did not take the next part of the video.')
    ;({ start_offset: start, end_offset: end } = next)
    // A part's copies lie outside the heap that Bun watches: uncollected they would add up to most of the file.
    Bun.gc(true)
  }
  const uploaded = { videoId: session.video_id, sessionId: session.upload_session_id }
  await journal.record('video', uploaded)
  return uploaded

  async function transfer(start: number, end: number) {
    const body = new FormData()
    body.set('upload_phase', 'transfer')
    body.set('upload_session_id', session.upload_session_id)
    body.set('start_offset', String(start))
    body.set('video_file_chunk', new File([await read(start, end)], 'video.mp4', { type: 'video/mp4' }))
    return (await graphRequest({ ...request, body, schema: Offsets, timeoutMs: CHUNK_TIMEOUT_MS })).data
  }
}

const Video = v.object({
  published: v.optional(v.boolean(), false),
  post_id: v.optional(GraphId),
  permalink_url: v.optional(v.string()),
  status: v.optional(v.object({ video_status: v.optional(v.string(), '') }), { video_status: '' }),
})

export async function readVideo(
  app: FacebookApp,
  publication: Publication,
  journal: Journal,
  videoId: string,
) {
  const { data } = await graphRequest({
    provider: 'facebook',
    url: `${app.graphUrl}/${videoId}`,
    query: { fields: 'published,post_id,permalink_url,status' },
    schema: Video,
    ...signed(app, publication, journal),
  }).catch(asUnreadable)
  const published: Published | undefined = data.published
    ? {
        externalId: postIdOf(publication, data.post_id ?? videoId),
        ...(data.permalink_url && { permalink: absolute(data.permalink_url) }),
      }
    : undefined
  return { status: data.status.video_status, published }
}

/** The finished upload as a post: Facebook says 'published' once it has made the video ready. */
export async function videoPost(
  app: FacebookApp,
  publication: Publication,
  journal: Journal,
  videoId: string,
): Promise<Published> {
  for (const wait of LOOKS_MS) {
    const video = await readVideo(app, publication, journal, videoId).catch(asUnknown)
    if (video.published) return video.published
    if (video.status === 'error') {
      await journal.forget(['video'])
      throw new NetworkError(
        'lasting',
        'video_error',
        'Facebook could not process this video. Please export it again as an MP4 with H.264.',
      )
    }
    await journal.pause(wait)
  }
  throw new NetworkError('unknown', 'processing', 'Facebook has the video and is getting it ready.')
}

/**
 * Turns a missing permission into a failure of this video alone: pictures may still be allowed, and what nobody may do any
 * more the Page's own health check notices.
 * @throws {NetworkError} always
 */
export function refusedVideo(error: unknown): never {
  if (error instanceof NetworkError && isMissingPermission(error))
    throw new NetworkError(
      'lasting',
      error.code,
      'Facebook doesn’t let us publish videos to this Page. Reconnect it in Social Hub and allow everything that is asked, then choose Try again.',
    )
  throw error
}

const isMissingPermission = ({ kind, code }: NetworkError) => kind === 'reconnect' && isPermission(code)

/** A video that we may not read says nothing about the Page's sign-in. */
function asUnreadable(error: unknown): never {
  if (error instanceof NetworkError && isMissingPermission(error))
    throw new NetworkError('unknown', error.code, error.message)
  throw error
}

/** After the finishing call, a look that fails proves nothing. */
function asUnknown(error: unknown): never {
  if (error instanceof NetworkError && !concernsMoreThanThePost(error))
    throw new NetworkError('unknown', error.code, error.message)
  throw error
}

const postIdOf = ({ accountId }: Publication, postId: string) =>
  postId.includes('_') ? postId : `${accountId}_${postId}`

const absolute = (permalink: string) =>
  permalink.startsWith('/') ? `https://www.facebook.com${permalink}` : permalink
