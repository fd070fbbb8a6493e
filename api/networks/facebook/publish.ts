import * as v from 'valibot'

import {
  NetworkError,
  type Publication,
  type Published,
  type Publishing,
  type UnansweredCall,
} from '#api/networks/core/network.ts'
import { withinUploadBudget } from '#api/networks/core/upload-budget.ts'
import { graphRequest } from '#api/networks/meta/graph.ts'
import { GraphId } from '#api/networks/meta/json.ts'
import { isStory } from '#shared/posts/stories.ts'
import { findLinks } from '#shared/text/links.ts'
import { type FacebookApp, type FacebookAttempt, attemptRequest } from './app.ts'
import { uploadPhoto } from './photo.ts'
import { facebookLatePosts, reconcileFeedPost, reconcileVideo } from './reconcile.ts'
import { publishStory, reconcileStory } from './story.ts'
import { publishVideo } from './video.ts'

/** Publishes to a Page. Uploads pictures unpublished first, so that a single call makes the post visible. */
export const facebookPublishing = (app: FacebookApp): Publishing => ({
  id: 'facebook',
  async publish(publication, intentLog) {
    const attempt = { app, publication, intentLog }
    if (isStory(publication)) return publishStory(attempt, onlyFile(publication))
    const finished = intentLog.finished()
    const video = videoOf(publication)
    if (video) return publishVideo(attempt, video)
    return finished ? publishedPost(finished.result) : publishFeedPost(attempt)
  },
  reconcile(publication, intentLog, unanswered) {
    const attempt = { app, publication, intentLog }
    return reconcilers[kindOfCall(publication, unanswered)](attempt, unanswered)
  },
  latePosts: facebookLatePosts(app),
})

const reconcilers = { story: reconcileStory, video: reconcileVideo, feed: reconcileFeedPost }

/** Returns the kind of post that an unanswered call would have created, by its intent or, if that was lost, by the publication. */
function kindOfCall(publication: Publication, { intent, lost }: UnansweredCall): keyof typeof reconcilers {
  if ('story' in intent) return 'story'
  if ('upload' in intent || 'videoId' in intent) return 'video'
  if (!lost || 'photos' in intent) return 'feed'
  if (isStory(publication)) return 'story'
  return videoOf(publication) ? 'video' : 'feed'
}

function onlyFile({ media: [file] }: Publication) {
  if (file) return file
  throw new NetworkError('permanent', 'story', 'A story needs a picture or a video, and this post has none.')
}

const videoOf = ({ media }: Publication) => media.find(({ kind }) => kind === 'video')

const FeedResponse = v.object({ id: GraphId, permalink_url: v.optional(v.string()) })

/** Publishes a text with its photos or, without any, with the card of its first link. */
async function publishFeedPost(attempt: FacebookAttempt): Promise<Published> {
  const { publication, intentLog } = attempt
  const photos = await Promise.all(
    publication.media.map((item, index) =>
      withinUploadBudget(item.bytes, () => uploadPhoto(attempt, { item, index })),
    ),
  )
  await intentLog.begin({ photos, message: publication.message })
  const link = photos.length === 0 ? findLinks(publication.message)[0]?.url : undefined
  const data = await callFeed(attempt, { photos, link }).catch((error: unknown) => {
    // Nothing was published. A post without the card is better than none.
    if (link !== undefined && error instanceof NetworkError && BAD_LINK.has(error.code))
      return callFeed(attempt, { photos })
    throw error
  })
  await intentLog.finish(data)
  return publishedPost(data)
}

async function callFeed(
  attempt: FacebookAttempt,
  { photos, link }: { photos: string[]; link?: string | undefined },
) {
  const { accountId, message } = attempt.publication
  const { data } = await graphRequest({
    ...attemptRequest(attempt, `${accountId}/feed`),
    method: 'POST',
    form: {
      message: message || undefined,
      link,
      ...Object.fromEntries(
        photos.map((id, index) => [`attached_media[${index}]`, JSON.stringify({ media_fbid: id })]),
      ),
      fields: 'id,permalink_url',
    },
    schema: FeedResponse,
    risky: true,
  })
  return data
}

/** Codes with which Facebook rejects a post because it can't read the page behind its link. */
const BAD_LINK = new Set(['100/1500', '1609005', '100/1609005'])

const publishedPost = (response: Record<string, unknown>): Published => ({
  externalId: String(response.id),
  ...(typeof response.permalink_url === 'string' && { permalink: response.permalink_url }),
})
