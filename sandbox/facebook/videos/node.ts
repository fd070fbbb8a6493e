import type { NodeFields } from '../../graph/fields.ts'
import type { GraphCall } from '../../graph/operation.ts'
import { graphTime } from '../../graph/time.ts'
import type { Video } from '../../world/entities/facebook.ts'
import { isPublic } from '../../world/page-posts.ts'
import { isShown } from '../../world/page-stories.ts'
import { videoStatus } from '../../world/videos.ts'

export const videoSource = (call: GraphCall, video: Video) =>
  video.file ? `${call.origin}/files/${video.file.id}` : undefined

export const videoFields = (call: GraphCall): NodeFields<Video> => ({
  id: video => video.id,
  title: video => video.title,
  description: video => video.description,
  published: video => isPublished(call, video),
  post_id: video => video.postId,
  status: video => status(call, video),
  permalink_url: video => `${call.origin}/facebook/${video.pageId}/videos/${video.id}`,
  source: video => videoSource(call, video),
  picture: () => `${call.origin}/pictures/video.svg`,
  created_time: video => graphTime(video.createdAt),
  updated_time: video => graphTime(video.finishedAt ?? video.createdAt),
  from: video => ({ id: video.pageId, name: call.world.pages.get(video.pageId)?.name }),
})

function isPublished({ world }: GraphCall, video: Video): boolean {
  const story = world.pageStories.get(video.postId ?? '')
  if (story) return isShown(world, story)
  const post = world.pagePosts.get(video.postId ?? '')
  return post !== undefined && isPublic(post, world.now())
}

/** Under a `stuck` fault the video stays in processing. */
function status(call: GraphCall, video: Video) {
  const real = videoStatus(video, call.world.now())
  const shown = real === 'ready' && call.fault?.kind === 'stuck' ? 'processing' : real
  const phase = (done: boolean) => ({
    status: done ? 'complete' : shown === 'uploading' ? 'not_started' : 'in_progress',
  })
  return {
    video_status: shown,
    uploading_phase: {
      status: shown === 'uploading' ? 'in_progress' : 'complete',
      // Meta spells it like this.
      bytes_transfered: video.upload?.file.bytes ?? video.file?.bytes ?? 0,
    },
    processing_phase: phase(shown === 'ready'),
    publishing_phase: {
      ...phase(shown === 'ready' && isPublished(call, video)),
      publish_status: isPublished(call, video) ? 'published' : 'draft',
    },
  }
}
