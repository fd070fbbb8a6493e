import * as v from 'valibot'

import { isAbsenceConclusive, CLOCK_TOLERANCE_MS, mayBelongToCall } from '#api/networks/core/call-time.ts'
import {
  type IntentLog,
  NetworkError,
  type Published,
  type Publishing,
  type StepData,
  type Reconciliation,
  type UnansweredCall,
  type LatePosts,
} from '#api/networks/core/network.ts'
import { isSameText } from '#api/networks/core/same-text.ts'
import { OBJECT_GONE } from '#api/networks/meta/failures.ts'
import { graphRequest } from '#api/networks/meta/graph.ts'
import { GraphId } from '#api/networks/meta/json.ts'
import { readPosts } from '#api/networks/meta/posts.ts'
import { isStory } from '#shared/posts/stories.ts'
import { type InstagramApp, type InstagramAttempt, accountRequest, attemptRequest } from './app.ts'
import {
  createCarouselContainer,
  forgetContainers,
  createSingleContainer,
  waitUntilReady,
  readContainer,
} from './containers.ts'

/** The quota covers a rolling 24 hours, so a slot may become free at any time. */
const QUOTA_WAIT_MS = 15 * 60_000

/** Publishes to a professional account: invisible containers first, then a single publishing call. */
export const instagramPublishing = (app: InstagramApp): Publishing => ({
  id: 'instagram',
  async publish(publication, intentLog) {
    const attempt = { app, publication, intentLog }
    const finished = intentLog.finished()
    if (finished) return publishedMedia(attempt, String(finished.result.id))
    const isResumed = intentLog.recall('container', Infinity) !== undefined
    if (!isResumed) await checkQuota(attempt)
    const { containerId, isPublished } = await prepare(attempt)
    const { message: caption, extras } = publication
    const intent = { containerId, ...(isStory(publication) ? { extras } : { caption }) }
    // Checked before the quota, which this very post may have used up.
    if (isPublished) return findPublished(attempt, intent)
    if (isResumed) await checkQuota(attempt)
    return publish(attempt, intent)
  },
  reconcile: (publication, intentLog, unanswered) =>
    reconcileContainer({ app, publication, intentLog }, unanswered),
  latePosts: instagramLatePosts(app),
  async remainingQuota({ accountId, token }, now) {
    const quota = await readQuota(accountRequest(app, { token, now }, quotaPath(accountId)))
    return quota && Math.max(0, quota.total - quota.used)
  },
})

const Quota = v.object({
  data: v.array(
    v.object({ quota_usage: v.number(), config: v.optional(v.object({ quota_total: v.number() })) }),
  ),
})

const quotaPath = (accountId: string) => `${accountId}/content_publishing_limit`

/** Returns the account's number of posts within 24 hours, and its maximum; undefined if the response has no maximum. */
async function readQuota(request: ReturnType<typeof accountRequest>) {
  const query = { fields: 'quota_usage,config' }
  const [quota] = (await graphRequest({ ...request, query, schema: Quota })).data.data
  return quota?.config && { used: quota.quota_usage, total: quota.config.quota_total }
}

/** @throws {NetworkError} `wait` if the account has used up its quota */
async function checkQuota(attempt: InstagramAttempt) {
  const quota = await readQuota(attemptRequest(attempt, quotaPath(attempt.publication.accountId)))
  if (!quota || quota.used < quota.total) return
  throw new NetworkError(
    'wait',
    'quota',
    `Instagram lets this account publish ${quota.total} posts in 24 hours, and it has used them all. We’ll try again when there may be room.`,
    { retryAt: new Date(+attempt.intentLog.now() + QUOTA_WAIT_MS) },
  )
}

type Intent = StepData & { containerId: string }

/** Earliest possible time of the media: its container's. */
const preparedAt = (intentLog: IntentLog) =>
  new Date(Number(intentLog.recall('container', Infinity)?.createdAt ?? intentLog.now()))

/**
 * Returns the post of a container that an earlier call has published. If its media isn't found, the container's id stands in for the
 * media's, so that the post counts as published.
 */
async function findPublished(attempt: InstagramAttempt, intent: Intent): Promise<Published> {
  try {
    const found = await findMedia(attempt, { intent, at: preparedAt(attempt.intentLog) })
    return found[0] ?? { externalId: intent.containerId }
  } catch (error) {
    return ignoreNetworkError(error, intent.containerId)
  }
}

/** Codes for an unknown container (developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/error-codes). */
const CONTAINER_GONE = new Set(['24/2207006', '24/2207008', OBJECT_GONE])

const isContainerGone = (error: unknown): error is NetworkError =>
  error instanceof NetworkError && CONTAINER_GONE.has(error.code)

/** Handles `CONTAINER_GONE` only here: at `media_publish` it may also mean that the container is already published. */
async function prepare(attempt: InstagramAttempt) {
  try {
    const [item, ...others] = attempt.publication.media
    const containerId =
      item && others.length === 0
        ? await createSingleContainer(attempt, item)
        : await createCarouselContainer(attempt)
    const status = await waitUntilReady(attempt, { step: 'container', containerId })
    return { containerId, isPublished: status === 'PUBLISHED' }
  } catch (error) {
    if (!isContainerGone(error)) throw error
    await forgetContainers(attempt)
    throw new NetworkError(
      'transient',
      error.code,
      'Instagram no longer has the media we prepared. We will prepare it again.',
    )
  }
}

async function publish(attempt: InstagramAttempt, intent: Intent): Promise<Published> {
  const { publication, intentLog } = attempt
  await intentLog.begin(intent)
  const { data } = await graphRequest({
    ...attemptRequest(attempt, `${publication.accountId}/media_publish`),
    method: 'POST',
    form: { creation_id: intent.containerId },
    schema: v.object({ id: GraphId }),
    risky: true,
  })
  await intentLog.finish(data)
  return publishedMedia(attempt, data.id)
}

async function publishedMedia(attempt: InstagramAttempt, id: string): Promise<Published> {
  try {
    const { data } = await graphRequest({
      ...attemptRequest(attempt, id),
      query: { fields: 'permalink' },
      schema: v.object({ permalink: v.optional(v.string()) }),
    })
    return { externalId: id, ...(data.permalink && { permalink: data.permalink }) }
  } catch (error) {
    return ignoreNetworkError(error, id)
  }
}

/** The post is published, even if its details can't be read. */
function ignoreNetworkError(error: unknown, externalId: string): Published {
  if (error instanceof NetworkError) return { externalId }
  throw error
}

/** A container stays FINISHED while Instagram processes its publishing call, so until then the state proves nothing. */
const ABSENT_AFTER_MS = 20_000

const Media = v.object({
  id: GraphId,
  caption: v.optional(v.string(), ''),
  timestamp: v.string(),
  permalink: v.optional(v.string()),
  media_type: v.optional(v.string()),
})

/** Returns the request for an account's media since a call. */
const mediaSince = (request: ReturnType<typeof accountRequest>, calledAt: Date) => ({
  ...request,
  fields: 'id,caption,timestamp,permalink,media_type',
  createdAt: ({ timestamp }: v.InferOutput<typeof Media>) => timestamp,
  since: new Date(+calledAt - CLOCK_TOLERANCE_MS),
  item: Media,
})

/**
 * Reconciles by the container's state: PUBLISHED is live, FINISHED can still be published, and the others must be created
 * again (developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-container).
 */
async function reconcileContainer(
  attempt: InstagramAttempt,
  unanswered: UnansweredCall,
): Promise<Reconciliation> {
  const { intentLog } = attempt
  const containerId = unanswered.intent.containerId ?? intentLog.recall('container', Infinity)?.id
  if (typeof containerId !== 'string') return reconcileLost(attempt, unanswered)
  const container = await readContainer(attempt, containerId).catch(error => {
    if (unanswered.lost && isContainerGone(error)) return undefined
    throw error
  })
  if (!container || (unanswered.lost && container.status_code !== 'PUBLISHED'))
    return reconcileLost(attempt, unanswered)
  switch (container.status_code) {
    case 'PUBLISHED':
      return {
        state: 'published',
        published: (await claimMedia(attempt, unanswered)) ?? { externalId: containerId },
      }
    case 'ERROR':
    case 'EXPIRED':
      await forgetContainers(attempt)
      return { state: 'absent' }
    case 'FINISHED':
      return isAbsenceConclusive(intentLog.now(), unanswered, ABSENT_AFTER_MS)
        ? { state: 'absent' }
        : { state: 'unknown', why: 'Instagram hasn’t confirmed the post yet.' }
    case 'IN_PROGRESS':
      return { state: 'unknown', why: 'Instagram is still processing the post.' }
  }
}

/** Reconciles a call whose intent was lost. It may have published a container that the database doesn't know. */
async function reconcileLost(attempt: InstagramAttempt, unanswered: UnansweredCall): Promise<Reconciliation> {
  const { intentLog } = attempt
  // Another story may have been published at the same time.
  const published = isStoryCall(attempt, unanswered) ? undefined : await claimMedia(attempt, unanswered)
  if (published) return { state: 'published', published }
  if (!isAbsenceConclusive(intentLog.now(), unanswered, ABSENT_AFTER_MS))
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
 * doesn't name its media, so they are matched by caption and time. Stories have no caption, so several candidates match none.
 */
async function findMedia(attempt: InstagramAttempt, unanswered: UnansweredCall): Promise<Published[]> {
  const { publication, intentLog } = attempt
  const isStoryMedia = isStoryCall(attempt, unanswered)
  const request = attemptRequest(attempt, `${publication.accountId}/${isStoryMedia ? 'stories' : 'media'}`)
  const recent = await readPosts(mediaSince(request, unanswered.at))
  const distance = (timestamp: string) => Math.abs(Date.parse(timestamp) - +unanswered.at)
  const kind = publication.media[0]?.kind === 'video' ? 'VIDEO' : 'IMAGE'
  const found = recent
    .filter(
      ({ caption, timestamp, media_type = kind }) =>
        (isStoryMedia
          ? media_type === kind
          : isSameText(caption, unanswered.intent.caption ?? publication.message)) &&
        (!unanswered.lost || mayBelongToCall(Date.parse(timestamp), unanswered)),
    )
    .toSorted((left, right) => distance(left.timestamp) - distance(right.timestamp))
  const free = await intentLog.unclaimed(found.map(({ id }) => id))
  if (isStoryMedia && free.length > 1) return []
  return found.flatMap(({ id, permalink }) =>
    free.includes(id) ? [{ externalId: id, ...(permalink && { permalink }) }] : [],
  )
}

/**
 * Lists an account's media since a written-off call, and marks those with its content. A repeat publishes the same container, which
 * Instagram accepts only once.
 */
const instagramLatePosts = (app: InstagramApp): LatePosts => ({
  rejectsRepeatedCalls: true,
  async list({ accountId, token, message, extras, since, until }, now) {
    // A story has no text to recognise it by.
    if (isStory({ extras })) return []
    const request = accountRequest(app, { token, now }, `${accountId}/media`)
    const media = await readPosts(mediaSince(request, since))
    return media.toReversed().map(({ id, caption, timestamp }) => ({
      id,
      isAsSent: Date.parse(timestamp) <= +until && isSameText(caption, message),
    }))
  },
})
