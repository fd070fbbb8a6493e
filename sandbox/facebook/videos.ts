import { fetchMedia, UnreachableMedia } from '../files/fetch-media.ts'
import type { StoredFile } from '../files/file-store.ts'
import { refuse } from '../graph/graph-error.ts'
import type { GraphCall } from '../graph/operation.ts'
import { finishUpload, startUpload, transferChunk } from './chunked-upload.ts'
import { checkMessage } from './message.ts'
import { completeVideo, newVideo } from './new-video.ts'
import { publishingPage } from './page-access.ts'
import { readVisibility } from './visibility.ts'

export const videoFaults = ({ params }: GraphCall): string[] => {
  const phase = params['upload_phase']?.toLowerCase()
  return phase ? ['videos', `videos.${phase}`] : ['videos']
}

/** A video in one request, by address, or in the three phases of a chunked upload. */
export async function publishVideo(call: GraphCall) {
  const { page, token } = publishingPage(call, call.id)
  const phase = call.params['upload_phase']?.toLowerCase()
  if (phase !== undefined && call.params['file_url']) {
    throw refuse(100, 'file_url cannot be used with upload_phase')
  }
  if (phase === 'start') return startUpload(call, page.id)
  if (phase === 'transfer') return transferChunk(call, page.id)
  if (phase === 'finish') return finishUpload(call, page.id, token.appId)
  if (phase !== undefined) throw refuse(100, 'Param upload_phase must be one of start, transfer, finish')

  checkMessage(call.params['description'] ?? '')
  const visible = readVisibility(call.params, call.world.now())
  const video = newVideo(call, page.id)
  completeVideo(call, video, await receiveVideo(call), token.appId, visible)
  return { id: video.id }
}

async function receiveVideo(call: GraphCall): Promise<StoredFile> {
  const url = call.params['file_url']
  const upload = call.files.find(({ field }) => field !== 'thumb')?.file
  if (url && upload) throw refuse(100, 'Send either file_url or source, not both')
  if (upload) return upload
  if (!url) throw refuse(100, 'No video file was sent: source or file_url is required')
  try {
    return await fetchMedia(call.world.files, url, 'follow')
  } catch (error) {
    if (!(error instanceof UnreachableMedia)) throw error
    throw refuse(389, 'Unable to fetch video file from URL.')
  }
}
