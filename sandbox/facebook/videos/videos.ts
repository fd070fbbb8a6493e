import { fetchMedia, UnreachableMedia } from '../../files/fetch-media.ts'
import type { StoredFile } from '../../files/file-store.ts'
import { parseFields, project } from '../../graph/fields.ts'
import { graphError, GraphError, missingParameter } from '../../graph/graph-error.ts'
import type { GraphCall } from '../../graph/operation.ts'
import { pageOf } from '../../graph/paging.ts'
import type { Video, VideoUpload } from '../../world/entities/facebook.ts'
import { ids } from '../../world/ids.ts'
import { checkMessage } from '../message.ts'
import { publishingPage, readablePage } from '../sign-in/page-access.ts'
import { readVisibility } from '../visibility.ts'
import { completeVideo, newVideo } from './new-video.ts'
import { videoFields } from './node.ts'
import { takeFile } from './resumable-upload.ts'

/** The publishing call is named `videos`, however the file was uploaded. */
export const videoFaults = ({ params }: GraphCall): string[] => {
  const phase = params['upload_phase']?.toLowerCase() ?? 'finish'
  return phase === 'finish' ? ['videos', 'videos.finish'] : [`videos.${phase}`]
}

const VIDEO_KINDS = ['uploaded', 'tagged']

/** Lists a Page's videos newest first, including processing and unpublished ones. The sandbox has no tagged videos. */
export function listVideos(call: GraphCall) {
  const { page } = readablePage(call, call.id)
  const type = call.params['type'] ?? 'uploaded'
  if (!VIDEO_KINDS.includes(type))
    throw graphError(100, `Param type must be one of ${VIDEO_KINDS.join(', ')}`)
  const videos = [...call.world.videos.values()].filter(video => video.pageId === page.id && video.file)
  const fields = parseFields(call.params['fields'] ?? 'id,description,updated_time')
  const listed = type === 'uploaded' ? videos.toReversed() : []
  return pageOf(listed, call.params, call.address, video =>
    project(videoFields(call), 'Video', video, fields),
  )
}

/** Publishes a video sent in one request, by URL or in the three phases of a chunked upload. */
export async function publishVideo(call: GraphCall) {
  const { page, token } = publishingPage(call, call.id)
  const phase = call.params['upload_phase']?.toLowerCase()
  if (phase !== undefined && call.params['file_url']) {
    throw graphError(100, 'file_url cannot be used with upload_phase')
  }
  if (phase === 'start') return startUpload(call, page.id)
  if (phase === 'transfer') return transferChunk(call, page.id)
  if (phase === 'finish') return finishUpload(call, page.id, token.appId)
  if (phase !== undefined) throw graphError(100, 'Param upload_phase must be one of start, transfer, finish')

  checkMessage(call.params['description'] ?? '')
  const visible = readVisibility(call.params, call.world.now())
  const video = newVideo(call, page.id)
  completeVideo(call, video, await receiveVideo(call), token.appId, visible)
  return { id: video.id }
}

async function receiveVideo(call: GraphCall): Promise<StoredFile> {
  const handle = call.params['fbuploader_video_file_chunk']
  if (handle) return takeFile(call, handle)
  const url = call.params['file_url']
  const upload = call.files.find(({ field }) => field !== 'thumb')?.file
  if (url && upload) throw graphError(100, 'Send either file_url or source, not both')
  if (upload) return upload
  if (!url) throw graphError(100, 'No video file was sent: source or file_url is required')
  try {
    return await fetchMedia(call.world.files, url, 'follow')
  } catch (error) {
    if (!(error instanceof UnreachableMedia)) throw error
    throw graphError(389, 'Unable to fetch video file from URL.')
  }
}

const CHUNK_BYTES = 10 * 1024 * 1024
const MAX_BYTES = 10 * 1024 ** 3

const offsets = ({ file, fileSize }: VideoUpload) => ({
  start_offset: String(file.bytes),
  end_offset: String(Math.min(file.bytes + CHUNK_BYTES, fileSize)),
})

function startUpload(call: GraphCall, pageId: string) {
  const { world, params } = call
  if (!params['file_size']) throw missingParameter('file_size')
  const fileSize = Number(params['file_size'])
  if (!Number.isSafeInteger(fileSize) || fileSize <= 0 || fileSize > MAX_BYTES) {
    throw graphError(100, 'Param file_size must be a number of bytes')
  }
  const video = newVideo(call, pageId)
  const file = world.files.begin({ name: `${video.id}.mp4`, type: 'video/mp4' })
  video.sessionId = ids.object()
  video.upload = { sessionId: video.sessionId, fileSize, file }
  world.videos.set(video.id, video)
  return { video_id: video.id, upload_session_id: video.sessionId, ...offsets(video.upload) }
}

function transferChunk(call: GraphCall, pageId: string) {
  const { world, params, files } = call
  const { upload } = openSession(call, pageId)
  const chunk = files.find(({ field }) => field === 'video_file_chunk')?.file
  if (params['start_offset'] === undefined) throw missingParameter('start_offset')
  if (!chunk) throw missingParameter('video_file_chunk')

  const expected = offsets(upload)
  const maxChunkBytes = Number(expected.end_offset) - Number(expected.start_offset)
  if (params['start_offset'] !== expected.start_offset || chunk.bytes > maxChunkBytes || chunk.bytes === 0) {
    throw new GraphError({
      code: 6001,
      subcode: 1363037,
      message:
        '(#6001) There was a problem uploading your video: the chunk does not fit the expected offsets',
      data: expected,
    })
  }
  world.files.append(upload.file, chunk)
  return offsets(upload)
}

function finishUpload(call: GraphCall, pageId: string, appId: string | null) {
  const { video, upload } = openSession(call, pageId)
  checkMessage(call.params['description'] ?? '')
  const visible = readVisibility(call.params, call.world.now())
  if (upload.file.bytes !== upload.fileSize) {
    throw new GraphError({
      code: 6000,
      subcode: 1363033,
      message: '(#6000) There was a problem with your video file: it has not been received whole',
      data: offsets(upload),
    })
  }
  video.upload = null
  completeVideo(call, video, upload.file, appId, visible)
  return { success: true }
}

/** Returns the unfinished session that the call names. A session can be finished only once. */
function openSession(call: GraphCall, pageId: string): { video: Video; upload: VideoUpload } {
  const sessionId = call.params['upload_session_id']
  if (!sessionId) throw missingParameter('upload_session_id')
  const video = [...call.world.videos.values()].find(one => one.sessionId === sessionId)
  if (!video?.upload || video.pageId !== pageId) {
    throw graphError(6000, 'The upload session does not exist or is over', 1363019)
  }
  return { video, upload: video.upload }
}
