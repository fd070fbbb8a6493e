import { fetchMedia, UnreachableMedia } from '../../files/fetch-media.ts'
import type { StoredFile } from '../../files/file-store.ts'
import { parseFields, project } from '../../graph/fields.ts'
import { graphError } from '../../graph/graph-error.ts'
import type { GraphCall } from '../../graph/operation.ts'
import { pageOf } from '../../graph/paging.ts'
import { checkMessage } from '../message.ts'
import { publishingPage, readablePage } from '../sign-in/page-access.ts'
import { readVisibility } from '../visibility.ts'
import { finishUpload, startUpload, transferChunk } from './chunked-upload.ts'
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
