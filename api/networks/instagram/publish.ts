import * as v from 'valibot'

import {
  type IntentLog,
  type Network,
  NetworkError,
  type Publication,
  type Published,
} from '#api/networks/core/network.ts'
import { OBJECT_GONE } from '#api/networks/meta/failures.ts'
import { graphRequest } from '#api/networks/meta/graph.ts'
import { GraphId } from '#api/networks/meta/json.ts'
import { baseOf, type InstagramApp, signed } from './app.ts'
import { carouselContainer, forgetContainers, singleContainer, waitUntilReady } from './containers.ts'
import { instagramLatePosts } from './late-posts.ts'
import { checkQuota, readQuota } from './quota.ts'
import { reconcileContainer, findMedia } from './reconcile.ts'

/** Publishes to a professional account: invisible containers first, then a single publishing call. */
export const instagramPublishing = (app: InstagramApp): Network => ({
  id: 'instagram',
  async publish(publication, intentLog) {
    const finished = intentLog.finished()
    if (finished) return publishedMedia(app, publication, intentLog, String(finished.result.id))
    await checkQuota(app, publication, intentLog)
    const { containerId, ready } = await prepare(app, publication, intentLog)
    const intent = { containerId, caption: publication.message }
    return ready === 'PUBLISHED'
      ? publishedEarlier(app, publication, intentLog, intent)
      : publish(app, publication, intentLog, intent)
  },
  reconcile: (publication, intentLog, unanswered) =>
    reconcileContainer(app, publication, intentLog, unanswered),
  latePosts: instagramLatePosts(app),
  async remainingQuota(account, now) {
    const quota = await readQuota(app, { provider: 'instagram', ...account, now })
    return quota && Math.max(0, quota.total - quota.used)
  },
})

/** The media can't be older than its container. */
const preparedAt = (intentLog: IntentLog) =>
  new Date(Number(intentLog.recall('container', Infinity)?.createdAt ?? intentLog.now()))

async function publishedEarlier(
  app: InstagramApp,
  publication: Publication,
  intentLog: IntentLog,
  intent: { containerId: string; caption: string },
): Promise<Published> {
  try {
    const [found] = await findMedia(app, publication, intentLog, { intent, at: preparedAt(intentLog) })
    return found ?? { externalId: intent.containerId }
  } catch (error) {
    return withoutDetails(error, intent.containerId)
  }
}

/** Codes for an unknown container (developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/error-codes). */
const CONTAINER_GONE = new Set(['24/2207006', '24/2207008', OBJECT_GONE])

/** Handles these codes only while preparing: at `media_publish` they may also mean that the container is already published. */
async function prepare(app: InstagramApp, publication: Publication, intentLog: IntentLog) {
  try {
    const [item, ...others] = publication.media
    const containerId =
      item && others.length === 0
        ? await singleContainer(app, publication, intentLog, item)
        : await carouselContainer(app, publication, intentLog)
    const ready = await waitUntilReady(app, publication, intentLog, { step: 'container', containerId })
    return { containerId, ready }
  } catch (error) {
    if (!(error instanceof NetworkError) || !CONTAINER_GONE.has(error.code)) throw error
    await forgetContainers(publication, intentLog)
    throw new NetworkError(
      'transient',
      error.code,
      'Instagram no longer has the media we prepared. We will prepare it again.',
    )
  }
}

async function publish(
  app: InstagramApp,
  publication: Publication,
  intentLog: IntentLog,
  intent: { containerId: string; caption: string },
): Promise<Published> {
  await intentLog.begin(intent)
  const { data } = await graphRequest({
    ...signed(publication, intentLog),
    method: 'POST',
    url: `${baseOf(app)}/${publication.accountId}/media_publish`,
    form: { creation_id: intent.containerId },
    schema: v.object({ id: GraphId }),
    risky: true,
  })
  await intentLog.finish(data)
  return publishedMedia(app, publication, intentLog, data.id)
}

async function publishedMedia(
  app: InstagramApp,
  publication: Publication,
  intentLog: IntentLog,
  id: string,
): Promise<Published> {
  try {
    const { data } = await graphRequest({
      ...signed(publication, intentLog),
      url: `${baseOf(app)}/${id}`,
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
