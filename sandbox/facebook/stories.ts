import { isVideo, videoFacts } from '../files/video.ts'
import { parseFields, project, type NodeFields } from '../graph/fields.ts'
import { GraphError, missingObject, graphError, missingParameter } from '../graph/graph-error.ts'
import type { GraphCall } from '../graph/operation.ts'
import { pageOf } from '../graph/paging.ts'
import { withinTimes } from '../graph/time.ts'
import type { PageStory, Video } from '../world/entities/facebook.ts'
import { addStory, isLive, storiesOfPage } from '../world/page-stories.ts'
import { publishingPage, readablePage } from './sign-in/page-access.ts'
import { newVideo } from './videos/new-video.ts'

/** Publishes an unpublished photo as a story, once. */
export function publishPhotoStory(call: GraphCall) {
  const { world, params } = call
  const { page, token } = publishingPage(call, call.id)
  const id = params['photo_id']
  if (!id) throw missingParameter('photo_id')
  const photo = world.photos.get(id)
  if (!photo || photo.pageId !== page.id)
    throw graphError(100, `photo_id ${id} is not a photo of this Page`, 33)
  if (photo.postId !== null) throw graphError(100, `photo_id ${id} is already used in a published post`)
  const story = addStory(world, { pageId: page.id, appId: token.appId, mediaId: id, mediaType: 'photo' })
  photo.postId = story.id
  return { success: true, post_id: story.id }
}

/** The publishing call is named `video_stories`. */
export const storyFaults = ({ params }: GraphCall): string[] =>
  params['upload_phase']?.toLowerCase() === 'start' ? ['video_stories.start'] : ['video_stories']

export async function publishVideoStory(call: GraphCall) {
  const { page, token } = publishingPage(call, call.id)
  const phase = call.params['upload_phase']?.toLowerCase()
  if (phase === undefined) throw missingParameter('upload_phase')
  if (phase === 'start') return startStory(call, page.id)
  if (phase !== 'finish') throw graphError(100, 'Param upload_phase must be one of {START, FINISH}')
  return finishStory(call, page.id, token.appId)
}

/** Prefix of paths that belong to Meta's upload host. */
const RUPLOAD = 'rupload:'

function startStory(call: GraphCall, pageId: string) {
  const { world, origin } = call
  const video = newVideo(call, pageId)
  const file = world.files.begin({ name: `${video.id}.mp4`, type: 'video/mp4' })
  video.upload = { sessionId: video.id, fileSize: 0, file }
  world.videos.set(video.id, video)
  return { video_id: video.id, upload_url: `${origin}/facebook/v23.0/${RUPLOAD}${video.id}` }
}

/** Receives bytes of a video at the offset that was reached. */
export function receiveStory(call: GraphCall) {
  const { world, files, headers } = call
  const video = world.videos.get(call.id.slice(RUPLOAD.length))
  if (!video) throw missingObject(call.method, call.id)
  publishingPage(call, video.pageId)
  if (!headers['authorization']?.startsWith('OAuth '))
    throw graphError(100, 'The Authorization header must be of the form OAuth TOKEN')
  const fileSize = Number(headers['file_size'])
  if (!Number.isSafeInteger(fileSize) || fileSize <= 0) throw missingParameter('file_size')
  const part = files[0]?.file
  const { upload } = video
  if (!upload) throw graphError(6000, 'The upload session does not exist or is over', 1363019)
  const fits = part && headers['offset'] === String(upload.file.bytes)
  if (!fits || upload.file.bytes + part.bytes > fileSize)
    throw graphError(6001, `The bytes do not continue the file at ${upload.file.bytes}`, 1363037)
  upload.fileSize = fileSize
  world.files.append(upload.file, part)
  return { success: true }
}

async function finishStory(call: GraphCall, pageId: string, appId: string | null) {
  const { world, params, fault } = call
  const id = params['video_id']
  if (!id) throw missingParameter('video_id')
  const video = world.videos.get(id)
  if (!video || video.pageId !== pageId)
    throw graphError(100, `video_id ${id} is not a video of this Page`, 33)
  const { upload } = video
  if (!upload) throw graphError(6000, 'The video was published already', 1363019)
  if (upload.fileSize === 0 || upload.file.bytes !== upload.fileSize)
    throw graphError(
      6000,
      'There was a problem with your video file: it has not been received whole',
      1363033,
    )
  await requireFit(call, video)
  video.file = upload.file
  video.upload = null
  video.finishedAt = world.now()
  video.fate = fault?.kind === 'stuck' || fault?.kind === 'video-error' ? fault.kind : null
  world.shownFiles.set(video.file.id, video.file)
  const story = addStory(world, { pageId, appId, mediaId: video.id, mediaType: 'video' })
  video.postId = story.id
  return { success: true, post_id: story.id }
}

const [MIN_SECONDS, MAX_SECONDS] = [3, 60]
const [MIN_WIDTH, MIN_HEIGHT] = [540, 960]
const RATIO_TOLERANCE = 0.01

/** Rejects a video that a story can't show. Tests' files without an index pass. */
async function requireFit({ world }: GraphCall, { upload }: Video): Promise<void> {
  if (!upload) return
  if (!isVideo(upload.file.head)) throw unfit(1363024, 'The video file is in a format that is not supported.')
  const bytes = world.files.read(upload.file)
  const facts = bytes && (await videoFacts(bytes))
  if (!facts) return
  const { width, height, seconds } = facts
  if (Math.abs(width / height / (9 / 16) - 1) > RATIO_TOLERANCE)
    throw unfit(1363040, 'The video has an unsupported aspect ratio. It must be 9:16.')
  if (width < MIN_WIDTH || height < MIN_HEIGHT)
    throw unfit(1363127, 'The video has an unsupported resolution. It must be at least 540 × 960.')
  if (seconds < MIN_SECONDS || seconds > MAX_SECONDS)
    throw unfit(1363128, 'The video has an unsupported duration. It must be between 3 and 60 seconds.')
}

const unfit = (subcode: number, userMessage: string) =>
  new GraphError({
    code: 352,
    subcode,
    message: `(#352) ${userMessage}`,
    title: 'Unsupported video',
    userMessage,
  })

/** Lists a Page's stories, newest first: those of the last day, or archived ones. */
export function listStories(call: GraphCall) {
  const { world, params, address } = call
  const { page } = readablePage(call, call.id)
  const wanted = (params['status'] ?? 'PUBLISHED').replace(/[[\]"\s]/g, '').split(',')
  const inTime = withinTimes(params)
  const stories = storiesOfPage(world, page.id).filter(
    story => inTime(story.createdAt) && wanted.includes(statusOf(call, story)),
  )
  const fields = parseFields(
    params['fields'] ?? 'post_id,status,creation_time,media_type,media_id,url',
  ).filter(({ name }) => name !== 'id')
  return pageOf(stories, params, address, story => {
    const { id: _, ...shown } = project(storyFields(call), 'Stories', story, fields)
    return shown
  })
}

const statusOf = ({ world }: GraphCall, story: PageStory) => (isLive(world, story) ? 'PUBLISHED' : 'ARCHIVED')

/** A story has no `id`, and its time is in seconds. */
const storyFields = (call: GraphCall): NodeFields<PageStory> => ({
  id: story => story.id,
  post_id: story => story.id,
  status: story => statusOf(call, story),
  creation_time: story => String(Math.floor(story.createdAt.getTime() / 1000)),
  media_type: story => story.mediaType,
  media_id: story => story.mediaId,
  url: story => storyUrl(call.origin, story),
})

export const storyUrl = (origin: string, { pageId, id }: PageStory) =>
  `${origin}/facebook/stories/${pageId}/${id}`
