import type { StoredFile } from '../../files/file-store.ts'
import { isVideo } from '../../files/video.ts'
import { graphError } from '../../graph/graph-error.ts'
import type { GraphCall } from '../../graph/operation.ts'
import type { PagePost, Video } from '../../world/entities/facebook.ts'
import { ids } from '../../world/ids.ts'
import { addPagePost } from '../../world/page-posts.ts'

export const newVideo = ({ world }: GraphCall, pageId: string): Video => ({
  id: ids.object(),
  pageId,
  title: '',
  description: '',
  upload: null,
  sessionId: null,
  file: null,
  createdAt: world.now(),
  finishedAt: null,
  postId: null,
  fate: null,
})

/** Stores the complete file, and publishes it in a post unless the video is unpublished. */
export function completeVideo(
  call: GraphCall,
  video: Video,
  file: StoredFile,
  appId: string | null,
  visible: PagePost['visible'],
): void {
  const { world, params, fault } = call
  if (!isVideo(file.head)) {
    const message = 'Sorry, the video file you selected is in a format that we don’t support.'
    throw graphError(352, message, 1363024)
  }
  video.title = params['title'] ?? ''
  video.description = params['description'] ?? ''
  video.file = file
  video.finishedAt = world.now()
  video.fate = fault?.kind === 'stuck' || fault?.kind === 'video-error' ? fault.kind : null
  world.videos.set(video.id, video)
  world.shownFiles.set(file.id, file)
  if (visible === 'never') return
  addPagePost(world, {
    pageId: video.pageId,
    appId,
    message: video.description,
    video,
    visible: video.fate ? 'never' : visible,
  })
}
