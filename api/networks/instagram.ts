import * as v from 'valibot'

import type { Config } from '#api/config.ts'
import { graphRequest } from './graph.ts'
import { GraphId } from './graph-json.ts'
import { carouselContainer, singleContainer, waitUntilReady } from './instagram-containers.ts'
import { confirmContainer, findMedia } from './instagram-confirm.ts'
import { type Journal, type Network, NetworkError, type Publication, type Published } from './network.ts'

export type InstagramApp = Pick<Config['instagram'], 'graphUrl' | 'version'>

const QUOTA_WAIT_MS = 60 * 60_000

/** Publishing to a professional account: containers first, which nobody sees, then the one call that publishes. */
export const instagramPublishing = (app: InstagramApp): Network => ({
  id: 'instagram',
  async publish(publication, journal) {
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
      provider: 'instagram',
      method: 'POST',
      url: `${baseOf(app)}/${publication.accountId}/media_publish`,
      form: { creation_id: containerId },
      schema: v.object({ id: GraphId }),
      risky: true,
      token: publication.token,
      now: journal.now,
    })
    await journal.finish(data)
    return publishedMedia(app, publication, journal, data.id)
  },
  confirm: (publication, journal, begun) => confirmContainer(app, publication, journal, begun),
})

export const baseOf = ({ graphUrl, version }: InstagramApp) => `${graphUrl}/${version}`

const Quota = v.object({
  data: v.array(
    v.object({ quota_usage: v.number(), config: v.optional(v.object({ quota_total: v.number() })) }),
  ),
})

/** A full quota moves the post to when there may be room. */
async function checkQuota(app: InstagramApp, publication: Publication, journal: Journal) {
  const { data } = await graphRequest({
    provider: 'instagram',
    url: `${baseOf(app)}/${publication.accountId}/content_publishing_limit`,
    query: { fields: 'quota_usage,config' },
    schema: Quota,
    token: publication.token,
    now: journal.now,
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
  { token }: Publication,
  { now }: Journal,
  id: string,
): Promise<Published> {
  try {
    const { data } = await graphRequest({
      provider: 'instagram',
      url: `${baseOf(app)}/${id}`,
      query: { fields: 'permalink' },
      schema: v.object({ permalink: v.optional(v.string()) }),
      token,
      now,
    })
    return { externalId: id, ...(data.permalink && { permalink: data.permalink }) }
  } catch (error) {
    if (error instanceof NetworkError) return { externalId: id }
    throw error
  }
}
