import * as v from 'valibot'

import { NetworkError, type Publication, type PublicationMedia } from '#api/networks/core/network.ts'
import { findFailure } from '#api/networks/meta/failures.ts'
import { graphRequest } from '#api/networks/meta/graph.ts'
import { GraphId } from '#api/networks/meta/json.ts'
import { isStory } from '#shared/posts/stories.ts'
import { type InstagramAttempt, attemptRequest } from './app.ts'

/** Containers expire after 24 hours (developers.facebook.com/docs/instagram-platform/content-publishing). */
const CONTAINER_LIFETIME_MS = 23 * 60 * 60_000
/** Meta suggests polling once a minute for five minutes, but pictures are ready much sooner. */
const POLL_PAUSES_MS = [80, 120, 200, 400, 800, 1600, 3000]
const NEXT_POLL_MS = 10_000
const STUCK_AFTER_MS = 10 * 60_000

type Form = Record<string, string | boolean | undefined>

/** Creates the container of a post's only item. */
export async function createSingleContainer(
  attempt: InstagramAttempt,
  item: PublicationMedia,
): Promise<string> {
  const { publication } = attempt
  const caption = publication.message || undefined
  const form: Form = isStory(publication)
    ? await storyForm(item)
    : {
        ...(item.kind === 'video' ? await reelForm(publication, item) : pictureForm(publication, item)),
        ...postFields(publication),
        caption,
      }
  return createContainer(attempt, 'container', form)
}

const MAX_PICTURE_BYTES = 8 * 1024 * 1024

/** Returns the form of a story, which has neither caption nor alt text, and shows a picture of any ratio. */
const storyForm = async ({ kind, url, uncroppedUrl }: PublicationMedia): Promise<Form> => ({
  media_type: 'STORIES',
  ...(kind === 'video' ? { video_url: url } : { image_url: await uncroppedUrl(MAX_PICTURE_BYTES) }),
})

/** Creates a container of two to ten items. Instagram crops all to the first one's aspect ratio. */
export async function createCarouselContainer(attempt: InstagramAttempt): Promise<string> {
  const { publication, intentLog } = attempt
  const known = intentLog.recall('container', CONTAINER_LIFETIME_MS)
  if (known) return String(known.id)
  const children = await Promise.all(
    publication.media.map(async (item, index) => {
      const step = `item:${index}`
      const form: Form =
        item.kind === 'video' ? { media_type: 'VIDEO', video_url: item.url } : pictureForm(publication, item)
      const containerId = await createContainer(attempt, step, {
        ...form,
        is_carousel_item: true,
      })
      await waitUntilReady(attempt, { step, containerId })
      return containerId
    }),
  )
  return createContainer(attempt, 'container', {
    media_type: 'CAROUSEL',
    children: children.join(','),
    ...postFields(publication),
    caption: publication.message || undefined,
  })
}

function pictureForm({ extras, media }: Publication, item: PublicationMedia): Form {
  const { id, url, altText } = item
  const tags = extras?.people?.tags.filter(({ mediaId }) => mediaId === id) ?? []
  const first = media[0] ?? item
  const userTags = tags.map(({ username, x, y }) => ({ username, ...item.toCroppedPoint({ x, y }, first) }))
  return {
    image_url: url,
    alt_text: altText || undefined,
    user_tags: userTags.length > 0 ? JSON.stringify(userTags) : undefined,
  }
}

/** Instagram crops the cover: to 9:16 among the reels, and to a square in the feed. */
const reelForm = async ({ extras, cover }: Publication, { url }: PublicationMedia): Promise<Form> => ({
  media_type: 'REELS',
  video_url: url,
  cover_url: await cover?.uncroppedUrl(MAX_PICTURE_BYTES),
  thumb_offset: extras?.coverMs === undefined ? undefined : String(extras.coverMs),
})

/** Returns the fields of the post as a whole: its collaborators and its place. */
const postFields = ({ extras }: Publication): Form => {
  const names = extras?.people?.collaborators ?? []
  return {
    ...(names.length > 0 && { collaborators: JSON.stringify(names) }),
    location_id: extras?.place?.id,
  }
}

async function createContainer(attempt: InstagramAttempt, step: string, form: Form): Promise<string> {
  const { publication, intentLog } = attempt
  const known = intentLog.recall(step, CONTAINER_LIFETIME_MS)
  if (known) return String(known.id)
  const { data } = await graphRequest({
    ...attemptRequest(attempt, `${publication.accountId}/media`),
    method: 'POST',
    form,
    schema: v.object({ id: GraphId }),
    timeoutMs: 60_000,
  })
  await intentLog.record(step, { ...data, createdAt: +intentLog.now() })
  return data.id
}

const CONTAINER_STATES = ['EXPIRED', 'ERROR', 'FINISHED', 'IN_PROGRESS', 'PUBLISHED'] as const

export async function readContainer(attempt: InstagramAttempt, containerId: string) {
  const { data } = await graphRequest({
    ...attemptRequest(attempt, containerId),
    query: { fields: 'status_code,status' },
    schema: v.object({ status_code: v.picklist(CONTAINER_STATES), status: v.optional(v.string(), '') }),
  })
  return data
}

/** Deletes the containers' steps, so that the next attempt creates new ones. */
export const forgetContainers = ({ publication, intentLog }: InstagramAttempt) =>
  intentLog.forget(['container', ...publication.media.map((_, index) => `item:${index}`)])

/** Waits until the container is ready. Forgets a failed one, so that the next attempt creates another. */
export async function waitUntilReady(
  attempt: InstagramAttempt,
  { step, containerId }: { step: string; containerId: string },
): Promise<'FINISHED' | 'PUBLISHED'> {
  const { intentLog } = attempt
  for (const wait of POLL_PAUSES_MS) {
    const { status_code: state, status } = await readContainer(attempt, containerId)
    if (state === 'FINISHED' || state === 'PUBLISHED') return state
    if (state === 'ERROR' || state === 'EXPIRED') {
      await intentLog.forget(step === 'container' ? [step] : [step, 'container'])
      throw containerFailure(state, status)
    }
    await intentLog.pause(wait)
  }
  const age = +intentLog.now() - Number(intentLog.recall(step, CONTAINER_LIFETIME_MS)?.createdAt ?? 0)
  if (age > STUCK_AFTER_MS) {
    await intentLog.forget([step])
    throw new NetworkError('transient', 'stuck', 'Instagram did not get the file ready, so we send it again.')
  }
  throw new NetworkError('preparing', 'preparing', 'Instagram is getting the file ready.', {
    retryAt: new Date(+intentLog.now() + NEXT_POLL_MS),
  })
}

/** `status` reads like 'Error: Media upload has failed with error code 2207026'. */
function containerFailure(state: 'ERROR' | 'EXPIRED', status: string): NetworkError {
  if (state === 'EXPIRED')
    return new NetworkError('transient', 'expired', 'Instagram let the upload expire, so we send it again.')
  const subcode = /\b2207\d{3}\b/.exec(status)?.[0]
  const found = subcode ? findFailure(0, Number(subcode)) : undefined
  const message =
    found?.message.replaceAll('NAME', 'Instagram') ??
    'Instagram could not use this file. Please export it again and try once more.'
  return new NetworkError(
    found?.outcome === 'permanent' ? 'permanent' : 'transient',
    `container/${subcode ?? 'error'}`,
    message,
  )
}
