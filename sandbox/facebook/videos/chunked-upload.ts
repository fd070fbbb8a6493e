import { GraphError, graphError, missingParameter } from '../../graph/graph-error.ts'
import type { GraphCall } from '../../graph/operation.ts'
import type { Video, VideoUpload } from '../../world/entities/facebook.ts'
import { ids } from '../../world/ids.ts'
import { checkMessage } from '../message.ts'
import { readVisibility } from '../visibility.ts'
import { completeVideo, newVideo } from './new-video.ts'

const CHUNK_BYTES = 10 * 1024 * 1024
const MAX_BYTES = 10 * 1024 ** 3

const offsets = ({ file, fileSize }: VideoUpload) => ({
  start_offset: String(file.bytes),
  end_offset: String(Math.min(file.bytes + CHUNK_BYTES, fileSize)),
})

export function startUpload(call: GraphCall, pageId: string) {
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

export function transferChunk(call: GraphCall, pageId: string) {
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

export function finishUpload(call: GraphCall, pageId: string, appId: string | null) {
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
