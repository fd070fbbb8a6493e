import * as v from 'valibot'

import { graphRequest } from './graph.ts'
import { GraphId } from './graph-json.ts'
import { baseOf, type InstagramApp, signed } from './instagram-app.ts'
import {
  carouselContainer,
  forgetContainers,
  singleContainer,
  waitUntilReady,
} from './instagram-containers.ts'
import { confirmContainer, findMedia } from './instagram-confirm.ts'
import { type Journal, type Network, NetworkError, type Publication, type Published } from './network.ts'

const QUOTA_WAIT_MS = 60 * 60_000

/** Publishing to a professional account: containers first, which nobody sees, then the one call that publishes. */
export const instagramPublishing = (app: InstagramApp): Network => ({
  id: 'instagram',
  async publish(publication, journal) {
    try {
      return await publish(app, publication, journal)
    } catch (error) {
      if (!(error instanceof NetworkError) || !CONTAINER_GONE.has(error.code)) throw error
      await forgetContainers(publication, journal)
      throw new NetworkError(
        'passing',
        error.code,
        'Instagram no longer has the media we prepared. We will prepare it again.',
      )
    }
  },
  confirm: (publication, journal, begun) => confirmContainer(app, publication, journal, begun),
})

/** Codes by which Instagram says that it does not know a container any more (PROVIDERS.md C). */
const CONTAINER_GONE = new Set(['24/2207006', '24/2207008', '100/33'])

async function publish(app: InstagramApp, publication: Publication, journal: Journal): Promise<Published> {
  const finished = journal.finished()
  if (finished) return publishedMedia(app, publication, journal, String(finished.result.id))

  await checkQuota(app, publication, journal)
  const several = publication.media.length > 1
  const containerId = several
    ? await carouselContainer(app, publication, journal)
    : await singleContainer(app, publication, journal)
  const intent = { containerId, caption: publication.message }
  const ready = await waitUntilReady(app, publication, journal, { step: 'container', containerId })
  if (ready === 'PUBLISHED') return findMedia(app, publication, journal, { intent, at: journal.now() })

  await journal.begin(intent)
  const { data } = await graphRequest({
    ...signed(publication, journal),
    method: 'POST',
    url: `${baseOf(app)}/${publication.accountId}/media_publish`,
    form: { creation_id: containerId },
    schema: v.object({ id: GraphId }),
    risky: true,
  })
  await journal.finish(data)
  return publishedMedia(app, publication, journal, data.id)
}

const Quota = v.object({
  data: v.array(
    v.object({ quota_usage: v.number(), config: v.optional(v.object({ quota_total: v.number() })) }),
  ),
})

/** A full quota moves the post to when there may be room. */
async function checkQuota(app: InstagramApp, publication: Publication, journal: Journal) {
  const { data } = await graphRequest({
    ...signed(publication, journal),
    url: `${baseOf(app)}/${publication.accountId}/content_publishing_limit`,
    query: { fields: 'quota_usage,config' },
    schema: Quota,
  })
  const quota = data.data[0]
  if (!quota?.config || quota.quota_usage < quota.config.quota_total) return
  throw new NetworkError(
    'wait',
    'quota',
    `Instagram lets this account publish ${quota.config.quota_total} posts in 24 hours, and they are used up. We try again when there may be room.`,
    { retryAt: new Date(+journal.now() + QUOTA_WAIT_MS) },
  )
}

/** The permalink is a courtesy: a post is no less published for want of it. */
async function publishedMedia(
  app: InstagramApp,
  publication: Publication,
  journal: Journal,
  id: string,
): Promise<Published> {
  try {
    const { data } = await graphRequest({
      ...signed(publication, journal),
      url: `${baseOf(app)}/${id}`,
      query: { fields: 'permalink' },
      schema: v.object({ permalink: v.optional(v.string()) }),
    })
    return { externalId: id, ...(data.permalink && { permalink: data.permalink }) }
  } catch (error) {
    if (error instanceof NetworkError) return { externalId: id }
    throw error
  }
}
