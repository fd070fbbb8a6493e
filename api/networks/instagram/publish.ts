import * as v from 'valibot'

import {
  type IntentLog,
  NetworkError,
  type Published,
  type Publishing,
  type StepData,
} from '#api/networks/core/network.ts'
import { OBJECT_GONE } from '#api/networks/meta/failures.ts'
import { graphRequest } from '#api/networks/meta/graph.ts'
import { GraphId } from '#api/networks/meta/json.ts'
import { isStory } from '#shared/posts/stories.ts'
import { type InstagramApp, type InstagramAttempt, requestFor, requestOf } from './app.ts'
import { carouselContainer, forgetContainers, singleContainer, waitUntilReady } from './containers.ts'
import { instagramLatePosts, reconcileContainer, findMedia } from './reconcile.ts'

/** Posts leave the quota one by one, at any time. */
const QUOTA_WAIT_MS = 15 * 60_000

/** Publishes to a professional account: invisible containers first, then a single publishing call. */
export const instagramPublishing = (app: InstagramApp): Publishing => ({
  id: 'instagram',
  async publish(publication, intentLog) {
    const attempt = { app, publication, intentLog }
    const finished = intentLog.finished()
    if (finished) return publishedMedia(attempt, String(finished.result.id))
    await checkQuota(attempt)
    const { containerId, ready } = await prepare(attempt)
    const { message: caption, extras } = publication
    const intent = { containerId, ...(isStory(publication) ? { extras } : { caption }) }
    return ready === 'PUBLISHED' ? publishedEarlier(attempt, intent) : publish(attempt, intent)
  },
  reconcile: (publication, intentLog, unanswered) =>
    reconcileContainer({ app, publication, intentLog }, unanswered),
  latePosts: instagramLatePosts(app),
  async remainingQuota({ accountId, token }, now) {
    const quota = await readQuota(requestFor(app, { token, now }, quotaPath(accountId)))
    return quota && Math.max(0, quota.total - quota.used)
  },
})

const Quota = v.object({
  data: v.array(
    v.object({ quota_usage: v.number(), config: v.optional(v.object({ quota_total: v.number() })) }),
  ),
})

const quotaPath = (accountId: string) => `${accountId}/content_publishing_limit`

/**
 * Returns how many posts the account has published within 24 hours, and its maximum. Returns undefined if Instagram doesn't tell.
 */
async function readQuota(request: ReturnType<typeof requestFor>) {
  const query = { fields: 'quota_usage,config' }
  const [quota] = (await graphRequest({ ...request, query, schema: Quota })).data.data
  return quota?.config && { used: quota.quota_usage, total: quota.config.quota_total }
}

/** Requires that the account may publish. @throws {NetworkError} `wait` if the quota is used up */
async function checkQuota(attempt: InstagramAttempt) {
  const quota = await readQuota(requestOf(attempt, quotaPath(attempt.publication.accountId)))
  if (!quota || quota.used < quota.total) return
  throw new NetworkError(
    'wait',
    'quota',
    `Instagram lets this account publish ${quota.total} posts in 24 hours, and it has used them all. We’ll try again when there may be room.`,
    { retryAt: new Date(+attempt.intentLog.now() + QUOTA_WAIT_MS) },
  )
}

type Intent = StepData & { containerId: string }

/** The media can't be older than its container. */
const preparedAt = (intentLog: IntentLog) =>
  new Date(Number(intentLog.recall('container', Infinity)?.createdAt ?? intentLog.now()))

async function publishedEarlier(attempt: InstagramAttempt, intent: Intent): Promise<Published> {
  try {
    const found = await findMedia(attempt, { intent, at: preparedAt(attempt.intentLog) })
    return found[0] ?? { externalId: intent.containerId }
  } catch (error) {
    return withoutDetails(error, intent.containerId)
  }
}

/** Codes for an unknown container (developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/error-codes). */
const CONTAINER_GONE = new Set(['24/2207006', '24/2207008', OBJECT_GONE])

/** Handles these codes only while preparing: at `media_publish` they may also mean that the container is already published. */
async function prepare(attempt: InstagramAttempt) {
  try {
    const [item, ...others] = attempt.publication.media
    const containerId =
      item && others.length === 0 ? await singleContainer(attempt, item) : await carouselContainer(attempt)
    const ready = await waitUntilReady(attempt, { step: 'container', containerId })
    return { containerId, ready }
  } catch (error) {
    if (!(error instanceof NetworkError) || !CONTAINER_GONE.has(error.code)) throw error
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
    ...requestOf(attempt, `${publication.accountId}/media_publish`),
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
      ...requestOf(attempt, id),
      query: { fields: 'permalink' },
      schema: v.object({ permalink: v.optional(v.string()) }),
    })
    return { externalId: id, ...(data.permalink && { permalink: data.permalink }) }
  } catch (error) {
    return withoutDetails(error, id)
  }
}

/** The post is published, even if its details can't be read. */
function withoutDetails(error: unknown, externalId: string): Published {
  if (error instanceof NetworkError) return { externalId }
  throw error
}
