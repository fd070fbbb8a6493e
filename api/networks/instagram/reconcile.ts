import * as v from 'valibot'

import { absenceCounts, CLOCK_SLACK_MS, isOfCall } from '#api/networks/core/call-time.ts'
import {
  NetworkError,
  type Published,
  type Reconciliation,
  type UnansweredCall,
  type LatePosts,
} from '#api/networks/core/network.ts'
import { isSameText } from '#api/networks/core/same-text.ts'
import { GraphId } from '#api/networks/meta/json.ts'
import { readPosts } from '#api/networks/meta/posts.ts'
import { isStory } from '#shared/posts/stories.ts'
import { type InstagramAttempt, requestOf, requestFor, type InstagramApp } from './app.ts'
import { forgetContainers, readContainer } from './containers.ts'

/** Time after a call from which the state FINISHED counts, because Instagram may still be processing the call. */
const ABSENT_AFTER_MS = 20_000

const Media = v.object({
  id: GraphId,
  caption: v.optional(v.string(), ''),
  timestamp: v.string(),
  permalink: v.optional(v.string()),
  media_type: v.optional(v.string()),
})

/** Returns the request for an account's media since a call. */
const mediaSince = (request: ReturnType<typeof requestFor>, calledAt: Date) => ({
  ...request,
  fields: 'id,caption,timestamp,permalink,media_type',
  createdAt: ({ timestamp }: v.InferOutput<typeof Media>) => timestamp,
  since: new Date(+calledAt - CLOCK_SLACK_MS),
  item: Media,
})

/**
 * Reconciles by the container's state: PUBLISHED is live, FINISHED can still be published, and the others must be created
 * again (developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-container).
 */
export async function reconcileContainer(
  attempt: InstagramAttempt,
  unanswered: UnansweredCall,
): Promise<Reconciliation> {
  const { intentLog } = attempt
  const known = unanswered.intent.containerId ?? intentLog.recall('container', Infinity)?.id
  if (typeof known !== 'string') return reconcileLost(attempt, unanswered)
  const { status_code: state } = await readContainer(attempt, known).catch(error => {
    if (unanswered.lost && isUnknownContainer(error)) return { status_code: 'EXPIRED' as const }
    throw error
  })
  if (state !== 'PUBLISHED' && unanswered.lost) return reconcileLost(attempt, unanswered)
  switch (state) {
    case 'PUBLISHED':
      return {
        state: 'published',
        published: (await claimMedia(attempt, unanswered)) ?? { externalId: known },
      }
    case 'ERROR':
    case 'EXPIRED':
      await forgetContainers(attempt)
      return { state: 'absent' }
    case 'FINISHED':
      return absenceCounts(intentLog.now(), unanswered, ABSENT_AFTER_MS)
        ? { state: 'absent' }
        : { state: 'unknown', why: 'It has not confirmed it yet.' }
    case 'IN_PROGRESS':
      return { state: 'unknown', why: 'It is still processing the post.' }
  }
}

/** Returns true if Instagram no longer knows a container. A post that it became would still be on the account. */
const isUnknownContainer = (error: unknown) => error instanceof NetworkError && error.kind === 'permanent'

/** Reconciles a call whose intent was lost. It may have published a container that the database doesn't know. */
async function reconcileLost(attempt: InstagramAttempt, unanswered: UnansweredCall): Promise<Reconciliation> {
  const { intentLog } = attempt
  // Another story may have been published at the same time.
  const published = isStoryCall(attempt, unanswered) ? undefined : await claimMedia(attempt, unanswered)
  if (published) return { state: 'published', published }
  if (!absenceCounts(intentLog.now(), unanswered, ABSENT_AFTER_MS))
    return { state: 'unknown', why: 'The account does not show it yet.' }
  await forgetContainers(attempt)
  return { state: 'absent' }
}

/** Claims the first matching media that no other delivery has. */
async function claimMedia(attempt: InstagramAttempt, unanswered: UnansweredCall) {
  const found = await findMedia(attempt, unanswered)
  const claimed = await attempt.intentLog.claim(found.map(({ externalId }) => externalId))
  return found.find(({ externalId }) => externalId === claimed)
}

/** The intent of a story has no caption. */
const isStoryCall = ({ publication }: InstagramAttempt, { intent }: UnansweredCall) =>
  intent.caption === undefined && isStory(publication)

/**
 * Finds the account's media that may be the published container, best match first, without those of other deliveries. A container
 * doesn't name its media, so they are found by caption and time. A story has no caption: of several at that time, none is returned.
 */
export async function findMedia(attempt: InstagramAttempt, unanswered: UnansweredCall): Promise<Published[]> {
  const { publication, intentLog } = attempt
  const ofStory = isStoryCall(attempt, unanswered)
  const request = requestOf(attempt, `${publication.accountId}/${ofStory ? 'stories' : 'media'}`)
  const recent = await readPosts(mediaSince(request, unanswered.at))
  const distance = (timestamp: string) => Math.abs(Date.parse(timestamp) - +unanswered.at)
  const kind = publication.media[0]?.kind === 'video' ? 'VIDEO' : 'IMAGE'
  const found = recent
    .filter(
      ({ caption, timestamp, media_type = kind }) =>
        (ofStory
          ? media_type === kind
          : isSameText(caption, unanswered.intent.caption ?? publication.message)) &&
        (!unanswered.lost || isOfCall(Date.parse(timestamp), unanswered)),
    )
    .toSorted((left, right) => distance(left.timestamp) - distance(right.timestamp))
  const free = await intentLog.unclaimed(found.map(({ id }) => id))
  if (ofStory && free.length > 1) return []
  return found.flatMap(({ id, permalink }) =>
    free.includes(id) ? [{ externalId: id, ...(permalink && { permalink }) }] : [],
  )
}

/**
 * Lists an account's media since a written-off call, and marks those that equal what it sent. Instagram publishes a container
 * once, so a second post follows an edit, which creates the container again. The API can't delete media.
 */
export const instagramLatePosts = (app: InstagramApp): LatePosts => ({
  rejectsRepeats: true,
  async list({ accountId, token, message, extras, since, until }, now) {
    // A story has no text by which it could be recognised.
    if (isStory({ extras })) return []
    const request = requestFor(app, { token, now }, `${accountId}/media`)
    const media = await readPosts(mediaSince(request, since))
    return media.toReversed().map(({ id, caption, timestamp }) => ({
      id,
      isAsSent: Date.parse(timestamp) <= +until && isSameText(caption, message),
    }))
  },
})
